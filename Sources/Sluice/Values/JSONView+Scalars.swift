/// Numbers, Booleans and strings. Each call reads the token again: O(its length), nothing is kept.
extension JSONView {
  /// `true` or `false`. Throws `type-mismatch`, or `invalid-literal` for `tru`.
  @inlinable
  public var bool: Bool {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.bool } }
  }

  /// The number as an integer of type `type`: exactly, or an error.
  ///
  /// `1.0` and `1e2` are integers; `1.5` is not. Throws `number-out-of-range` if the number doesn't fit,
  /// `type-mismatch` if the value is not a number, and `invalid-number` if it breaks the grammar.
  @inlinable
  public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) throws(JSONError) -> T {
    try read { (cursor) throws(JSONError) in try cursor.integer(as: type) }
  }

  /// The number as an `Int`: exactly, or an error. See ``integer(as:)``.
  @inlinable
  public var int: Int {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.int } }
  }
  @inlinable
  public var int8: Int8 {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.int8 } }
  }
  @inlinable
  public var int16: Int16 {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.int16 } }
  }
  @inlinable
  public var int32: Int32 {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.int32 } }
  }
  @inlinable
  public var int64: Int64 {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.int64 } }
  }
  @inlinable
  public var uint: UInt {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.uint } }
  }
  @inlinable
  public var uint8: UInt8 {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.uint8 } }
  }
  @inlinable
  public var uint16: UInt16 {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.uint16 } }
  }
  @inlinable
  public var uint32: UInt32 {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.uint32 } }
  }
  @inlinable
  public var uint64: UInt64 {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.uint64 } }
  }

  /// The number as the nearest `Double` (ties to even). Throws `number-out-of-range` beyond the largest finite double,
  /// `type-mismatch`, `invalid-number`.
  @inlinable
  public var double: Double {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.double } }
  }

  /// The number as the `Float` nearest to the decimal number, not to its `Double`.
  @inlinable
  public var float: Float {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.float } }
  }

  /// The number, exact whatever its digits. Throws `type-mismatch`, `invalid-number`, and `number-out-of-range` for a
  /// number with a fraction or an exponent beyond the largest finite double.
  @inlinable
  public var number: JSONNumber {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.number } }
  }

  /// The string, owned. O(length); allocates above 15 bytes. Throws `type-mismatch`, `invalid-escape`.
  @inlinable
  public var string: String {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.string } }
  }

  /// Lends the unescaped UTF-8 of the string: the document's own bytes, or, if there are escapes, a temporary copy. What
  /// a cursor's ``JSONCursor/text`` lends. (A `JSONString` of a view would have to outlive a temporary one, which Swift
  /// 6.3.1 compiles wrongly.) Throws `type-mismatch`, `invalid-escape` and the errors of `body`.
  @inlinable
  public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) throws -> R {
    defer { withExtendedLifetime(storage) {} }
    let raw = try read { (cursor) throws(JSONError) in try cursor.rawString() }
    guard let result = try unsafe raw.withUTF8(body) else {
      throw storage.leaving(JSONCursor(unchecked: position).invalidEscape())
    }
    return result
  }

  /// The value as an owned ``JSON``. O(size), no recursion. See ``JSONCursor/materialize()``.
  public func materialize() throws(JSONError) -> JSON {
    try read { (cursor) throws(JSONError) in try cursor.materialize() }
  }

  /// Lends the value's own bytes: a container's from bracket to bracket, a scalar's exactly its token. O(1), copies
  /// nothing. See ``JSONCursor/withRawBytes(_:)``.
  public func withRawBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) throws -> R {
    defer { withExtendedLifetime(storage) {} }
    let bytes = try unsafe read { (cursor) throws(JSONError) in
      try unsafe cursor.position.rawBytes()
    }
    return try unsafe body(bytes)
  }

  /// A copy of the value's own bytes. See ``withRawBytes(_:)``.
  public var rawBytes: [UInt8] {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.rawBytes } }
  }
}
