import Sluice

/// A number of a tally.
public enum TallyNumber: Sendable, Hashable, CustomStringConvertible {
  /// A number written without a fraction and an exponent, of up to 128 bits.
  case integer(Int128)
  /// Any other number, as the nearest double.
  case real(Double)

  public var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// The number as JSON, except for what a sum of doubles may be: `inf` or `-inf`.
  public var description: String {
    switch self {
    case .integer(let value): value.description
    case .real(let value): value.description
    }
  }

  /// Compares exact values.
  static func < (left: TallyNumber, right: TallyNumber) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.integer(let a), .real(let b)): ExactOrder.of(a, to: b) == .less
    case (.real(let a), .integer(let b)): ExactOrder.of(b, to: a) == .greater
    }
  }
}

/// The sum of numbers: exact, and rounded once when it is read.
package struct TallyTotal: Sendable, Hashable {
  /// The integers, as long as their sum fits.
  private var integers: Int128 = 0
  private var rest = ExactSum()
  private var hasReals = false
  private var hasRest = false

  package init() {}

  @inline(__always)
  package mutating func add(_ number: TallyNumber) {
    switch number {
    case .integer(let value): add(value)
    case .real(let value):
      hasReals = true
      hasRest = true
      rest.add(value)
    }
  }

  @inline(__always)
  private mutating func add(_ value: Int128) {
    let (sum, isOver) = integers.addingReportingOverflow(value)
    guard isOver else {
      integers = sum
      return
    }
    hasRest = true
    rest.add(integers)
    integers = value
  }

  package mutating func add(_ other: TallyTotal) {
    add(other.integers)
    guard other.hasRest else { return }
    hasRest = true
    hasReals = hasReals || other.hasReals
    rest.add(other.rest)
  }

  /// The sum divided by the number of its numbers: finite even when the sum is beyond all doubles.
  package func average(of count: Int64) -> Double {
    let sum = number.double
    guard sum.isInfinite else { return sum / Double(count) }
    var all = rest
    all.add(integers)
    return all.double(dividedByWords: 2) / Double(count) * 0x1p64
  }

  /// An integer when only integers were added and the sum fits 128 bits; otherwise the nearest double.
  package var number: TallyNumber {
    guard hasRest else { return .integer(integers) }
    var all = rest
    all.add(integers)
    if !hasReals, let integer = all.integer { return .integer(integer) }
    return .real(all.double)
  }
}
