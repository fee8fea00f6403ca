/// Finds JSON that is not valid as jsonb: `\u0000` (text can't hold it) and numbers that `numeric` would
/// round. Numbers too large for it are too large for a double, which the check of the JSON finds.
enum JSONBLimits {
  /// The most digits of a `numeric` after the decimal point (PostgreSQL's manual, section 8.1).
  private static let mostDigitsBehind = 16_383

  /// Looks through valid JSON once. O(n).
  static func refusal(of bytes: UnsafeBufferPointer<UInt8>) -> ValueRefusal? {
    var i = 0
    while i < bytes.count {
      switch unsafe bytes[i] {
      case UInt8(ascii: "\""):
        i += 1
        while i < bytes.count, unsafe bytes[i] != UInt8(ascii: "\"") {
          if unsafe bytes[i] == UInt8(ascii: "\\") {
            if unsafe isNul(bytes, at: i) { return .nulInJSON }
            i += 1
          }
          i += 1
        }
        i += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = i
        while i < bytes.count, unsafe isInNumber(bytes[i]) { i += 1 }
        if unsafe !fits(bytes[start..<i]) { return .numberInJSON }
      default: i += 1
      }
    }
    return nil
  }

  private static func isNul(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Bool {
    guard bytes.count - i >= 6, unsafe bytes[i + 1] == UInt8(ascii: "u") else { return false }
    return unsafe bytes[(i + 2)..<(i + 6)].allSatisfy { $0 == UInt8(ascii: "0") }
  }

  private static func isInNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Counts the digits after the point once the exponent is applied: `1.2e-3` has four.
  private static func fits(_ number: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let exponentStart = unsafe number.firstIndex { $0 | 0x20 == UInt8(ascii: "e") }
    // Short ones without an exponent fit.
    if exponentStart == nil, unsafe number.count < mostDigitsBehind { return true }
    let digits = unsafe number[..<(exponentStart ?? number.endIndex)]
    var behind = 0
    if let point = unsafe digits.firstIndex(of: UInt8(ascii: ".")) {
      behind = unsafe digits.endIndex - point - 1
    }
    var exponent = 0
    if let exponentStart {
      let text = unsafe number[number.index(after: exponentStart)...]
      for place in unsafe text.indices {
        let byte = unsafe text[place]
        guard byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") else { continue }
        // Beyond this it is too large whatever follows.
        exponent = min(exponent * 10 + Int(byte - UInt8(ascii: "0")), 10_000_000)
      }
      if unsafe text.first == UInt8(ascii: "-") { exponent = -exponent }
    }
    return behind - exponent <= mostDigitsBehind
  }
}
