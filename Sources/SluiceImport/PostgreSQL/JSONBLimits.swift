/// What is JSON, and yet no jsonb: `\u0000` (text can't hold it) and numbers beyond `numeric`.
enum JSONBLimits {
  /// Digits of a `numeric` before and behind the decimal point (PostgreSQL's manual, section 8.1).
  private static let mostDigitsBefore = 131_072
  private static let mostDigitsBehind = 16_383

  /// Looks through valid JSON once. O(n).
  static func refusal(of bytes: UnsafeBufferPointer<UInt8>) -> PostgreSQLCodec.Refusal? {
    var i = 0
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "\""):
        i += 1
        while i < bytes.count, bytes[i] != UInt8(ascii: "\"") {
          if bytes[i] == UInt8(ascii: "\\") {
            if isNul(bytes, at: i) { return .nulInJSON }
            i += 1
          }
          i += 1
        }
        i += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = i
        while i < bytes.count, isInNumber(bytes[i]) { i += 1 }
        if !fits(bytes[start..<i]) { return .numberInJSON }
      default: i += 1
      }
    }
    return nil
  }

  private static func isNul(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Bool {
    guard bytes.count - i >= 6, bytes[i + 1] == UInt8(ascii: "u") else { return false }
    return bytes[(i + 2)..<(i + 6)].allSatisfy { $0 == UInt8(ascii: "0") }
  }

  private static func isInNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Counts a number's digits as they stand when the exponent is worked in: `12e3` has five before
  /// the point.
  private static func fits(_ number: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // Short ones without an exponent fit.
    let exponentStart = number.firstIndex { $0 | 0x20 == UInt8(ascii: "e") }
    if exponentStart == nil, number.count < mostDigitsBehind { return true }
    var before = 0
    var behind = 0
    var isBehind = false
    for byte in number[..<(exponentStart ?? number.endIndex)] {
      if byte == UInt8(ascii: ".") {
        isBehind = true
      } else if byte != UInt8(ascii: "-") {
        if isBehind { behind += 1 } else { before += 1 }
      }
    }
    var exponent = 0
    var isNegative = false
    if let exponentStart {
      for byte in number[number.index(after: exponentStart)...] {
        if byte == UInt8(ascii: "-") { isNegative = true }
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { continue }
        // Beyond this it is too large whatever follows.
        exponent = min(exponent * 10 + Int(byte - UInt8(ascii: "0")), 10_000_000)
      }
    }
    if isNegative { exponent = -exponent }
    return before + exponent <= mostDigitsBefore && behind - exponent <= mostDigitsBehind
  }
}
