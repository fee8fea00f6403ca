/// A number's text split by RFC 8259's grammar into sign, digits and exponent. Exact whatever its length.
///
/// Sound because its maker keeps the text for as long as it uses this value.
@safe
package struct DecimalDigits {
  package let isNegative: Bool
  /// All digits, without the point.
  package let text: UnsafeBufferPointer<UInt8>
  /// Where in the text the digits before the point are, and those after it.
  package let integerPart: Range<Int>
  package let fraction: Range<Int>
  package let exponent: Int
  /// Whether there is neither a fraction nor an exponent.
  package let isPlainInteger: Bool

  /// Returns nil if the text breaks the grammar. `text` must outlive this value.
  package init?(_ text: UnsafeBufferPointer<UInt8>) {
    var i = 0
    func digits() -> Range<Int> {
      let start = i
      while i < text.count, unsafe (0x30...0x39).contains(text[i]) { i += 1 }
      return start..<i
    }
    isNegative = unsafe text.first == UInt8(ascii: "-")
    if isNegative { i = 1 }
    integerPart = digits()
    guard !integerPart.isEmpty else { return nil }
    guard unsafe integerPart.count == 1 || text[integerPart.lowerBound] != UInt8(ascii: "0") else {
      return nil
    }
    var fraction = i..<i
    var plain = true
    if i < text.count, unsafe text[i] == UInt8(ascii: ".") {
      i += 1
      fraction = digits()
      plain = false
      guard !fraction.isEmpty else { return nil }
    }
    var exponent = 0
    if i < text.count, unsafe text[i] | 0x20 == UInt8(ascii: "e") {
      i += 1
      plain = false
      var negative = false
      if i < text.count, unsafe text[i] == UInt8(ascii: "-") || text[i] == UInt8(ascii: "+") {
        negative = unsafe text[i] == UInt8(ascii: "-")
        i += 1
      }
      let written = digits()
      guard !written.isEmpty else { return nil }
      let part = unsafe text[written]
      for place in unsafe part.indices {
        let digit = unsafe part[place]
        // Far beyond any digit count: a larger exponent changes nothing.
        exponent = min(exponent * 10 + Int(digit - 0x30), 1 << 40)
      }
      if negative { exponent = -exponent }
    }
    guard i == text.count else { return nil }
    unsafe self.text = unsafe text
    self.fraction = fraction
    self.exponent = exponent
    isPlainInteger = plain
  }

  /// The value times ten to the power of `shift`, as an integer, or nil if the result is not an integer or doesn't fit.
  /// O(digits).
  package func integer<T: FixedWidthInteger>(as type: T.Type, shiftedBy shift: Int = 0) -> T? {
    let count = integerPart.count + fraction.count
    func digit(_ i: Int) -> T {
      let place =
        i < integerPart.count
        ? integerPart.lowerBound + i : fraction.lowerBound + i - integerPart.count
      return unsafe T(truncatingIfNeeded: text[place] &- 0x30)
    }
    // The number of digits before the point once the exponent has moved it.
    let whole = integerPart.count + exponent + shift
    var value: T = 0
    for i in 0..<count {
      let next = digit(i)
      if i >= whole {
        if next != 0 { return nil }
        continue
      }
      guard let longer = append(next, to: value) else { return nil }
      value = longer
    }
    if value != 0, whole > count {
      for _ in count..<whole {
        guard let longer = append(0, to: value) else { return nil }
        value = longer
      }
    }
    return value
  }

  private func append<T: FixedWidthInteger>(_ digit: T, to value: T) -> T? {
    let (tenfold, tooLarge) = value.multipliedReportingOverflow(by: 10)
    if tooLarge { return nil }
    let (sum, over) =
      isNegative
      ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
    return over ? nil : sum
  }
}
