import Sluice

extension JSONNumber {
  /// Returns the number without its fraction, if that fits. Drops digits of the text, so nothing is
  /// rounded.
  func truncated<T: FixedWidthInteger>(to type: T.Type) -> T? {
    if let exact = integer(as: T.self) { return exact }
    return unsafe withText { text in
      let decimal = unsafe CanonicalDecimal(text)
      guard decimal.exponent < 0 else { return nil }
      let count = decimal.digitCount + decimal.exponent
      guard count > 0 else { return 0 }
      let digits = decimal.bareDigits.prefix(count)
      return T((decimal.isNegative ? "-" : "") + String(decoding: Array(digits), as: UTF8.self))
    }
  }
}
