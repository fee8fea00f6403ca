import Sluice

/// Decimal numbers in the wire form of PostgreSQL's `numeric` (`numeric_recv` in
/// src/backend/utils/adt/numeric.c): four 16-bit integers — the number of digits, the weight of the first
/// of them, the sign, and the number of decimal digits after the point — and then digits of base 10000
/// without zeros at either end.
///
/// ```
/// -1234567.8900   digits 123 4567 8900, weight 1 (of 10000^1), sign 0x4000, 4 after the point
/// ```
struct PostgreSQLNumeric {
  /// The most digits before the point (the weight has 16 bits), and after it (the scale has 14).
  private static let (mostBefore, mostBehind) = (131_072, 16_383)

  private let number: DecimalDigits
  /// The digits without zeros at either end, counted through the point.
  private let significant: Range<Int>
  /// How many digits of the whole number come before the point, counted from the first of `significant`.
  /// Zero or less: that many zeros follow the point.
  private let before: Int
  /// The number of digits written after the point.
  private let scale: Int

  /// O(digits), like everything else here.
  init(_ number: DecimalDigits) {
    self.number = number
    let count = number.integerPart.count + number.fraction.count
    var (first, end) = (0, count)
    while first < end, PostgreSQLNumeric.digit(first, of: number) == 0 { first += 1 }
    while end > first, PostgreSQLNumeric.digit(end - 1, of: number) == 0 { end -= 1 }
    significant = first..<end
    before = number.integerPart.count + number.exponent - first
    scale = max(number.fraction.count - number.exponent, 0)
  }

  private static func digit(_ i: Int, of number: DecimalDigits) -> UInt8 {
    let whole = number.integerPart.count
    let place =
      i < whole ? number.integerPart.lowerBound + i : number.fraction.lowerBound + i - whole
    return unsafe number.text[place] &- 0x30
  }

  /// Whether any `numeric` holds the number.
  var isStorable: Bool {
    scale <= PostgreSQLNumeric.mostBehind
      && (significant.isEmpty || before <= PostgreSQLNumeric.mostBefore)
  }

  /// Whether `numeric(precision, limit)` holds it without rounding.
  func fits(precision: Int, scale limit: Int) -> Bool {
    significant.isEmpty || before <= precision - limit && significant.count - before <= limit
  }

  /// Appends the number as text, without an exponent and without zeros at the end of its fraction. The
  /// number must be storable.
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
          ? PostgreSQLNumeric.digit(significant.lowerBound + place, of: number) : 0)
    }
  }

  /// Appends a significant digit, or a zero after the last one.
  private func append(_ place: Int, to out: inout SinkBuffer) {
    let isThere = place < significant.count
    out.append(
      0x30 + (isThere ? PostgreSQLNumeric.digit(significant.lowerBound + place, of: number) : 0))
  }

  /// Appends a field: its length and its value. The number must be storable.
  func write(to out: inout SinkBuffer) {
    guard !significant.isEmpty else {
      out.append(bigEndian: Int32(8))
      out.append(bigEndian: UInt64(scale))
      return
    }
    let weight = (before - 1) >> 2
    // How many decimal digits the first digit of base 10000 has.
    let head = before - 4 * weight
    let count = 1 + (max(significant.count - head, 0) + 3) / 4
    out.append(bigEndian: Int32(8 + 2 * count))
    out.append(bigEndian: Int16(truncatingIfNeeded: count))
    out.append(bigEndian: Int16(truncatingIfNeeded: weight))
    out.append(bigEndian: UInt16(number.isNegative ? 0x4000 : 0))
    out.append(bigEndian: Int16(truncatingIfNeeded: scale))
    var next = significant.lowerBound
    for group in 0..<count {
      var value: Int16 = 0
      for _ in 0..<(group == 0 ? head : 4) {
        value *= 10
        if next < significant.upperBound {
          value += Int16(PostgreSQLNumeric.digit(next, of: number))
          next += 1
        }
      }
      out.append(bigEndian: value)
    }
  }
}
