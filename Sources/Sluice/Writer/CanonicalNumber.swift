import CSimdJSON

/// Numbers in the canonical form (RFC 8785 section 3.2.2.3): as ECMAScript writes doubles.
enum CanonicalNumber {
  /// The double that a number of JSON is written as. An integer must be one that a double holds exactly, or the form's own
  /// text: `9223372036854775808` is written as `9223372036854776000`, which no double holds. Other numbers are rounded to the
  /// nearest double. Throws `invalid-value`, and `number-out-of-range` beyond the largest double.
  static func value(
    of number: UnsafeBufferPointer<UInt8>, at offset: Int
  ) throws(JSONError) -> Double {
    let written = unsafe String(decoding: number, as: UTF8.self)
    guard let value = Double(written), value.isFinite else {
      throw JSONError(.numberOutOfRange, at: offset, expected: .double)
    }
    if let digits = unsafe DecimalDigits(number), digits.isPlainInteger,
      digits.integer(as: Int128.self).flatMap({ Double(exactly: $0) }) == nil,
      unsafe !isText(number, of: value)
    {
      throw JSONError(
        .invalidValue, at: offset, name: "an integer that a double holds exactly",
        reason: "the canonical form (RFC 8785) writes \(written) as another number")
    }
    return value
  }

  /// Whether a text is the one of a double.
  private static func isText(_ text: UnsafeBufferPointer<UInt8>, of value: Double) -> Bool {
    var own = OutputBuffer()
    own.append(canonical: value)
    return unsafe own.bytes.elementsEqual(text)
  }

  /// The same for digits in a string.
  static func value(of digits: String, at offset: Int) throws(JSONError) -> Double {
    try unsafe withUTF8(of: digits) { (digits) throws(JSONError) -> Double in
      try unsafe value(of: digits, at: offset)
    }
  }
}
