/// What several databases' types hold.
enum ValueLimits {
  /// The largest value of PostgreSQL, whose memory for one, including the row's other fields, is just below 1 GiB.
  static let mostBytes = 1_000_000_000

  /// The days of the years 0000 to 9999, counted from 1970-01-01.
  static let days: ClosedRange<Int32> = -719_528...2_932_896

  /// The resolution of times with 0 to 6 digits of a second, in microseconds.
  static let microseconds: [Int64] = [1_000_000, 100_000, 10_000, 1000, 100, 10, 1]

  /// The values of an integer that a feed can have, too.
  static func integers(bits: Int, isSigned: Bool) -> ClosedRange<Int64> {
    switch (bits, isSigned) {
    case (64, true): .min ... .max
    case (64, false): 0 ... .max
    case (_, true): (-1 << (bits - 1))...((1 << (bits - 1)) - 1)
    default: 0...((1 << bits) - 1)
    }
  }
}
