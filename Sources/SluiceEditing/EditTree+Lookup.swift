import Sluice

/// Finds children of containers.
extension EditTree {
  /// The child that a step leads to, or nil. Throws `duplicate-key` if the document refuses duplicates.
  func child(of container: EditContainer, at step: EditStep) throws(JSONError) -> Int? {
    if container.isObject {
      guard let key = step.key else { return nil }
      return try field(key, of: container)
    }
    guard let index = step.index(ofNew: false, count: container.count),
      container.children.indices.contains(index)
    else { return nil }
    return index
  }

  /// The field of that name that counts under the document's policy, or nil. O(fields) at first, O(1) on average when
  /// there are many look-ups.
  func field(_ name: String, of object: EditContainer) throws(JSONError) -> Int? {
    let policy = unsafe document.context.pointee.duplicateKeys
    object.lookups += 1
    if object.table == nil, object.lookups > 8, object.children.count > 16 {
      try makeTable(of: object, policy)
    }
    if object.table != nil {
      if policy == .reject, object.repeated[ByteName(name)] != nil {
        throw duplicate(name, in: object)
      }
      return object.table?[ByteName(name)]
    }
    var found: Int?
    try forEachField(name, of: object) { (child) throws(JSONError) -> Bool in
      if found != nil, policy == .reject { throw duplicate(name, in: object) }
      found = child
      return policy != .firstWins
    }
    return found
  }

  /// Removes all fields of that name: under any policy, the object has none afterwards.
  func removeFields(_ name: String, of object: EditContainer) throws(JSONError) {
    guard object.table != nil else {
      return try forEachField(name, of: object) { (child) throws(JSONError) -> Bool in
        object.remove(child)
        return true
      }
    }
    let name = ByteName(name)
    let counts = object.table?.removeValue(forKey: name)
    for child in object.repeated.removeValue(forKey: name) ?? [] { object.remove(child) }
    if let counts { object.remove(counts) }
  }

  /// Gives a field another name, which no field has.
  func renameField(_ name: String, to other: String, of object: EditContainer) throws(JSONError) {
    guard let child = try field(name, of: object) else { return }
    let value = object.children[child].value
    object.remove(child)
    // Other fields of the old name, which did not count, go with it.
    try removeFields(name, of: object)
    object.children[child].value = value
    object.count += 1
    object.children[child].key = UInt32(truncatingIfNeeded: object.newKeys.count)
    object.newKeys.append(other)
    object.table?[ByteName(name)] = nil
    if object.table != nil { object.table?[ByteName(other)] = child }
  }

  /// The key of a field, unescaped. Throws `invalid-escape`.
  func key(of child: EditChild, in object: EditContainer) throws(JSONError) -> String {
    guard let token = object.keyToken(of: child) else { return object.newKeys[Int(child.key)] }
    guard let key = RawString(document.at(token)).string else {
      throw JSONError(.invalidEscape, at: document.offset(of: token))
    }
    return key
  }

  /// Calls `body` with the fields of that name, in order, until it returns false.
  private func forEachField(
    _ name: String, of object: EditContainer, _ body: (Int) throws(JSONError) -> Bool
  ) throws(JSONError) {
    try unsafe withUTF8(of: name) { (bytes) throws(JSONError) in
      guard let start = bytes.baseAddress else { return }
      for place in object.children.indices where !object.children[place].isRemoved {
        let child = object.children[place]
        let isNamed: Bool
        if let token = object.keyToken(of: child) {
          isNamed = unsafe document.key(token, equals: start, count: bytes.count)
        } else {
          isNamed = haveSameUTF8(object.newKeys[Int(child.key)], name)
        }
        if isNamed, try !body(place) { return }
      }
    }
  }

  private func makeTable(
    of object: EditContainer, _ policy: DuplicateKeys
  ) throws(JSONError) {
    var table: [ByteName: Int] = [:]
    var repeated: [ByteName: [Int]] = [:]
    table.reserveCapacity(object.count)
    for place in object.children.indices where !object.children[place].isRemoved {
      let name = ByteName(try key(of: object.children[place], in: object))
      if let other = table[name] {
        repeated[name, default: [other]].append(place)
        if policy == .firstWins { continue }
      }
      table[name] = place
    }
    object.table = table
    object.repeated = repeated
  }

  private func duplicate(_ name: String, in object: EditContainer) -> JSONError {
    let offset = document.offset(of: object.open ?? document.token)
    return JSONError(.duplicateKey, at: offset, name: name)
  }
}
