/// A decimal number in the one form that all its spellings share: sign, digits without zeros at
/// either end, exponent.
///
/// ```
/// -12.50e3   →  -  125  · 10²
/// 0.0        →     (no digits)
/// ```
///
/// Reads the text of a valid number and keeps no copy. O(digits).
///
/// Sound because its maker keeps the text for as long as it uses this value.
@safe
package struct CanonicalDecimal {
  /// The digits, possibly with the point among them.
  private let digits: Slice<UnsafeBufferPointer<UInt8>>
  package let digitCount: Int
  package let isNegative: Bool
  /// The exponent of the last digit.
  package let exponent: Int

  package init(_ text: UnsafeBufferPointer<UInt8>) {
    var mantissaEnd = text.count
    var exponent = 0
    if let e = unsafe text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      mantissaEnd = e
      exponent = unsafe CanonicalDecimal.exponent(text[(e + 1)...])
    }
    let isNegativeText = unsafe text.first == Byte.minus
    let mantissa = unsafe text[(isNegativeText ? 1 : 0)..<mantissaEnd]
    let isNonzero: (UInt8) -> Bool = { (0x31...0x39).contains($0) }
    let point = unsafe mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissaEnd
    guard let first = unsafe mantissa.firstIndex(where: isNonzero),
      let last = unsafe mantissa.lastIndex(where: isNonzero)
    else {
      unsafe digits = unsafe text[0..<0]
      digitCount = 0
      // Zero has no sign here.
      isNegative = false
      self.exponent = 0
      return
    }
    unsafe digits = unsafe text[first...last]
    digitCount = last - first + 1 - (first < point && point < last ? 1 : 0)
    isNegative = isNegativeText
    self.exponent = exponent + (last < point ? point - last - 1 : point - last)
  }

  /// Larger exponents count as 2⁵⁰: no text is long enough to compensate for them, and readers refuse positive ones.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var value = 0
    for place in unsafe text.indices {
      let byte = unsafe text[place]
      guard (0x30...0x39).contains(byte) else { continue }
      value = min(value * 10 + Int(byte - 0x30), 1 << 50)
    }
    return unsafe text.first == Byte.minus ? -value : value
  }

  /// ASCII digits, from the first to the last that is not zero.
  package var bareDigits: BareDigits { unsafe BareDigits(rest: digits.makeIterator()) }

  /// Digits without the point between them. Valid as long as the decimal's text is.
  ///
  /// Sound because it is used up while the decimal's text is kept.
  @safe
  package struct BareDigits: Sequence, IteratorProtocol {
    fileprivate var rest: Slice<UnsafeBufferPointer<UInt8>>.Iterator

    package mutating func next() -> UInt8? {
      while let digit = unsafe rest.next() {
        if digit != UInt8(ascii: ".") { return digit }
      }
      return nil
    }
  }

  package static func == (left: CanonicalDecimal, right: CanonicalDecimal) -> Bool {
    left.exponent == right.exponent && left.isNegative == right.isNegative
      && left.digitCount == right.digitCount && left.bareDigits.elementsEqual(right.bareDigits)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    hasher.combine(exponent)
    for digit in bareDigits { hasher.combine(digit) }
  }
}
