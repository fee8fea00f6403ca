extension RFC3339 {
  /// The first part of a text that is wrong, and how. A few bytes, because it is thrown in loops: callers make their
  /// words from it.
  package struct Fault: Error {
    package enum Part: UInt8, Sendable {
      case year, month, day, hour, minute, second, fraction, zone, offsetHour, offsetMinute
    }

    package enum Problem: UInt8, Sendable {
      /// The part lacks digits.
      case digits
      /// The part is a number out of ``Fault/range``: ``Fault/value``.
      case range
      /// The part is not followed by its separator.
      case separator
      /// The part is missing.
      case isMissing
      /// Something follows the part, which should be the last.
      case isFollowed
    }

    package let part: Part
    package let problem: Problem
    private let number: UInt8
    private let first: UInt8
    private let last: UInt8

    package var value: Int { Int(number) }
    package var range: ClosedRange<Int> { Int(first)...Int(last) }

    package init(
      _ part: Part, _ problem: Problem, _ value: Int = 0, _ range: ClosedRange<Int> = 0...0
    ) {
      self.part = part
      self.problem = problem
      // Each is a number of two digits.
      number = UInt8(truncatingIfNeeded: value)
      first = UInt8(truncatingIfNeeded: range.lowerBound)
      last = UInt8(truncatingIfNeeded: range.upperBound)
    }
  }
}
