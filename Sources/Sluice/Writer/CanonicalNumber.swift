/// Numbers in the canonical form (RFC 8785 section 3.2.2.3): as ECMAScript writes doubles.
enum CanonicalNumber {
  /// The double that a number of JSON is written as. An integer must be one that a double holds exactly; other numbers are
  /// rounded to the nearest double. Throws `invalid-value`, and `number-out-of-range` beyond the largest double.
  static func value(
    of number: UnsafeBufferPointer<UInt8>, at offset: Int
  ) throws(JSONError) -> Double {
    let written = unsafe String(decoding: number, as: UTF8.self)
    guard let value = Double(written), value.isFinite else {
      throw JSONError(.numberOutOfRange, at: offset, expected: .double)
    }
    if let digits = unsafe DecimalDigits(number), digits.isPlainInteger {
      guard let integer: Int128 = digits.integer(as: Int128.self), Double(exactly: integer) != nil
      else {
        throw JSONError(
          .invalidValue, at: offset, name: "an integer that a double holds exactly",
          reason: "the canonical form (RFC 8785) writes \(written) as another number")
      }
    }
    return value
  }

  /// The same for digits in a string.
  static func value(of digits: String, at offset: Int) throws(JSONError) -> Double {
    try unsafe withUTF8(of: digits) { (digits) throws(JSONError) -> Double in
      try unsafe value(of: digits, at: offset)
    }
  }
}
