import Sluice

/// Numbers for their quantiles: all of them while they are few, and otherwise how many there are in each of
/// fixed intervals.
///
/// An interval is the numbers with the same sign, exponent and first seven bits of the mantissa. It is
/// represented by its middle, so that a quantile is off by at most 2⁻⁸ of its value. Which form is used
/// depends only on how many numbers there are, and counts add up in any order: neither threads nor the
/// order of records change a result.
struct NumberSample: Sendable, Hashable {
  /// All numbers, as long as they are few: those that doubles hold, and other integers.
  private var values: [Double] = []
  private var long: [Int128] = []
  private var intervals: [UInt32: Int64] = [:]
  private(set) var isExact = true

  /// The relative error of estimates.
  static let largestError = 1.0 / 256

  /// The most numbers that are kept of each group: the limit is for a single group, and several groups share
  /// it, with at least 16 for each.
  static func exactLimit(_ limits: TallyLimits, groups: Int) -> Int {
    max(16, limits.exactNumbers / powerOfTwo(from: groups))
  }

  private static func powerOfTwo(from count: Int) -> Int {
    count <= 1 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
  }

  var intervalCount: Int { intervals.count }

  mutating func add(_ number: TallyNumber, limit: Int) {
    guard isExact else {
      return intervals[NumberSample.interval(of: number.double), default: 0] += 1
    }
    switch number {
    case .real(let value): values.append(value + 0)
    case .integer(let value):
      if let exact = Double(exactly: value) { values.append(exact) } else { long.append(value) }
    }
    keep(limit)
  }

  mutating func add(_ other: NumberSample, limit: Int) {
    if isExact, other.isExact {
      values += other.values
      long += other.long
      return keep(limit)
    }
    estimate()
    for value in other.values { intervals[NumberSample.interval(of: value), default: 0] += 1 }
    for value in other.long { intervals[NumberSample.interval(of: Double(value)), default: 0] += 1 }
    intervals.merge(other.intervals) { $0 + $1 }
  }

  /// Keeps the numbers only if there are no more than that.
  mutating func keep(_ limit: Int) {
    if isExact, values.count + long.count > limit { estimate() }
  }

  private mutating func estimate() {
    guard isExact else { return }
    isExact = false
    for value in values { intervals[NumberSample.interval(of: value), default: 0] += 1 }
    for value in long { intervals[NumberSample.interval(of: Double(value)), default: 0] += 1 }
    (values, long) = ([], [])
  }

  /// Sorts the numbers: ``quantile(_:_:)`` takes them in order.
  mutating func sort() {
    values.sort()
    long.sort()
  }

  /// The number of that rank by share, of numbers with these figures.
  func quantile(_ share: Double, _ figures: NumberFigures) -> TallyNumber? {
    let rank = NumberSample.rank(share, of: figures.count)
    if rank == 1 { return figures.least }
    if rank == figures.count { return figures.greatest }
    guard isExact else { return estimate(rank, figures) }
    var (next, nextLong) = (0, 0)
    // Where the long integers come among the others is known only from the comparison.
    while !long.isEmpty, next + nextLong < rank - 1 {
      if isLongNext(next, nextLong) { nextLong += 1 } else { next += 1 }
    }
    if long.isEmpty { next = Int(rank) - 1 }
    return isLongNext(next, nextLong) ? .integer(long[nextLong]) : NumberSample.number(values[next])
  }

  private func isLongNext(_ next: Int, _ nextLong: Int) -> Bool {
    guard nextLong < long.count else { return false }
    guard next < values.count else { return true }
    return TallyNumber.integer(long[nextLong]) < .real(values[next])
  }

  private func estimate(_ rank: Int64, _ figures: NumberFigures) -> TallyNumber? {
    var before: Int64 = 0
    for (interval, count) in intervals.sorted(by: { $0.key < $1.key }) {
      before += count
      guard before >= rank else { continue }
      let middle = NumberSample.middle(of: interval)
      if let least = figures.least, .real(middle) < least { return least }
      if let greatest = figures.greatest, greatest < .real(middle) { return greatest }
      return NumberSample.number(middle)
    }
    return figures.greatest
  }

  /// The smallest rank that is at least that share of all. A product that is a whole number but for
  /// rounding is that number.
  private static func rank(_ share: Double, of count: Int64) -> Int64 {
    let product = share * Double(count)
    let whole = product.rounded()
    let rank = abs(product - whole) <= 1e-9 * max(whole, 1) ? whole : product.rounded(.up)
    return min(max(Int64(exactly: rank) ?? 1, 1), count)
  }

  /// A whole number is an integer, however it was spelt.
  private static func number(_ value: Double) -> TallyNumber {
    guard abs(value) <= 0x1p53, let integer = Int64(exactly: value) else { return .real(value) }
    return .integer(Int128(integer))
  }

  /// The number of an interval; numbers grow with the values in them.
  private static func interval(of value: Double) -> UInt32 {
    let bits = (value + 0).bitPattern
    let ordered = value < 0 ? ~bits : bits | 1 << 63
    return UInt32(truncatingIfNeeded: ordered >> 45)
  }

  private static func middle(of interval: UInt32) -> Double {
    let ordered = UInt64(interval) << 45 | 1 << 44
    let isNegative = ordered >> 63 == 0
    let bits = isNegative ? ~ordered : ordered & ~(1 << 63)
    // Zero, and numbers too small for the precision.
    guard bits & 0x7FF0_0000_0000_0000 != 0 else { return 0 }
    return Double(bitPattern: bits)
  }
}
