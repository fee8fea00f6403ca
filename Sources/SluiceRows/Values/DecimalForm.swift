import Sluice

/// A decimal type: integers of at most `precision` digits, divided by ten to the power of `scale`.
public struct DecimalForm: Sendable, Hashable, CustomStringConvertible {
  /// Digits in all, 1 to 38.
  public let precision: Int
  /// Digits after the point, 0 to `precision`.
  public let scale: Int

  /// 38 digits, 9 of them after the point.
  public static let usual = DecimalForm(unchecked: 38, 9)

  private init(unchecked precision: Int, _ scale: Int) {
    self.precision = precision
    self.scale = scale
  }

  /// Throws ``ImportError`` for numbers outside of their ranges.
  public init(precision: Int, scale: Int) throws(ImportError) {
    guard (1...38).contains(precision), (0...precision).contains(scale) else {
      throw ImportError(
        .badColumn,
        "decimal(\(precision), \(scale)): expected a precision of 1 to 38 and a scale of 0 to the"
          + " precision")
    }
    self.init(unchecked: precision, scale)
  }

  func fits(_ number: DecimalDigits) -> Bool {
    number.integer(as: Int128.self, shiftedBy: scale).map { $0.magnitude < limit.magnitude }
      ?? false
  }

  public var description: String { "decimal(\(precision), \(scale))" }

  /// The first integer that has too many digits.
  var limit: Int128 { DecimalForm.powersOfTen[precision] }

  private static let powersOfTen = (0..<38).reduce(into: [1 as Int128]) { powers, place in
    powers.append(powers[place] * 10)
  }
}
