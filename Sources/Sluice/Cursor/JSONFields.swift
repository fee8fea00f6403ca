/// The fields of an object, in the document's order, one at a time.
///
/// ```swift
/// var fields = try status.fields
/// while let field = try fields.next() {
///   print(try field.key.string, try field.value.kind)
/// }
/// ```
///
/// For several known fields in their usual order, ``next(named:)-(StaticString)`` walks over the object once in total.
/// Subscripts start from the beginning each time.
public struct JSONFields: ~Escapable {
  @usableFromInline let object: JSONPosition
  /// The most recently returned value; at first the object itself.
  @usableFromInline var last: UInt32

  @inlinable @inline(__always)
  @_lifetime(copy cursor)
  init(of cursor: JSONCursor) throws(JSONError) {
    guard cursor.position.byte == Byte.openBrace else { throw cursor.position.mismatch(.object) }
    object = cursor.position
    last = object.token
  }

  /// The next field, or nil after the last. Throws the faults that the walk finds: `unexpected-token`, `incomplete`.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  public mutating func next() throws(JSONError) -> JSONField? {
    guard let value = try object.nextField(after: last) else {
      // The end of this object, from the hint that the last value's reader left. A caller that continues after a deep
      // value walks over none of it again.
      object.leaveHint(behindLast: last)
      return nil
    }
    last = value
    object.leaveHint(container: object.token, token: value)
    let field = JSONField(position: object.at(value))
    return unsafe _overrideLifetime(field, copying: self)
  }

  /// The value of the next field of that name *from here on*; fields before it are skipped for good. Returns nil if no
  /// field from here on has that name, and `next` still continues from the same place.
  ///
  /// For fields in document order, this walks over the object once in total. It searches only forward, so among
  /// duplicate keys it takes the next, whatever the reader's policy.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  public mutating func next(named key: StaticString) throws(JSONError) -> JSONCursor? {
    guard let value = try unsafe seek(key.utf8Start, key.utf8CodeUnitCount) else { return nil }
    let cursor = JSONCursor(unchecked: object.at(value))
    return unsafe _overrideLifetime(cursor, copying: self)
  }

  /// The same for a name made at run time.
  @inlinable @_disfavoredOverload
  @_lifetime(copy self)
  public mutating func next(named key: some StringProtocol) throws(JSONError) -> JSONCursor? {
    let from = last
    let object = object
    let found = try unsafe withUTF8(of: key) { (name) throws(JSONError) -> UInt32? in
      try unsafe object.seek(name.baseAddress!, name.count, after: from)
    }
    guard let found else { return nil }
    last = found
    let cursor = JSONCursor(unchecked: object.at(found))
    return unsafe _overrideLifetime(cursor, copying: self)
  }

  /// The value of the field of that name, searched from here to the object's end and then from its start to here.
  /// Returns nil if the object has no such field.
  ///
  /// Use it to read several fields that usually come in a known order, some of them optional. A field in its expected
  /// place costs the few fields before it. A missing field costs one walk over the object. Among duplicate keys it
  /// takes the first that it finds, unless the reader's options say which counts.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  public mutating func value(named key: StaticString) throws(JSONError) -> JSONCursor? {
    let name = unsafe (key.utf8Start, key.utf8CodeUnitCount)
    guard let value = try unsafe circle(name.0, name.1) else { return nil }
    let cursor = JSONCursor(unchecked: object.at(value))
    return unsafe _overrideLifetime(cursor, copying: self)
  }

  /// The same for a name made at run time.
  @inlinable @_disfavoredOverload
  @_lifetime(copy self)
  public mutating func value(named key: some StringProtocol) throws(JSONError) -> JSONCursor? {
    let from = last
    let object = object
    let found = try unsafe withUTF8(of: key) { (name) throws(JSONError) -> UInt32? in
      let (base, count) = (name.baseAddress!, name.count)
      if unsafe object.context.pointee.choosesDuplicateKeys {
        return try unsafe object.field(base, count: count)
      }
      if let value = try unsafe object.seek(base, count, after: from) { return value }
      return unsafe from == object.token ? nil : try object.seek(base, count, upTo: from)
    }
    guard let found else { return nil }
    last = found
    let cursor = JSONCursor(unchecked: object.at(found))
    return unsafe _overrideLifetime(cursor, copying: self)
  }

  /// Searches forward from here; a match becomes the most recently returned value.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func seek(_ name: UnsafePointer<UInt8>, _ count: Int) throws(JSONError) -> UInt32? {
    guard let value = try unsafe object.seek(name, count, after: last) else { return nil }
    last = value
    return value
  }

  /// Searches forward from here to the end, then from the start to here.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func circle(_ name: UnsafePointer<UInt8>, _ count: Int) throws(JSONError) -> UInt32? {
    if unsafe object.context.pointee.choosesDuplicateKeys {
      guard let value = try unsafe object.field(name, count: count) else { return nil }
      last = value
      return value
    }
    if let value = try unsafe seek(name, count) { return value }
    guard last != object.token, let value = try unsafe object.seek(name, count, upTo: last) else {
      return nil
    }
    last = value
    return value
  }
}

/// A field of an object: its key and its value.
///
/// Key paths can't refer to `~Escapable` types. The getters of borrowed values that can't fail are `throws(Never)`, so
/// that the compiler says so: calls need no `try`. Without it, Swift 6.3.1 crashes at `\JSONField.value`.
public struct JSONField: ~Escapable {
  @usableFromInline let position: JSONPosition

  @inlinable @inline(__always)
  @_lifetime(immortal)
  init(position: JSONPosition) { self.position = position }

  /// The key.
  @inlinable
  public var key: JSONString {
    @_lifetime(copy self)
    get throws(Never) {
      let key = JSONString(unchecked: position.at(position.token &- 2))
      return unsafe _overrideLifetime(key, copying: self)
    }
  }

  /// The value.
  @inlinable
  public var value: JSONCursor {
    @_lifetime(copy self)
    get throws(Never) {
      let cursor = JSONCursor(unchecked: position)
      return unsafe _overrideLifetime(cursor, copying: self)
    }
  }

  /// Whether the key has this name, both unescaped. Cheaper than comparing ``key``.
  @inlinable
  public func isNamed(_ name: StaticString) -> Bool {
    unsafe position.key(position.token &- 2, equals: name.utf8Start, count: name.utf8CodeUnitCount)
  }
}

extension JSONCursor {
  /// The fields of this object. O(1). Throws `type-mismatch` if the value is not an object.
  @inlinable
  public var fields: JSONFields {
    @_lifetime(copy self)
    get throws(JSONError) { try JSONFields(of: self) }
  }

  /// Calls `body` with each field in the document's order.
  @inlinable
  public func forEachField<E: Error>(_ body: (JSONField) throws(E) -> Void) throws {
    var fields = try fields
    while let field = try fields.next() { try body(field) }
  }
}
