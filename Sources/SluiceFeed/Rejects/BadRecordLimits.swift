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

  /// Throws ``TooManyBadRecords`` if there are more. `record` is the last.
  package func check(
    rejected: Int64, of records: Int64, last record: RejectedRecord
  ) throws(TooManyBadRecords) {
    if let maximum, rejected > Int64(maximum) {
      throw TooManyBadRecords(
        rejected: rejected, records: records, limit: .count(maximum), last: record)
    }
    if let share, records >= Int64(minimum), Double(rejected) > share * Double(records) {
      throw TooManyBadRecords(
        rejected: rejected, records: records, limit: .share(share), last: record)
    }
  }
}

/// A feed stopped because more of its records are bad than its options allow.
///
/// The last bad record was handed over before this is thrown, like all earlier ones.
public struct TooManyBadRecords: Error, Sendable, CustomStringConvertible {
  /// The limit that was exceeded.
  public enum Limit: Sendable, Hashable {
    /// ``FeedOptions/maximumBadRecords``.
    case count(Int)
    /// ``FeedOptions/maximumBadShare``.
    case share(Double)
  }

  /// Bad records since the feed was opened.
  public let rejected: Int64
  /// All records since then, the bad ones included.
  public let records: Int64
  public let limit: Limit
  /// The last bad record.
  public let last: RejectedRecord

  public var description: String {
    let allowed =
      switch limit {
      case .count(let most): "at most \(most) bad records (maximumBadRecords, --max-errors)"
      case .share(let share):
        "a share of bad records of at most \(share) (maximumBadShare, --max-errors)"
      }
    return "stopped: expected \(allowed), found \(rejected) of \(records);"
      + " the last is \(last)"
  }
}
