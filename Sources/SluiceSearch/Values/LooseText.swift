import Sluice

/// Numbers written as text.
enum LooseText {
  /// Parses decimal digits, with or without a sign.
  static func integer(_ text: String) -> Int? { Int(text) }

  /// Parses a finite decimal number.
  static func double(_ text: String) -> Double? { DecimalText.finite(text) }

  static func float(_ text: String) -> Float? { DecimalText.finite(text) }
}
