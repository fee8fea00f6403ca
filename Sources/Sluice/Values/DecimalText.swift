/// Numbers inside strings: decides what counts as a decimal number, before Swift reads it.
package enum DecimalText {
  /// Whether the text consists of digits, signs, points and exponents: Swift also reads `nan`, `inf` and `0x1p3`, which
  /// no feed uses as numbers.
  package static func mayBeNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
  }

  /// The text as a finite number, or nil for any other text.
  package static func finite<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ text: String, as type: Number.Type = Number.self
  ) -> Number? {
    guard mayBeNumber(text), let number = Number(text), number.isFinite else { return nil }
    return number
  }
}
