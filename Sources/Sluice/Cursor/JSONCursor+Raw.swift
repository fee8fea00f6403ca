/// The bytes of a value as they stand in the document.
extension JSONCursor {
  /// Lends the value's own bytes: of a container from bracket to bracket, of a scalar exactly its
  /// token. O(1) for scalars, else a skip to the closing bracket; nothing is copied.
  ///
  /// Of a scalar they are checked; inside a container only that the brackets balance. To get
  /// checked JSON out, write the cursor with a ``JSONWriter``. Throws `incomplete`,
  /// `unexpected-token`, what a bad scalar throws, and what `body` throws.
  public func withRawBytes<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) throws -> R {
    try body(try position.rawBytes())
  }

  /// A copy of the value's own bytes. See ``withRawBytes(_:)``.
  public var rawBytes: [UInt8] {
    get throws(JSONError) { Array(try position.rawBytes()) }
  }
}

extension JSONPosition {
  /// The bytes of this value, which live as long as the document.
  package func rawBytes() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    guard Byte.opens(byte) else { return try scalarText() }
    let isObject = byte == Byte.openBrace
    let behind = skip(token)
    guard behind <= end else { throw unclosed(isObject ? .commaOrBrace : .commaOrBracket) }
    let close = behind &- 1
    guard byte(at: close) == (isObject ? Byte.closeBrace : Byte.closeBracket) else {
      throw unexpected(close, isObject ? .commaOrBrace : .commaOrBracket)
    }
    // Whoever goes on behind this value need not look for its end again.
    leaveHint(container: token, token: close)
    return UnsafeBufferPointer(start: pointer, count: offset(of: close) &+ 1 &- offset)
  }
}
