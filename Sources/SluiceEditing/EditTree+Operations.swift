import Sluice

/// The changes. Each takes a path from the root, throws `invalid-path` if it leads nowhere, and changes nothing then.
extension EditTree {
  /// Replaces the value at a path, or adds a field or the next element.
  func set(_ value: EditReference, at steps: [EditStep]) throws(JSONError) {
    guard let last = steps.last else { return root = value }
    let parent = try parent(of: steps)
    if let child = try child(of: parent, at: last) {
      parent.children[child].value = value
    } else if parent.isObject {
      guard let key = last.key else { throw nowhere(last, steps, in: parent) }
      parent.insert(value, key: key, at: parent.children.count)
    } else {
      guard last.index(ofNew: true, count: parent.count) == parent.count else {
        throw nowhereNew(last, steps, in: parent)
      }
      parent.insert(value, key: nil, at: parent.count)
    }
  }

  /// Replaces the value at a path, which must be there.
  func replace(_ value: EditReference, at steps: [EditStep]) throws(JSONError) {
    replace(at: try place(at: steps, writing: true), with: value)
  }

  /// Adds a value as JSON Patch does: to an object as a field, replacing one of that name; to an array before the
  /// element at the index.
  func add(_ value: EditReference, at steps: [EditStep]) throws(JSONError) {
    guard let last = steps.last else { return root = value }
    let parent = try parent(of: steps)
    guard !parent.isObject else { return try set(value, at: steps) }
    try insert(value, at: last, of: parent, steps)
  }

  /// Adds an element to the array at a path: before the element at `index`, or, with nil, at the end.
  func insert(
    _ value: EditReference, at index: Int?, ofArrayAt steps: [EditStep]
  ) throws(JSONError) {
    let place = try place(at: steps, writing: true)
    guard let array = try container(at: place, writing: true), !array.isObject else {
      throw fault(
        steps, upTo: steps.count,
        reason: "only an array takes elements, found \(kindName(of: reference(at: place)))")
    }
    let step = EditStep.index(index ?? array.count)
    try insert(value, at: step, of: array, steps + [step])
  }

  private func insert(
    _ value: EditReference, at step: EditStep, of array: EditContainer, _ steps: [EditStep]
  ) throws(JSONError) {
    guard let index = step.index(ofNew: true, count: array.count), (0...array.count).contains(index)
    else { throw nowhereNew(step, steps, in: array) }
    array.insert(value, key: nil, at: index)
  }

  /// Removes the value at a path. `ifPresent`: the last step may lead nowhere.
  func remove(at steps: [EditStep], ifPresent: Bool = false) throws(JSONError) {
    guard let last = steps.last else {
      throw fault(steps, upTo: 0, reason: "the root can't be removed, only replaced")
    }
    let parent = try parent(of: steps)
    guard let child = try child(of: parent, at: last) else {
      let fits = parent.isObject ? last.key != nil : last.index(ofNew: false, count: 0) != nil
      if ifPresent, fits { return }
      throw nowhere(last, steps, in: parent)
    }
    if parent.isObject, let key = last.key {
      try removeFields(key, of: parent)
    } else {
      parent.children.remove(at: child)
      parent.count -= 1
    }
  }

  /// Moves a value, as JSON Patch does. A field that only gets another name in its object stays at its position.
  func move(from source: [EditStep], to target: [EditStep]) throws(JSONError) {
    let place = try place(at: source, writing: true)
    let value = reference(at: place)
    guard !hasSameText(source, target) else { return }
    guard target.count <= source.count || !hasSameText(source, target.prefix(source.count)) else {
      throw fault(
        target, upTo: source.count,
        reason: "a value can't be moved into itself, from \"\(EditStep.pointer(source))\"")
    }
    if case .child(let object, _) = place, object.isObject, target.count == source.count,
      let old = source.last?.key, let new = target.last?.key,
      hasSameText(source.dropLast(), target.dropLast()), try field(new, of: object) == nil
    {
      return try renameField(old, to: new, of: object)
    }
    if target.count > source.count { try checkRoom(for: value, at: target, isCopy: false) }
    guard !source.isEmpty else { return try add(value, at: target) }
    try remove(at: source)
    try add(value, at: target)
  }

  /// Copies a value, as JSON Patch does. O(size of the value).
  func copy(from source: [EditStep], to target: [EditStep]) throws(JSONError) {
    let value = reference(at: try place(at: source, writing: false))
    try checkRoom(for: value, at: target, isCopy: true)
    share(value)
    try add(value, at: target)
  }

  /// Throws `test-failed` unless the value at a path is this one, numbers by value and fields in any order.
  func test(_ expected: JSON, at steps: [EditStep]) throws(JSONError) {
    let value = reference(at: try place(at: steps, writing: false))
    let found = try json(of: value)
    guard found != expected else { return }
    throw JSONError.failedTest(
      at: EditStep.pointer(steps), expected: expected, found: found,
      offset: offset(of: value) ?? document.offset)
  }

  /// Gives a field another name, which no field has yet.
  func changeKey(at steps: [EditStep], to key: String) throws(JSONError) {
    guard let last = steps.last else {
      throw fault(steps, upTo: 0, reason: "the root has no name")
    }
    let parent = try parent(of: steps)
    guard let name = last.key, parent.isObject, try field(name, of: parent) != nil else {
      throw nowhere(last, steps, in: parent)
    }
    guard !haveSameUTF8(name, key) else { return }
    guard try field(key, of: parent) == nil else {
      throw fault(
        steps, upTo: steps.count - 1,
        reason: "the object already has a field \"\(TokenDescription.shortened(key))\"")
    }
    try renameField(name, to: key, of: parent)
  }

  /// A new value inside this many containers. Throws `depth-exceeded` if the result would be deeper than the limit.
  func new(_ value: JSON, depth: Int) throws(JSONError) -> EditReference {
    try checkDepth(depth + JSONExtent(of: value).height)
    return makeNode(.value(value))
  }

  /// A new value from text, which is checked in full. A scalar keeps its spelling.
  func new(text: [UInt8], depth: Int) throws(JSONError) -> EditReference {
    let json = try JSON.parsed(text, checking: .full, duplicateKeys: .reject)
    guard json.array == nil, json.object == nil else { return try new(json, depth: depth) }
    let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    let scalar = text.drop(while: isSpace)
    let end = scalar.lastIndex { !isSpace($0) } ?? scalar.startIndex
    return makeNode(.text(Array(scalar[...end])))
  }

  /// An owned value of what is there now.
  func json(of reference: EditReference) throws(JSONError) -> JSON {
    switch reference {
    case .removed: return .null
    case .source(let token):
      return try JSONCursor(unchecked: document.at(token)).materialize()
    case .node(let id):
      if case .value(let json) = nodes[Int(id)].content { return json }
      var writer = EditWriter(self)
      let text = try writer.text(of: reference)
      do throws(JSONError) {
        return try JSON.parsed(
          text, checking: .accessed,
          duplicateKeys: unsafe document.context.pointee.duplicateKeys)
      } catch {
        // Its place is in a text that no one has seen.
        throw JSONError(error.code, at: offset(of: reference) ?? document.offset)
      }
    }
  }

  private func hasSameText(
    _ left: some Collection<EditStep>, _ right: some Collection<EditStep>
  ) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { haveSameUTF8($0.text, $1.text) }
  }

  private func nowhere(
    _ step: EditStep, _ steps: [EditStep], in parent: EditContainer
  ) -> JSONError {
    fault(
      steps, upTo: steps.count - 1,
      reason: parent.isObject ? step.reasonInObject : step.reasonInArray(of: parent.count))
  }

  private func nowhereNew(
    _ step: EditStep, _ steps: [EditStep], in array: EditContainer
  ) -> JSONError {
    fault(steps, upTo: steps.count - 1, reason: step.reasonForNewInArray(of: array.count))
  }
}

extension EditTree {
  /// For messages.
  fileprivate func kindName(of value: EditReference) -> String {
    switch value {
    case .removed: return "nothing"
    case .source(let token):
      return unsafe TokenDescription.describe(
        UnsafeBufferPointer(
          start: document.index.pointee.bytes, count: Int(document.index.pointee.length)),
        at: document.offset(of: token))
    case .node(let id):
      switch nodes[Int(id)].content {
      case .container(let container): return container.isObject ? "an object" : "an array"
      case .value(let json): return json.kindName
      case .text(let text): return TokenDescription.shortened(String(decoding: text, as: UTF8.self))
      }
    }
  }
}

extension JSON {
  /// The value of a text, with the first fault that it has.
  fileprivate static func parsed(
    _ text: [UInt8], checking: JSONChecking, duplicateKeys: DuplicateKeys
  ) throws(JSONError) -> JSON {
    var reader = JSONReader(
      options: JSONOptions(
        checking: checking, duplicateKeys: duplicateKeys, depthLimit: JSON.depthCeiling))
    do {
      return try reader.withDocument(text) { root in try root.materialize() }
    } catch let error as JSONError {
      throw error
    } catch {
      throw JSONError(.io, at: 0, name: "\(error)")
    }
  }
}
