import Sluice

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONCursor {
  /// The number as a `Decimal`: exactly, in any spelling, up to 38 significant digits.
  ///
  /// Never rounded: throws `number-out-of-range` for more digits, and for exponents that `Decimal`
  /// does not have; `type-mismatch`, `invalid-number`.
  public var decimal: Decimal {
    get throws(JSONError) {
      guard position.isNumber else { throw position.mismatch(.decimal) }
      let text = unsafe position.numberText
      guard unsafe DecimalDigits(text) != nil else {
        throw JSONError(.invalidNumber, at: position.offset)
      }
      guard let decimal = unsafe Decimal(CanonicalDecimal(text)) else {
        throw JSONError(.numberOutOfRange, at: position.offset, expected: .decimal)
      }
      return decimal
    }
  }
}

extension JSONNumber {
  /// The number as a `Decimal`: exactly, or nil (above 38 significant digits, or an exponent that
  /// `Decimal` does not have).
  public var decimal: Decimal? { unsafe withText { unsafe Decimal(CanonicalDecimal($0)) } }

  /// A decimal number, exact. Throws `not-finite` for NaN.
  public init(_ decimal: Decimal) throws(JSONError) {
    guard !decimal.isNaN, let number = JSONNumber(decimal.description) else {
      throw JSONError(.notFinite, at: 0, name: decimal.description)
    }
    self = number
  }
}

extension JSON {
  /// The number as a `Decimal`: exactly, or nil.
  public var decimal: Decimal? { number?.decimal }

  /// A decimal number, exact. Throws `not-finite` for NaN.
  public init(_ decimal: Decimal) throws(JSONError) { self = .number(try JSONNumber(decimal)) }
}

extension JSONWriter {
  /// Writes a decimal number exactly. Throws `not-finite` for NaN.
  public mutating func value(_ decimal: Decimal) throws(JSONError) {
    try value(try JSONNumber(decimal))
  }
}

extension Decimal {
  /// Two halves of 19 digits each fit 64 bits, and their sum the 128 bits of a `Decimal`: nothing
  /// is rounded.
  fileprivate init?(_ decimal: CanonicalDecimal) {
    guard decimal.digitCount <= 38 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    var left = decimal.digitCount
    for digit in decimal.bareDigits {
      let value = UInt64(digit &- 0x30)
      if left > 19 { high = high &* 10 &+ value } else { low = low &* 10 &+ value }
      left -= 1
    }
    let significand = Decimal(high) * Decimal(10_000_000_000_000_000_000 as UInt64) + Decimal(low)
    guard (-128...127).contains(decimal.exponent) else { return nil }
    self.init(
      sign: decimal.isNegative ? .minus : .plus, exponent: decimal.exponent,
      significand: significand)
    guard !isNaN else { return nil }
  }
}
