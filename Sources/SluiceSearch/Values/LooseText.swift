/// Numbers written as text.
enum LooseText {
  /// Decimal digits, with a sign or without.
  static func integer(_ text: String) -> Int? { Int(text) }

  /// A decimal number, finite.
  static func double(_ text: String) -> Double? {
    guard isDecimal(text), let value = Double(text), value.isFinite else { return nil }
    return value
  }

  static func float(_ text: String) -> Float? {
    guard isDecimal(text), let value = Float(text), value.isFinite else { return nil }
    return value
  }

  /// Swift also reads "nan", "inf" and hexadecimal digits.
  private static func isDecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
  }
}
