import CSimdJSON

/// Walks over the fields of an object and the elements of an array, and finds keys.
///
/// Each step checks what it steps over: a comma, a key, a colon. It doesn't check the grammar of skipped values.
extension JSONPosition {
  /// The value of the field after `previous`, or nil at the closing brace. `previous` is a field's value or, for the
  /// first field, the object's own token. The key is two tokens before the value.
  @inlinable @inline(__always)
  package func nextField(after previous: UInt32) throws(JSONError) -> UInt32? {
    var key: UInt32
    if previous == token {
      key = token &+ 1
      if key < end, byte(at: key) == Byte.closeBrace { return nil }
    } else {
      // A byte is readable at `end`, but is not the document's: the bound is checked before the byte counts.
      let separator = after(previous)
      let byte = byte(at: separator)
      if byte != Byte.comma {
        guard separator < end else { throw unclosed(.commaOrBrace) }
        if byte == Byte.closeBrace { return nil }
        throw unexpected(separator, .commaOrBrace)
      }
      key = separator &+ 1
    }
    let value = key &+ 2
    guard value < end else { throw incompleteField(key) }
    guard byte(at: key) == Byte.quote else { throw unexpected(key, .key) }
    guard byte(at: key &+ 1) == Byte.colon else { throw unexpected(key &+ 1, .colon) }
    return value
  }

  /// The element after `previous` (at first the array's own token), or nil at the closing bracket.
  @inlinable @inline(__always)
  package func nextElement(after previous: UInt32) throws(JSONError) -> UInt32? {
    if previous == token {
      let first = token &+ 1
      guard first < end else { throw unclosed(.value) }
      return byte(at: first) == Byte.closeBracket ? nil : first
    }
    let separator = after(previous)
    guard separator < end else { throw unclosed(.commaOrBracket) }
    let byte = byte(at: separator)
    if byte == Byte.closeBracket { return nil }
    guard byte == Byte.comma else { throw unexpected(separator, .commaOrBracket) }
    guard separator &+ 1 < end else { throw unclosed(.value) }
    return separator &+ 1
  }

  /// The element of this array at the index, counted from 0, or nil. O(index): walks over those before it.
  @inlinable
  package func element(at index: Int) throws(JSONError) -> UInt32? {
    guard index >= 0 else { return nil }
    var left = index
    var value = token
    while let next = try nextElement(after: value) {
      if left == 0 { return next }
      left &-= 1
      value = next
    }
    return nil
  }

  /// Whether the key at `key` equals the name, both unescaped.
  ///
  /// Compares token distances first. With no white space before the colon (nearly always), the distance gives the
  /// length of the raw key. A key of another length can be equal only if it is longer and has an escape.
  @inlinable @inline(__always)
  package func key(_ key: UInt32, equals name: UnsafePointer<UInt8>, count: Int) -> Bool {
    let offset = offset(of: key)
    let length = self.offset(of: key &+ 1) &- offset &- 2
    if length < count { return false }
    let raw = unsafe index.pointee.bytes + (offset &+ 1)
    if length == count, unsafe raw[count] == Byte.quote {
      return unsafe csj_equal(raw, name, count) && csj_find(name, Byte.backslash, count) == nil
    }
    if count > 0, unsafe raw[0] != name[0], unsafe raw[0] != Byte.backslash { return false }
    return unsafe self.key(key, equalsUnescaped: name, count: count)
  }

  /// The value of the next field of that name after `previous` (see `nextField`), or nil. Leaves a hint.
  ///
  /// The plain case is inlined and small; containers are skipped by a call, and `seekSlowly` handles everything
  /// else.
  @inlinable @inline(__always)
  package func seek(
    _ name: UnsafePointer<UInt8>, _ count: Int, after previous: UInt32
  ) throws(JSONError) -> UInt32? {
    var value = previous
    var separator = previous == token ? previous : after(previous)
    while true {
      let sought = unsafe csj_seek(
        index.pointee.bytes, index.pointee.tokens, end, token, separator, &value, name, count)
      switch sought {
      case CSJ_SOUGHT_CONTAINER:
        separator = min(skip(value), end)
      case CSJ_SOUGHT_FOUND:
        leaveHint(container: token, token: value)
        return value
      case CSJ_SOUGHT_NONE:
        leaveHint(container: token, token: value)
        return nil
      default:
        return try unsafe seekSlowly(name, count, after: value)
      }
    }
  }

  /// Handles white space, escapes and faults, field by field to the end. Leaves a hint.
  @usableFromInline
  package func seekSlowly(
    _ name: UnsafePointer<UInt8>, _ count: Int, after previous: UInt32
  ) throws(JSONError) -> UInt32? {
    var value = previous
    while let next = try nextField(after: value) {
      value = next
      if unsafe key(next &- 2, equals: name, count: count) {
        leaveHint(container: token, token: next)
        return next
      }
    }
    return nil
  }

  /// The value of the field of that name between the object's start and the field whose value is at `last`, or nil.
  @usableFromInline
  package func seek(
    _ name: UnsafePointer<UInt8>, _ count: Int, upTo last: UInt32
  ) throws(JSONError) -> UInt32? {
    var value = token
    while value != last, let next = try nextField(after: value) {
      if unsafe key(next &- 2, equals: name, count: count) { return next }
      value = next
    }
    return nil
  }

  /// The exact comparison: any white space before the colon, any escapes.
  @usableFromInline
  package func key(
    _ key: UInt32, equalsUnescaped name: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    unsafe RawString(at(key)).equals(UnsafeBufferPointer(start: name, count: count))
  }

  /// The value of the field `name` that counts for cursors, or nil. Searches from the object's start: O(fields before
  /// it), or O(fields) when duplicates matter.
  @inlinable
  package func field(
    _ name: UnsafePointer<UInt8>, count: Int
  ) throws(JSONError) -> UInt32? {
    if unsafe context.pointee.duplicateKeys != .firstWins {
      return try unsafe onlyOrLastField(name, count: count)
    }
    return try unsafe seek(name, count, after: token)
  }

  /// The value of the field `name` that counts for mappings, or nil.
  @usableFromInline
  package func mappedField(
    _ name: UnsafePointer<UInt8>, count: Int
  ) throws(JSONError) -> UInt32? {
    if unsafe context.pointee.mappedDuplicateKeys == .firstWins {
      return try unsafe seek(name, count, after: token)
    }
    return try unsafe onlyOrLastField(name, count: count)
  }

  /// The same for a string's UTF-8.
  package func mappedField(named name: String) throws(JSONError) -> UInt32? {
    try unsafe withUTF8(of: name) { (name) throws(JSONError) -> UInt32? in
      guard let start = name.baseAddress else { return nil }
      return try unsafe mappedField(start, count: name.count)
    }
  }

  /// The last field of that name. Throws `duplicate-key` if there are two and the reader refuses that.
  @usableFromInline
  package func onlyOrLastField(
    _ name: UnsafePointer<UInt8>, count: Int
  ) throws(JSONError) -> UInt32? {
    var found: UInt32?
    var value = token
    while let next = try nextField(after: value) {
      if unsafe key(next &- 2, equals: name, count: count) {
        if found != nil, unsafe context.pointee.duplicateKeys == .reject {
          let bytes = unsafe UnsafeBufferPointer(start: name, count: count)
          throw unsafe JSONError(
            .duplicateKey, at: offset(of: next &- 2), name: String(decoding: bytes, as: UTF8.self))
        }
        found = next
      }
      value = next
    }
    return found
  }

  // Errors are made apart from the walk: they are rare, and the walk stays small.

  @usableFromInline @inline(never)
  package func unexpected(
    _ token: UInt32, _ expected: JSONError.Expectation
  ) -> JSONError {
    JSONError(.unexpectedToken, at: offset(of: token), expected: expected)
  }

  @usableFromInline @inline(never)
  package func unclosed(_ expected: JSONError.Expectation) -> JSONError {
    unsafe JSONError(.incomplete, at: Int(index.pointee.length), expected: expected)
  }

  /// The document ends within the field whose key is expected at `key`.
  @usableFromInline @inline(never)
  package func incompleteField(_ key: UInt32) -> JSONError {
    guard key < end else { return unclosed(.key) }
    guard byte(at: key) == Byte.quote else { return unexpected(key, .key) }
    guard key &+ 1 < end else { return unclosed(.colon) }
    guard byte(at: key &+ 1) == Byte.colon else { return unexpected(key &+ 1, .colon) }
    return unclosed(.value)
  }

  @usableFromInline @inline(never)
  package func missing(_ name: UnsafePointer<UInt8>, count: Int) -> JSONError {
    let bytes = unsafe UnsafeBufferPointer(start: name, count: count)
    return unsafe JSONError(.missingField, at: offset, name: String(decoding: bytes, as: UTF8.self))
  }

  /// The same for a name in the program: allocates nothing.
  @usableFromInline @inline(never)
  package func missing(_ name: StaticString) -> JSONError {
    JSONError(.missingField, at: offset, name: name)
  }
}

extension JSONPosition {
  /// The error for this value, whose key already occurred in the same object.
  package func duplicateKey() -> JSONError {
    let key = at(token &- 2)
    return JSONError(.duplicateKey, at: key.offset, name: RawString(key).string ?? "")
  }

  /// Throws `unexpected-token` at a bracket that closes the container instead of a value: `[1,]`, `{"a":}`.
  @inlinable
  package func refuseMissingValue() throws(JSONError) {
    if Byte.closes(byte) { throw unexpected(token, .value) }
  }
}
