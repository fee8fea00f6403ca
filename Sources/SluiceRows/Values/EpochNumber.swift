import Sluice

/// Points in time as numbers of units since 1970-01-01T00:00:00Z. Fractions count, exactly.
enum EpochNumber {
  /// By how many decimal digits a unit exceeds a microsecond; nil: the type takes no numbers.
  static func shift(_ type: ColumnType) -> Int? {
    switch type {
    case .epoch: 6
    case .epochms: 3
    case .epochus: 0
    default: nil
    }
  }

  /// Microseconds. O(digits).
  static func microseconds(_ number: DecimalDigits, shift: Int) throws(CellFault) -> Int64 {
    guard let time = number.integer(as: Int64.self, shiftedBy: shift),
      TimestampText.range.contains(time)
    else { throw .instant }
    return time
  }
}
