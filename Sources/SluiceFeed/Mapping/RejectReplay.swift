import Sluice

/// Returns the records of a reject file, so that they can be read again after a repair or in
/// another job.
///
/// ```swift
/// var replay = try RejectReplay(.file(rejects))
/// try replay.forEach { reject in
///   records.append(try reject.wholeRecord())
/// }
/// ```
public struct RejectReplay: ~Copyable {
  private var feed: JSONFeed

  /// Opens a reject file; `stop` ends the reading from another thread. Throws `io`,
  /// `out-of-memory`.
  public init(_ source: FeedSource, stop: FeedStop? = nil) throws(JSONError) {
    // Each byte of a record may take six bytes (`\u0000`), and the other fields take some more.
    feed = try JSONFeed(
      source,
      options: FeedOptions(
        framing: .lines, checking: .full,
        maximumRecordSize: 6 * RejectedRecord.mostBytes + (1 << 20)),
      stop: stop)
  }

  /// Calls `body` with each reject, in file order. Throws a ``RejectedRecord`` for a line that is
  /// not a reject, the errors of `body`, and `io`.
  public mutating func forEach(_ body: (Reject) throws -> Void) throws {
    try feed.forEach(ClosureMapping { try Reject($0) }, body) { throw $0 }
  }
}
