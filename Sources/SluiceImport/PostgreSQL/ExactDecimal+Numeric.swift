import Sluice

/// The wire form of PostgreSQL's `numeric` (`numeric_recv` in
/// src/backend/utils/adt/numeric.c): four 16-bit integers — the number of digits, the weight of the first
/// of them, the sign, and the number of decimal digits after the point — and then digits of base 10000
/// without zeros at either end.
///
/// ```
/// -1234567.8900   digits 123 4567 8900, weight 1 (of 10000^1), sign 0x4000, 4 after the point
/// ```
extension ExactDecimal {
  /// The most digits before the point (the weight has 16 bits), and after it (the scale has 14).
  private static let (mostBefore, mostBehind) = (131_072, 16_383)

  /// Whether any `numeric` holds the number.
  var isStorable: Bool {
    scale <= ExactDecimal.mostBehind
      && (significant.isEmpty || before <= ExactDecimal.mostBefore)
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
          value += Int16(ExactDecimal.digit(next, of: number))
          next += 1
        }
      }
      out.append(bigEndian: value)
    }
  }
}
