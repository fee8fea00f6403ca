/// Fields by name and elements by index.
extension JSONCursor {
  /// The value of the field `key`, under the reader's duplicate-key policy.
  ///
  /// Cost: walks over the fields before it (over all fields unless the first one counts). To read several fields of one
  /// object in a single pass, in the document's order, use ``fields`` and ``JSONFields/next(named:)-(StaticString)``.
  /// Keys compare by their unescaped value.
  ///
  /// Throws `missing-field` if there is no such field, `type-mismatch` if the value is not an object, and the faults
  /// that the walk over the object finds: `unexpected-token`, `incomplete`, `duplicate-key`.
  @inlinable
  public subscript(key: StaticString) -> JSONCursor {
    @_lifetime(copy self)
    get throws(JSONError) {
      let found = try unsafe JSONCursor.tokenIfPresent(
        key.utf8Start, key.utf8CodeUnitCount, in: position)
      guard let token = found else { throw position.missing(key) }
      return at(token)
    }
  }

  /// The value of the field `key`. This overload is for names made at run time.
  @inlinable @_disfavoredOverload
  public subscript(key: some StringProtocol) -> JSONCursor {
    @_lifetime(copy self)
    get throws(JSONError) {
      let position = position
      let found = try unsafe withUTF8(of: key) { (name) throws(JSONError) -> UInt32 in
        try unsafe JSONCursor.token(name.baseAddress!, name.count, in: position)
      }
      return at(found)
    }
  }

  /// The value of the field `key`, or nil when the object has none. Throws the same errors as the plain subscript,
  /// except `missing-field`.
  @inlinable
  public subscript(ifPresent key: StaticString) -> JSONCursor? {
    @_lifetime(copy self)
    get throws(JSONError) {
      let found = try unsafe JSONCursor.tokenIfPresent(
        key.utf8Start, key.utf8CodeUnitCount, in: position)
      guard let token = found else { return nil }
      return at(token)
    }
  }

  /// The value of the field `key`, or nil when the object has none.
  @inlinable @_disfavoredOverload
  public subscript(ifPresent key: some StringProtocol) -> JSONCursor? {
    @_lifetime(copy self)
    get throws(JSONError) {
      let position = position
      let found = try unsafe withUTF8(of: key) { (name) throws(JSONError) -> UInt32? in
        try unsafe JSONCursor.tokenIfPresent(name.baseAddress!, name.count, in: position)
      }
      guard let found else { return nil }
      return at(found)
    }
  }

  /// The element at `index`, counted from 0. Cost: walks over the elements before it.
  ///
  /// Throws `index-out-of-bounds`, `type-mismatch` if the value is not an array, and the faults that the walk finds.
  @inlinable
  public subscript(index: Int) -> JSONCursor {
    @_lifetime(copy self)
    get throws(JSONError) {
      guard let token = try elementToken(index) else {
        throw noElement(index)
      }
      return at(token)
    }
  }

  /// The element at `index`, or nil when the array is shorter.
  @inlinable
  public subscript(ifPresent index: Int) -> JSONCursor? {
    @_lifetime(copy self)
    get throws(JSONError) {
      guard let token = try elementToken(index) else { return nil }
      return at(token)
    }
  }

  /// The number of fields or elements. O(n): walks over them once. Throws `type-mismatch` for a scalar.
  @inlinable
  public var count: Int {
    get throws(JSONError) {
      var count = 0
      var value = position.token
      switch position.byte {
      case Byte.openBrace:
        while let next = try position.nextField(after: value) {
          count &+= 1
          value = next
        }
      case Byte.openBracket:
        while let next = try position.nextElement(after: value) {
          count &+= 1
          value = next
        }
      default: throw position.mismatch(.objectOrArray)
      }
      return count
    }
  }

  @inlinable
  static func token(
    _ name: UnsafePointer<UInt8>, _ count: Int, in position: JSONPosition
  ) throws(JSONError) -> UInt32 {
    guard let token = try unsafe tokenIfPresent(name, count, in: position) else {
      throw unsafe position.missing(name, count: count)
    }
    return token
  }

  @inlinable
  static func tokenIfPresent(
    _ name: UnsafePointer<UInt8>, _ count: Int, in position: JSONPosition
  ) throws(JSONError) -> UInt32? {
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    return try unsafe position.field(name, count: count)
  }

  @inlinable
  func elementToken(_ index: Int) throws(JSONError) -> UInt32? {
    guard position.byte == Byte.openBracket else { throw position.mismatch(.array) }
    return try position.element(at: index)
  }
}

extension JSONCursor {
  @usableFromInline @inline(never)
  func noElement(_ index: Int) -> JSONError {
    JSONError(.indexOutOfBounds, at: position.offset, number: index)
  }
}
