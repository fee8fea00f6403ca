import Sluice

extension EpochNumber {
  /// The same for a number that may be finer than a microsecond. `isChanged`: whether it was.
  static func microseconds(
    _ number: DecimalDigits, shift: Int, _ rule: FractionRule?, isChanged: inout Bool
  ) throws(CellFault) -> Int64 {
    guard let rule, number.integer(as: Int64.self, shiftedBy: shift) == nil else {
      return try microseconds(number, shift: shift)
    }
    let (whole, half) = try parts(number, shift: shift)
    isChanged = true
    // What is left out counts away from 0: below it, the microsecond that began until then is the one before.
    let time: Int64 =
      switch (number.isNegative, rule) {
      case (false, .cut): whole
      case (false, .round): whole + (half == .less ? 0 : 1)
      case (true, .cut): -whole - 1
      case (true, .round): -whole - (half == .greater ? 1 : 0)
      }
    guard TimestampText.range.contains(time) else { throw .instant }
    return time
  }

  /// The digits before the point of a number that is no integer, as a magnitude, and how those after it compare
  /// with a half.
  private static func parts(
    _ number: DecimalDigits, shift: Int
  ) throws(CellFault) -> (whole: Int64, half: ExactOrder.Order) {
    let count = number.integerPart.count + number.fraction.count
    let point = number.integerPart.count + number.exponent + shift
    var whole: Int64 = 0
    var half = ExactOrder.Order.less
    for i in 0..<count {
      let place =
        i < number.integerPart.count
        ? number.integerPart.lowerBound + i
        : number.fraction.lowerBound + i - number.integerPart.count
      let digit = unsafe number.text[place] &- 0x30
      if i < point {
        // Times have 18 digits; the last addition can't overflow.
        guard whole < 1_000_000_000_000_000_000 / 2 else { throw .instant }
        whole = whole * 10 + Int64(digit)
      } else if i == point {
        half = digit < 5 ? .less : digit == 5 ? .equal : .greater
      } else if digit != 0, half == .equal {
        half = .greater
      }
    }
    // More places before the point than digits: an integer too large.
    guard point <= count else { throw .instant }
    return (whole, half)
  }
}
