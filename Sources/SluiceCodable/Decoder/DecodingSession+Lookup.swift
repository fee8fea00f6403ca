import Sluice

/// Finds fields by name. Types ask for their keys in the order in which documents mostly have them, so a lookup compares
/// the next field first. Of several fields of one name the first counts, unless the options say otherwise.
///
/// Keys that come before the last one found, or not at all, are looked for field by field, up to some thousand steps for
/// an object. After that, an index of the object's fields answers.
extension DecodingSession {
  /// The value of the first field with that key in the object at `object`, or nil.
  @inline(__always)
  func find(
    _ key: some CodingKey, in object: UInt32, _ depth: UInt32
  ) throws(JSONError) -> UInt32? {
    if let name = name(of: key) { return try find(FieldName(name), in: object, depth) }
    return try find(named: key.stringValue, in: object, depth)
  }

  @inline(never)
  private func find(
    named name: String, in object: UInt32, _ depth: UInt32
  ) throws(JSONError) -> UInt32? {
    try FieldName.with(name) { (name) throws(JSONError) in try find(name, in: object, depth) }
  }

  @inline(__always)
  private func find(
    _ name: FieldName, in object: UInt32, _ depth: UInt32
  ) throws(JSONError) -> UInt32? {
    let walk = unsafe (levels + Int(depth)).pointer(to: \.walk)!
    let here = position(object)
    if unsafe walk.pointee.object != object { unsafe walk.pointee.begin(object, duplicates) }
    if unsafe walk.pointee.isOver { return try unsafe findByIndex(name, of: here, walk) }
    let hash = name.hash
    if unsafe walk.pointee.passed.mayContain(hash) {
      unsafe noteSteps(walk.pointee.count, walk)
      if let found = try unsafe here.seek(name.bytes, name.count, upTo: walk.pointee.last) {
        return found
      }
    }
    guard let next = try unsafe here.nextField(after: walk.pointee.last) else { return nil }
    guard unsafe here.key(next &- 2, equals: name.bytes, count: name.count) else {
      if unsafe walk.pointee.knowsRest, unsafe !walk.pointee.rest.mayContain(hash) { return nil }
      return try unsafe find(name, hash, after: next, of: here, walk)
    }
    unsafe walk.pointee.passed.insert(hash)
    unsafe walk.pointee.last = next
    unsafe walk.pointee.count &+= 1
    return next
  }

  /// Counts steps over fields that were walked before. Too many end the walk.
  private func noteSteps(_ steps: Int, _ walk: UnsafeMutablePointer<FieldWalkState>) {
    unsafe walk.pointee.repeatedSteps &+= steps
    if unsafe walk.pointee.repeatedSteps > FieldWalkState.patience {
      unsafe walk.pointee.isOver = true
    }
    repeatedSteps &+= steps
  }

  /// Finds a field in an index of all, or while it is not worth one, by a walk over all.
  @inline(never)
  private func findByIndex(
    _ name: FieldName, of here: JSONPosition, _ walk: UnsafeMutablePointer<FieldWalkState>
  ) throws(JSONError) -> UInt32? {
    if let index = unsafe walk.pointee.index { return try index.value(of: name, in: here) }
    guard unsafe walk.pointee.repeatedSteps > FieldWalkState.patience else {
      // The number of fields is not known: sixteen for each lookup.
      unsafe noteSteps(16, walk)
      return try unsafe here.onlyOrLastField(name.bytes, count: name.count)
    }
    let index = try FieldIndex(of: here, duplicates)
    unsafe walk.pointee.index = index
    repeatedSteps &+= index.count
    return try index.value(of: name, in: here)
  }

  /// Searches the fields after the next one.
  @inline(never)
  private func find(
    _ name: FieldName, _ hash: UInt64, after next: UInt32, of here: JSONPosition,
    _ walk: UnsafeMutablePointer<FieldWalkState>
  ) throws(JSONError) -> UInt32? {
    var passed = unsafe walk.pointee.passed
    var rest = NameFilter()
    var field = next
    var skipped = 0
    while true {
      skipped += 1
      if let other = self.hash(of: here.at(field &- 2)) {
        passed.insert(other)
        rest.insert(other)
      } else {
        passed.insertAll()
        rest.insertAll()
      }
      guard let following = try here.nextField(after: field) else { break }
      field = following
      if unsafe here.key(field &- 2, equals: name.bytes, count: name.count) {
        passed.insert(hash)
        unsafe walk.pointee.passed = passed
        unsafe walk.pointee.last = field
        unsafe walk.pointee.count &+= skipped + 1
        return field
      }
    }
    unsafe walk.pointee.rest = rest
    unsafe walk.pointee.knowsRest = true
    unsafe noteSteps(skipped, walk)
    return nil
  }

  /// The hash of a key of the document, or nil if it has escapes.
  private func hash(of key: JSONPosition) -> UInt64? {
    let raw = RawString(key)
    return unsafe raw.hasEscapes ? nil : FieldName.hash(raw.base, raw.count)
  }
}
