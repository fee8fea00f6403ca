/// How many bad records a reader tolerates.
package struct BadRecordLimits: Sendable {
  let maximum: Int?
  let share: Double?
  let minimum: Int

  package init(_ options: FeedOptions) {
    maximum = options.maximumBadRecords
    share = options.maximumBadShare
    minimum = options.minimumForShare
  }

  /// Throws ``TooManyBadRecords`` if there are more. `record` is the last; nil: there are no more records.
  package func check(
    rejected: Int64, of records: Int64, last record: RejectedRecord?
  ) throws(TooManyBadRecords) {
    if let maximum, rejected > Int64(maximum) {
      throw TooManyBadRecords(
        rejected: rejected, records: records, limit: .count(maximum), last: record)
    }
    if let share, record == nil || records >= Int64(minimum),
      Double(rejected) > share * Double(records)
    {
      throw TooManyBadRecords(
        rejected: rejected, records: records, limit: .share(share), last: record)
    }
  }
}

/// A feed stopped because more of its records are bad than its options allow.
///
/// All bad records were handed over before this is thrown.
public struct TooManyBadRecords: Error, Sendable, CustomStringConvertible {
  /// The limit that was exceeded.
  public enum Limit: Sendable, Hashable {
    /// ``FeedOptions/maximumBadRecords``.
    case count(Int)
    /// ``FeedOptions/maximumBadShare``.
    case share(Double)

    package var words: String {
      switch self {
      case .count(let most): "at most \(most) bad records (maximumBadRecords, --max-errors)"
      case .share(let share):
        "a share of bad records of at most \(share) (maximumBadShare, --max-errors)"
      }
    }
  }

  /// Bad records since the feed was opened.
  public let rejected: Int64
  /// All records since then, the bad ones included.
  public let records: Int64
  public let limit: Limit
  /// The last bad record; nil: the feed was judged at its end.
  public let last: RejectedRecord?

  public var description: String {
    return
      "\(last == nil ? "too many bad records" : "stopped"): expected \(limit.words), found \(rejected) of \(records)"
      + (last.map { "; the last is \($0)" } ?? "")
  }
}
