public import Sluice

/// JSON Patch (RFC 6902) on owned values.
extension JSON {
  /// Does the operations of a JSON Patch in order. If one can't be done, the value stays as it was.
  ///
  /// Throws `invalid-path` where a path leads nowhere, `test-failed`, and, for `copy` and `move`, `depth-exceeded`
  /// beyond 1024 levels and `too-large` beyond 2²⁴ copied values. `JSONError.operation` says which operation it was.
  ///
  /// Cost: containers on a path are copied once if they are shared. Inserting and removing in an array moves the elements
  /// after it.
  public mutating func apply(_ patch: JSONPatch) throws(JSONError) {
    try apply(patch, mostCopied: 1 << 24)
  }

  /// The same with another limit: for tests.
  package mutating func apply(_ patch: JSONPatch, mostCopied: Int) throws(JSONError) {
    var patching = JSONPatching(self, mostCopied: mostCopied)
    for (index, operation) in patch.operations.enumerated() {
      do throws(JSONError) {
        try patching.apply(operation)
      } catch {
        throw error.of(
          JSONError.Operation(index: index, name: operation.name, path: operation.path.description))
      }
    }
    self = patching.root
  }

  /// The value with the operations of a JSON Patch done. See ``apply(_:)``.
  public func applying(_ patch: JSONPatch) throws(JSONError) -> JSON {
    var value = self
    try value.apply(patch)
    return value
  }
}

/// A value that operations change one after the other.
private struct JSONPatching {
  var root: JSON
  /// How many values were copied.
  private var copied = 0

  private static let depthLimit = JSONOptions().depthLimit
  private let mostCopied: Int

  init(_ root: JSON, mostCopied: Int) {
    self.root = root
    self.mostCopied = mostCopied
  }

  mutating func apply(_ operation: JSONPatch.Operation) throws(JSONError) {
    switch operation {
    case .add(let path, let value): try add(value, at: path)
    case .remove(let path): _ = try remove(at: path)
    case .replace(let path, let value):
      try checkDepth(of: value, at: path)
      try change(at: path.steps[...], path) { (here) throws(JSONError) in here = value }
    case .move(let source, let target): try move(from: source, to: target)
    case .copy(let source, let target):
      let value = try value(at: source)
      let extent = JSONExtent(of: value, mostValues: mostCopied - copied)
      copied += extent.values
      guard copied <= mostCopied else {
        throw JSONError(
          .tooLarge, at: 0, name: "\(mostCopied)",
          reason: "in copied values, each counted as one")
      }
      try add(value, at: target)
    case .test(let path, let expected):
      let found = try value(at: path)
      guard found == expected else {
        throw JSONError.failedTest(
          at: path.description, expected: expected, found: found, offset: 0)
      }
    }
  }

  private mutating func move(
    from source: JSONPointer, to target: JSONPointer
  ) throws(JSONError) {
    let value = try value(at: source)
    let (old, new) = (source.tokens, target.tokens)
    let isBelow = new.count >= old.count && zip(old, new).allSatisfy { haveSameUTF8($0, $1) }
    guard !isBelow || new.count > old.count else { return }
    guard !isBelow else {
      throw JSONPatching.fault(
        target, reason: "a value can't be moved into itself, from \"\(source)\"")
    }
    if new.count > old.count { try checkDepth(of: value, at: target) }
    if let oldKey = old.last, let newKey = new.last, old.count == new.count,
      zip(old.dropLast(), new.dropLast()).allSatisfy({ haveSameUTF8($0, $1) })
    {
      var isRenamed = false
      try change(at: source.steps.dropLast(), source) { (parent) throws(JSONError) in
        guard parent[newKey] == nil, var object = parent.takeObject() else { return }
        defer { parent = .object(object) }
        guard let place = object.index(forKey: oldKey) else { return }
        object.changeKey(at: place, to: newKey)
        isRenamed = true
      }
      if isRenamed { return }
    }
    try add(try remove(at: source), at: target)
  }

  private mutating func add(_ value: JSON, at path: JSONPointer) throws(JSONError) {
    try checkDepth(of: value, at: path)
    guard let last = path.steps.last else { return root = value }
    let step = EditStep.token(last)
    try change(at: path.steps.dropLast(), path) { (parent) throws(JSONError) in
      if case .object = parent { return parent[last.key] = value }
      guard var elements = parent.takeArray() else {
        throw JSONPatching.fault(path, reason: step.reasonInScalar)
      }
      let count = elements.count
      guard let index = step.index(ofNew: true, count: count), index <= count else {
        throw JSONPatching.fault(path, reason: step.reasonForNewInArray(of: count))
      }
      elements.insert(value, at: index)
      parent = .array(elements)
    }
  }

  private mutating func remove(at path: JSONPointer) throws(JSONError) -> JSON {
    guard let last = path.steps.last else {
      throw JSONPatching.fault(path, reason: "the root can't be removed, only replaced")
    }
    var removed = JSON.null
    try change(at: path.steps.dropLast(), path) { (parent) throws(JSONError) in
      let child = try JSONPatching.position(of: last, in: parent, path)
      if var object = parent.takeObject() {
        removed = object.removeValue(forKey: last.key) ?? .null
        parent = .object(object)
      } else if var elements = parent.takeArray() {
        removed = elements.remove(at: child)
        parent = .array(elements)
      }
    }
    return removed
  }

  private func value(at path: JSONPointer) throws(JSONError) -> JSON {
    var here = root
    for step in path.steps {
      let child = try JSONPatching.position(of: step, in: here, path)
      switch here {
      case .array(let elements): here = elements[child]
      case .object(let object): here = object[child].value
      default: break
      }
    }
    return here
  }

  /// Changes the value that the steps lead to, in place. Takes each value out of its parent and puts it back.
  ///
  /// If it throws, the root is damaged: the patch is given up.
  private mutating func change(
    at steps: ArraySlice<PathStep>, _ path: JSONPointer,
    _ body: (inout JSON) throws(JSONError) -> Void
  ) throws(JSONError) {
    var parents: [JSON] = []
    var children: [Int] = []
    var here = root
    root = .null
    for step in steps {
      let child = try JSONPatching.position(of: step, in: here, path)
      let inner = here.exchange(at: child, for: .null)
      parents.append(here)
      children.append(child)
      here = inner
    }
    try body(&here)
    for child in children.reversed() {
      // Held only once, so that it is not copied for the change.
      var outer = parents.removeLast()
      _ = outer.exchange(at: child, for: here)
      here = outer
    }
    root = here
  }

  private static func position(
    of step: PathStep, in json: JSON, _ path: JSONPointer
  ) throws(JSONError) -> Int {
    let edit = EditStep.token(step)
    switch json {
    case .object(let object):
      if let place = object.index(forKey: step.key) { return place }
      throw JSONPatching.fault(path, reason: edit.reasonInObject)
    case .array(let elements):
      if let index = step.index, index < elements.count { return index }
      throw JSONPatching.fault(path, reason: edit.reasonInArray(of: elements.count))
    default: throw JSONPatching.fault(path, reason: edit.reasonInScalar)
    }
  }

  private func checkDepth(of value: JSON, at path: JSONPointer) throws(JSONError) {
    guard path.steps.count + JSONExtent(of: value).height > JSONPatching.depthLimit else { return }
    throw JSONError(
      .depthExceeded, at: 0, name: "\(JSONPatching.depthLimit)",
      reason: "a patch makes no deeper values")
  }

  private static func fault(_ path: JSONPointer, reason: String) -> JSONError {
    JSONError(.invalidPath, at: 0, name: path.description, reason: reason)
  }
}

extension JSON {
  /// Puts another value at a position in a container and returns the one that was there.
  fileprivate mutating func exchange(at child: Int, for value: JSON) -> JSON {
    if var elements = takeArray() {
      let old = elements[child]
      elements[child] = value
      self = .array(elements)
      return old
    }
    if var object = takeObject() {
      let old = object[child].value
      object.replaceValue(at: child, with: value)
      self = .object(object)
      return old
    }
    return .null
  }

  // Functions, so that nothing else holds what they return: a `switch` keeps a copy of its subject until it ends, and each
  // change would be made in another one.

  /// Takes the elements out of an array, which is null then.
  fileprivate mutating func takeArray() -> JSONArray? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }

  /// Takes the fields out of an object, which is null then.
  fileprivate mutating func takeObject() -> JSONObject? {
    guard case .object(let object) = self else { return nil }
    self = .null
    return object
  }
}
