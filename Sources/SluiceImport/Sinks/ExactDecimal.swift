import Sluice

/// A decimal number with all its digits, as databases take it.
struct ExactDecimal {
  let number: DecimalDigits
  /// The digits without zeros at either end, counted through the point.
  let significant: Range<Int>
  /// How many digits of the whole number come before the point, counted from the first of `significant`.
  /// Zero or less: that many zeros follow the point.
  let before: Int
  /// The number of digits written after the point.
  let scale: Int

  /// O(digits), like everything else here.
  init(_ number: DecimalDigits) {
    self.number = number
    let count = number.integerPart.count + number.fraction.count
    var (first, end) = (0, count)
    while first < end, ExactDecimal.digit(first, of: number) == 0 { first += 1 }
    while end > first, ExactDecimal.digit(end - 1, of: number) == 0 { end -= 1 }
    significant = first..<end
    before = number.integerPart.count + number.exponent - first
    scale = max(number.fraction.count - number.exponent, 0)
  }

  static func digit(_ i: Int, of number: DecimalDigits) -> UInt8 {
    let whole = number.integerPart.count
    let place =
      i < whole ? number.integerPart.lowerBound + i : number.fraction.lowerBound + i - whole
    return unsafe number.text[place] &- 0x30
  }

  /// Whether a type of `precision` digits, `limit` of them after the point, holds it without rounding.
  func fits(precision: Int, scale limit: Int) -> Bool {
    significant.isEmpty || before <= precision - limit && significant.count - before <= limit
  }

  /// Appends the number as text, without an exponent and without zeros at the end of its fraction.
  func writeText(to out: inout SinkBuffer) {
    if number.isNegative, !significant.isEmpty { out.append(UInt8(ascii: "-")) }
    if before <= 0 || significant.isEmpty { out.append(UInt8(ascii: "0")) }
    guard !significant.isEmpty else { return }
    for place in 0..<max(before, 0) { append(place, to: &out) }
    guard significant.count > before else { return }
    out.append(UInt8(ascii: "."))
    for _ in 0..<max(-before, 0) { out.append(UInt8(ascii: "0")) }
    for place in max(before, 0)..<significant.count { append(place, to: &out) }
  }

  var isNegative: Bool { number.isNegative && !significant.isEmpty }

  /// Calls `body` with the digits before the point, without leading zeros, and `scale` digits after it.
  func forEachDigit(upTo scale: Int, _ body: (UInt8) -> Void) {
    guard !significant.isEmpty, before + scale > 0 else { return }
    for place in 0..<before + scale {
      body(
        place < significant.count
          ? ExactDecimal.digit(significant.lowerBound + place, of: number) : 0)
    }
  }

  /// Appends a significant digit, or a zero after the last one.
  private func append(_ place: Int, to out: inout SinkBuffer) {
    let isThere = place < significant.count
    out.append(
      0x30 + (isThere ? ExactDecimal.digit(significant.lowerBound + place, of: number) : 0))
  }
}
