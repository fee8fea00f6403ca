import Sluice

/// Gives back the records of a reject file: repaired or for another job, they can be read again.
///
/// ```swift
/// var replay = try RejectReplay(.file(rejects))
/// try replay.forEach { reject in
///   records.append(try reject.wholeRecord())
/// }
/// ```
public struct RejectReplay: ~Copyable {
  private var feed: JSONFeed

  /// Opens a reject file; `stop` ends the reading from elsewhere. Throws `io`, `out-of-memory`.
  public init(_ source: FeedSource, stop: FeedStop? = nil) throws(JSONError) {
    // A record may take six bytes for each of its own (`\u0000`), and some more for the rest.
    feed = try JSONFeed(
      source,
      options: FeedOptions(
        framing: .lines, checking: .full,
        maximumRecordSize: 6 * RejectedRecord.mostBytes + (1 << 20)),
      stop: stop)
  }

  /// Calls `body` with each reject, in the order of the file. Throws a ``RejectedRecord`` for a line
  /// that is none, what `body` throws, and `io`.
  public mutating func forEach(_ body: (Reject) throws -> Void) throws {
    try feed.forEach(ClosureMapping { try Reject($0) }, body) { throw $0 }
  }
}
