import Sluice

/// Numbers written as text.
enum LooseText {
  /// Decimal digits, with a sign or without.
  static func integer(_ text: String) -> Int? { Int(text) }

  /// A decimal number, finite.
  static func double(_ text: String) -> Double? { DecimalText.finite(text) }

  static func float(_ text: String) -> Float? { DecimalText.finite(text) }
}
