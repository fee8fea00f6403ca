import CSimdJSON

/// Reads the Boolean or the number at a position: integers in Swift, other numbers by simdjson's kernel.
extension JSONPosition {
  /// The Boolean, or an error.
  @inlinable @inline(__always)
  package func bool() throws(JSONError) -> Bool {
    if isLiteral(0x6575_7274) { return true }  // "true", read as a little-endian word
    if isFalse { return false }
    throw mismatch(.boolean)
  }

  /// The number as an integer of any width: exactly, or an error. `1.0` and `1e2` are integers,
  /// `1.5` is not.
  @inlinable @inline(__always)
  package func integer<T: FixedWidthInteger>(
    as type: T.Type = T.self, _ expected: JSONError.Expectation
  ) throws(JSONError) -> T {
    if let short = shortInteger, let exact = T(exactly: short) { return exact }
    return try exactInteger(as: type, expected)
  }

  /// The number if it is an integer of up to 18 digits without a fraction or an exponent; nil says nothing about other
  /// numbers.
  @inlinable @inline(__always)
  package var shortInteger: Int64? {
    let start = unsafe pointer
    let negative = unsafe start[0] == Byte.minus
    let digits = unsafe start + (negative ? 1 : 0)
    var magnitude: UInt64 = 0
    // At most 19 digits: no overflow, and no reading beyond the padding.
    let count = unsafe csj_parse_digits(digits, &magnitude)
    guard count > 0, count < 19, unsafe csj_ends_scalar(digits[count]),
      unsafe digits[0] != 0x30 || count == 1,
      token &+ 1 < end
    else { return nil }
    let value = Int64(truncatingIfNeeded: magnitude)
    return negative ? 0 &- value : value
  }

  /// Reads any number as an integer: long ones, ones with a fraction or an exponent; throws all errors.
  @usableFromInline @inline(never)
  package func exactInteger<T: FixedWidthInteger>(
    as type: T.Type, _ expected: JSONError.Expectation
  ) throws(JSONError) -> T {
    guard isNumber else { throw mismatch(expected) }
    let value: T?? = unsafe withNumber { number in
      guard case let digits = unsafe DecimalDigits(number), let digits else { return nil }
      return .some(digits.integer(as: T.self))
    }
    guard let value else { throw JSONError(.invalidNumber, at: offset) }
    guard let value else { throw JSONError(.numberOutOfRange, at: offset, expected: expected) }
    return value
  }

  /// The correctly rounded double. Throws beyond the largest finite double.
  @inlinable @inline(__always)
  package func double() throws(JSONError) -> Double {
    var value = 0.0
    // The number's own end is before the next token, so only its text is read.
    if token &+ 1 < end {
      if unsafe csj_parse_short_double(pointer, &value) { return value }
      if unsafe csj_parse_double(pointer, &value) { return value }
    }
    return try exactDouble()
  }

  @usableFromInline @inline(never)
  package func exactDouble() throws(JSONError) -> Double {
    guard isNumber else { throw mismatch(.double) }
    let value: Double? = unsafe withNumber { number in
      var value = 0.0
      return unsafe csj_parse_double(number.baseAddress!, &value) ? value : nil
    }
    if let value { return value }
    throw isGrammatical
      ? JSONError(.numberOutOfRange, at: offset, expected: .double)
      : JSONError(.invalidNumber, at: offset)
  }

  /// The correctly rounded float: of the decimal number, not of its nearest double.
  @usableFromInline
  package func float() throws(JSONError) -> Float {
    guard isNumber else { throw mismatch(.float) }
    let double = try double()
    var value = Float(double)
    // Rounding twice is wrong only if the double lies exactly between two floats.
    let isBetween = double.significandBitPattern & 0x1FFF_FFFF == 0x1000_0000
    if isBetween || double.magnitude < Double(Float.leastNormalMagnitude) {
      let exact: Float? = unsafe withNumber {
        unsafe Float(String(decoding: $0.dropLast(0), as: UTF8.self))
      }
      value = exact ?? value
    }
    guard value.isFinite else {
      throw JSONError(.numberOutOfRange, at: offset, expected: .float)
    }
    return value
  }

  /// Whether the value starts like a number.
  @inlinable @inline(__always)
  package var isNumber: Bool { byte == Byte.minus || byte &- 0x30 <= 9 }

  private var isGrammatical: Bool { unsafe withNumber { unsafe DecimalDigits($0) != nil } }

  /// The number's text: up to white space or a structural character. A string that follows without one belongs to it,
  /// and makes it malformed.
  package var numberText: UnsafeBufferPointer<UInt8> {
    let limit = unsafe Int(index.pointee.length)
    let start = unsafe pointer
    var count = 0
    while count < limit - offset, unsafe !csj_ends_scalar(start[count]) { count += 1 }
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }

  /// Lends the number's text with padding after it. The last token of a document may be right before bytes outside the
  /// document (a caller's padding can hold anything), so that token is copied.
  func withNumber<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    let text = unsafe numberText
    if token &+ 1 < end { return unsafe body(text) }
    return unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: text.count + PaddedBytes.padding
    ) { copy in
      unsafe copy.initialize(repeating: 0x20)
      for i in 0..<text.count { unsafe copy[i] = unsafe text[i] }
      return unsafe body(UnsafeBufferPointer(start: copy.baseAddress, count: text.count))
    }
  }
}
