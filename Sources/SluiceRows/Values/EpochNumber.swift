import Sluice

/// Points in time as numbers of units since 1970-01-01T00:00:00Z. Fractions count, exactly.
enum EpochNumber {
  /// Microseconds. O(digits).
  static func microseconds(_ number: DecimalDigits, shift: Int) throws(CellFault) -> Int64 {
    guard let time = number.integer(as: Int64.self, shiftedBy: shift),
      TimestampText.range.contains(time)
    else { throw .instant }
    return time
  }
}
