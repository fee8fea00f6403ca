import Sluice

/// Searches the fields after the next one: by raw keys for a kept name, and otherwise with all checks of each token.
extension FieldWalk {
  /// Searches the fields after `last` for a kept name, and returns what ``next(_:)`` does. `first` is the next field's key, if
  /// it was found and is another one.
  @inline(never)
  mutating func search(_ name: UnsafePointer<KeyName>, from first: UInt32?) -> UInt32? {
    let here = session.position(object)
    guard var key = first ?? nextKey(after: last, here) else { return nil }
    if first == nil {
      if key == 0 { return 0 }
      if unsafe name.pointee.isText(ofKey: key, in: here.index) {
        return unsafe noteFound(name, at: key, after: 0)
      }
    }
    if knowsRest, unsafe !rest.mayContain(name.pointee.hash) { return 0 }
    if isComplete { kind.noteLater() }
    if unsafe kind.isLast(name) { return unsafe searchLast(name, from: key, here) }
    var (others, skipped) = (NameFilter(), 0)
    while true {
      skipped &+= 1
      let text = here.plainText(ofKey: key)
      guard !here.hasEscapes(text) else { return nil }
      unsafe others.insert(KeyName.hash(text.base, text.count))
      guard let following = nextKey(after: key &+ 2, here) else { return nil }
      if following == 0 { break }
      key = following
      if unsafe name.pointee.isText(ofKey: key, in: here.index) {
        passed.formUnion(others)
        hasPassed = true
        return unsafe noteFound(name, at: key, after: skipped)
      }
    }
    rest = others
    knowsRest = true
    noteSteps(skipped)
    return 0
  }

  /// Searches for the last of the type's keys. Few types ask for others after it, so the names of skipped fields are not
  /// noted.
  @inline(never)
  private mutating func searchLast(
    _ name: UnsafePointer<KeyName>, from first: UInt32, _ here: JSONPosition
  ) -> UInt32? {
    var (key, skipped) = (first, 0)
    while true {
      skipped &+= 1
      let text = here.plainText(ofKey: key)
      guard unsafe !name.pointee.mayBeEscaped(in: text) || !here.hasEscapes(text) else {
        return nil
      }
      guard let following = nextKey(after: key &+ 2, here) else { return nil }
      if following == 0 { break }
      key = following
      if unsafe name.pointee.isText(ofKey: key, in: here.index) {
        isComplete = true
        passed.insertAll()
        hasPassed = true
        return unsafe noteFound(name, at: key, after: skipped)
      }
    }
    isComplete = true
    noteSteps(skipped)
    return 0
  }

  /// Notes that a search skipped some fields and found the key, and returns its value.
  @inline(__always)
  private mutating func noteFound(
    _ name: UnsafePointer<KeyName>, at key: UInt32, after skipped: Int
  ) -> UInt32 {
    unsafe found |= name.pointee.bit
    last = key &+ 2
    count &+= skipped &+ 1
    return last
  }

  /// The key after a value, 0 at the object's end, or nil if it is not as it should be or has white space around it.
  @inline(__always)
  private mutating func nextKey(after value: UInt32, _ here: JSONPosition) -> UInt32? {
    var key = object &+ 1
    if value != object {
      if let next = unsafe here.index.plainKey(afterScalar: value) { return next }
      let separator = here.after(value)
      guard separator &+ 3 < here.end, here.byte(at: separator) == Byte.comma else {
        guard separator < here.end, here.byte(at: separator) == Byte.closeBrace else { return nil }
        close = separator
        return 0
      }
      key = separator &+ 1
    }
    return key &+ 2 < here.end && here.isPlainKey(key) ? key : nil
  }

  /// Searches the fields after the one whose value is `next`, which does not have the name.
  @inline(never)
  mutating func search(
    _ name: UnsafePointer<KeyName>, after next: UInt32, of here: JSONPosition
  ) throws(JSONError) -> UInt32? {
    var (others, field, skipped) = (NameFilter(), next, 0)
    while true {
      skipped += 1
      let key = RawString(here.at(field &- 2))
      if key.hasEscapes {
        others.insertAll()
      } else {
        unsafe others.insert(KeyName.hash(key.base, key.count))
      }
      guard let following = try here.nextField(after: field) else { break }
      field = following
      if unsafe here.key(field &- 2, equals: name.pointee.bytes, count: name.pointee.count) {
        passed.formUnion(others)
        hasPassed = true
        unsafe notePassed(name.pointee.hash, name.pointee.bit)
        (last, count) = (field, count &+ skipped &+ 1)
        return field
      }
    }
    rest = others
    knowsRest = true
    noteSteps(skipped)
    return nil
  }
}

extension JSONPosition {
  /// Whether there is a key without white space around it.
  @inline(__always)
  fileprivate func isPlainKey(_ key: UInt32) -> Bool {
    let bytes = unsafe index.pointee.bytes
    let colon = offset(of: key &+ 1)
    return unsafe byte(at: key) == Byte.quote && bytes[colon] == Byte.colon
      && bytes[colon &- 1] == Byte.quote
  }

  /// The text of a key without white space around it.
  @inline(__always)
  fileprivate func plainText(ofKey key: UInt32) -> RawString {
    let start = offset(of: key) &+ 1
    let count = offset(of: key &+ 1) &- 1 &- start
    return unsafe RawString(base: index.pointee.bytes + start, count: count)
  }

  /// Whether a key has escapes: mostly no backslash is near it.
  @inline(__always)
  fileprivate func hasEscapes(_ key: RawString) -> Bool {
    if let escapes = unsafe index.pointee.escapes, key.count < 64 {
      let start = unsafe key.base - index.pointee.bytes
      if unsafe escapes[start &>> 6] | escapes[(start &+ key.count) &>> 6] == 0 { return false }
    }
    return key.hasEscapes
  }
}
