import Sluice

/// A time as it is written: an instant, or what the clocks of an unnamed zone show.
struct TimeParts {
  /// Seconds since 1970-01-01T00:00:00, without the nanoseconds: in UTC, or by the clocks.
  var seconds: Int
  var nanosecond: UInt32
  /// Whether digits other than 0 follow the nanoseconds.
  var isFiner: Bool
  /// Whether the text has neither `Z` nor an offset.
  var isLocal: Bool
}

/// What to do with a fraction of a second finer than what a column stores.
enum FractionRule: String, CaseIterable, Sendable {
  /// Leaves out the digits: the last microsecond that began until then.
  case cut
  /// The nearest microsecond; halves go to the later one.
  case round
}

extension TimestampText {
  /// Microseconds since 1970-01-01T00:00:00Z of a time in UTC. `isChanged`: whether a finer fraction was lost.
  static func microseconds(
    _ time: TimeParts, _ rule: FractionRule?, isChanged: inout Bool
  ) throws(CellFault) -> Int64 {
    var microseconds = Int64(time.seconds) * 1_000_000 + Int64(time.nanosecond / 1000)
    if time.nanosecond % 1000 != 0 || time.isFiner {
      guard let rule else { throw .fineFraction }
      isChanged = true
      if rule == .round, time.nanosecond % 1000 >= 500 { microseconds += 1 }
    }
    guard range.contains(microseconds) else { throw .years }
    return microseconds
  }
}
