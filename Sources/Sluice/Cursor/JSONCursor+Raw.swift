import CSimdJSON

/// The unchanged bytes of a value in the document.
extension JSONCursor {
  /// Lends the value's own bytes: a container's from bracket to bracket, a scalar's exactly its token. O(1) for
  /// scalars, otherwise a skip to the closing bracket. Copies nothing.
  ///
  /// Checks a scalar's bytes, but only the balance of the brackets inside a container. To get checked JSON out, write
  /// the cursor with a ``JSONWriter``. Throws `incomplete`, `unexpected-token`, the errors of a bad scalar, and the
  /// errors of `body`.
  public func withRawBytes<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) throws -> R {
    try unsafe body(try position.rawBytes())
  }

  /// A copy of the value's own bytes. See ``withRawBytes(_:)``.
  public var rawBytes: [UInt8] {
    get throws(JSONError) { unsafe Array(try position.rawBytes()) }
  }
}

extension JSONPosition {
  /// The bytes of this value, which live as long as the document.
  package func rawBytes() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    try unsafe extent().bytes
  }

  /// The bytes of this value, which live as long as the document, and the token after it.
  func extent() throws(JSONError) -> (bytes: UnsafeBufferPointer<UInt8>, end: UInt32) {
    guard Byte.opens(byte) else { return try unsafe (scalarText(), token &+ 1) }
    let isObject = byte == Byte.openBrace
    let behind = skip(token)
    guard behind <= end else { throw unclosed(isObject ? .commaOrBrace : .commaOrBracket) }
    let close = behind &- 1
    guard byte(at: close) == (isObject ? Byte.closeBrace : Byte.closeBracket) else {
      throw unexpected(close, isObject ? .commaOrBrace : .commaOrBracket)
    }
    // A caller that continues after this value need not find its end again.
    leaveHint(container: token, token: close)
    let count = offset(of: close) &+ 1 &- offset
    return unsafe (UnsafeBufferPointer(start: pointer, count: count), behind)
  }

  /// The bytes of a string, number or literal, checked in full.
  func scalarText() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    switch byte {
    case Byte.quote:
      let raw = RawString(self)
      try raw.checkEscapes(at: offset)
      return unsafe UnsafeBufferPointer(start: raw.base - 1, count: raw.count + 2)
    case Byte.minus, 0x30...0x39:
      let text = unsafe numberText
      if unsafe token &+ 1 >= end || !csj_is_plain_number(pointer) { try checkNumber() }
      return unsafe text
    case Byte.comma, Byte.colon, Byte.closeBrace, Byte.closeBracket:
      throw unexpected(token, .value)
    default:
      guard let kind else { throw JSONError(.invalidLiteral, at: offset) }
      return unsafe UnsafeBufferPointer(start: pointer, count: kind == .bool && isFalse ? 5 : 4)
    }
  }

  /// Checks the grammar, and that a number with a fraction or an exponent is finite.
  private func checkNumber() throws(JSONError) {
    let fault: JSONError.Code? = unsafe withNumber { text in
      guard let digits = unsafe DecimalDigits(text), let start = text.baseAddress else {
        return .invalidNumber
      }
      if digits.isPlainInteger { return nil }
      var value = 0.0
      return unsafe csj_parse_double(start, &value) ? nil : .numberOutOfRange
    }
    if let fault { throw JSONError(fault, at: offset, expected: .double) }
  }
}
