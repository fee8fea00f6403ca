/// Numbers, Booleans and strings. Each call reads the token again: O(its length), nothing is kept.
extension JSONCursor {
  /// `true` or `false`. Throws `type-mismatch`, or `invalid-literal` for `tru`.
  @inlinable @inline(__always)
  public var bool: Bool { get throws(JSONError) { try position.bool() } }

  /// The number as an integer of type `type`: exactly, or an error.
  ///
  /// `1.0` and `1e2` are integers; `1.5` is not. Throws `number-out-of-range` if the number doesn't fit,
  /// `type-mismatch` if the value is not a number, and `invalid-number` if it breaks the grammar.
  @inlinable
  public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) throws(JSONError) -> T {
    try position.integer(as: type, JSONError.Expectation(of: type))
  }

  /// The number as an `Int`: exactly, or an error. See ``integer(as:)``.
  @inlinable @inline(__always)
  public var int: Int { get throws(JSONError) { try position.integer(.int) } }
  @inlinable public var int8: Int8 { get throws(JSONError) { try position.integer(.int8) } }
  @inlinable public var int16: Int16 { get throws(JSONError) { try position.integer(.int16) } }
  @inlinable public var int32: Int32 { get throws(JSONError) { try position.integer(.int32) } }
  @inlinable @inline(__always)
  public var int64: Int64 { get throws(JSONError) { try position.integer(.int64) } }
  @inlinable public var uint: UInt { get throws(JSONError) { try position.integer(.uint) } }
  @inlinable public var uint8: UInt8 { get throws(JSONError) { try position.integer(.uint8) } }
  @inlinable public var uint16: UInt16 { get throws(JSONError) { try position.integer(.uint16) } }
  @inlinable public var uint32: UInt32 { get throws(JSONError) { try position.integer(.uint32) } }
  @inlinable @inline(__always)
  public var uint64: UInt64 { get throws(JSONError) { try position.integer(.uint64) } }

  /// The number as the nearest `Double` (ties to even). Throws `number-out-of-range` beyond the largest finite double,
  /// `type-mismatch`, `invalid-number`.
  @inlinable @inline(__always)
  public var double: Double { get throws(JSONError) { try position.double() } }

  /// The number as the `Float` nearest to the decimal number, not to its `Double`.
  public var float: Float { get throws(JSONError) { try position.float() } }

  /// The string, owned. O(length); allocates above 15 bytes. Throws `type-mismatch`, `invalid-escape`.
  @inlinable
  public var string: String {
    get throws(JSONError) {
      let raw = try rawString()
      guard let string = raw.string else { throw invalidEscape() }
      return string
    }
  }

  /// The string as it is in the document: copied or unescaped only when asked for. O(1). Throws `type-mismatch`.
  @inlinable @inline(__always)
  public var text: JSONString {
    @_lifetime(copy self)
    get throws(JSONError) {
      guard position.byte == Byte.quote else { throw position.mismatch(.string) }
      let string = JSONString(unchecked: position)
      return unsafe _overrideLifetime(string, copying: self)
    }
  }

  @inlinable @inline(__always)
  func rawString() throws(JSONError) -> RawString {
    guard position.byte == Byte.quote else { throw position.mismatch(.string) }
    return RawString(position)
  }

  @usableFromInline @inline(never)
  func invalidEscape() -> JSONError { JSONError(.invalidEscape, at: position.offset) }
}

extension JSONError.Expectation {
  @inlinable
  package init<T: FixedWidthInteger>(of type: T.Type) {
    self =
      switch (T.bitWidth, T.isSigned) {
      case (8, true): .int8
      case (16, true): .int16
      case (32, true): .int32
      case (64, true): T.self == Int.self ? .int : .int64
      case (8, false): .uint8
      case (16, false): .uint16
      case (32, false): .uint32
      case (64, false): T.self == UInt.self ? .uint : .uint64
      case (_, true): .int128
      case (_, false): .uint128
      }
  }
}
