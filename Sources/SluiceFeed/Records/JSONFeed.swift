import Sluice

/// Reads JSON records from a file, a pipe or memory: lines (NDJSON, JSON Lines), or in another
/// ``FeedFraming``.
///
/// ```swift
/// var feed = try JSONFeed(.file("events.ndjson"))
/// try feed.forEach { record in
///   total += try record.cursor["payload"]["size"].int
/// } rejected: { bad in
///   messages.append(bad.description)
/// }
/// ```
///
/// In a feed of lines, a newline always ends a record, whatever the quotes before it say, so that a damaged line never
/// swallows its neighbours: it is handed to `rejected`, and the next line is read as if nothing had
/// happened. Lines end with LF or CRLF; the last may go without; lines of white space are passed
/// over; a UTF-8 byte order mark at the start is skipped.
///
/// Cost: a window of some hundred records is indexed by one pass of stage 1, and nothing is
/// allocated for a record. Only pieces that have a fault stage 1 sees are looked at line by line.
/// Memory does not depend on the feed's size: a window and its index, or the longest record.
///
/// A feed is not Sendable: one thread reads it at a time.
public struct JSONFeed: ~Copyable {
  @usableFromInline let reader: FeedReader

  /// Opens a source, and goes on `from` a position where another feed left off: a file is seeked,
  /// of a pipe and of a compressed file the bytes before it are read and dropped. With `range`, only
  /// the lines that begin in it are read (``FeedRange``). `stop` ends the reading from elsewhere.
  ///
  /// Throws `io`, `out-of-memory`; when it goes on from a position, also `decompression-failed` and
  /// `unsupported-encoding`; `invalid-value` for a framing that can't begin there, and for a range of
  /// what can't be divided.
  public init(
    _ source: FeedSource, options: FeedOptions = FeedOptions(), in range: FeedRange? = nil,
    from position: FeedPosition = .start, stop: FeedStop? = nil
  ) throws(JSONError) {
    reader = try FeedReader(
      source, options: options, in: range, from: position, stops: stop.map { [$0] } ?? [])
  }

  /// Lends each record in order, and hands over those that are not valid. Returns when the source
  /// ends or the feed is stopped.
  ///
  /// Throws what the closures throw: that ends the reading behind the record at hand, and another
  /// `forEach` goes on there. A `JSONError` from `body` is located in its record on the way. To go
  /// on past a record that is not as wanted, catch inside `body` and make a reject of it:
  /// `record.reject(error)`. Throws `io` when the source fails,
  /// `decompression-failed` and `unsupported-encoding` when it is damaged, all behind the records
  /// before that, and `out-of-memory`.
  public mutating func forEach(
    _ body: (borrowing FeedRecord) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) throws {
    try reader.forEach(body, rejected: rejected)
  }

  /// Lends each good record in order, and does with bad ones what ``FeedOptions/badRecords`` says.
  /// Returns when the source ends.
  ///
  /// Throws a ``RejectedRecord`` for a bad record under `.stop`, ``TooManyBadRecords``, and otherwise
  /// as `forEach(_:rejected:)` does.
  public mutating func forEach(_ body: (borrowing FeedRecord) throws -> Void) throws {
    let keeper = reader.keeper
    try keeper.flushing { try reader.forEach(body, rejected: keeper.keep) }
  }

  /// The bad records that were kept: those of ``BadRecordPolicy/collect(limit:)``.
  public var badRecords: [RejectedRecord] { reader.keeper.collected }

  @usableFromInline
  package var keeper: BadRecordKeeper { reader.keeper }

  /// How the records follow each other: with `.auto`, what was chosen once the first record was asked
  /// for, and `.auto` before.
  public var framing: FeedFraming { reader.framing }

  /// Behind the last record that was lent or rejected.
  public var position: FeedPosition { reader.state.pointee.position }

  /// How many bytes were indexed or scanned one by one to find records that are no lines. A measure of
  /// work that does not depend on the machine.
  package var bytesLookedAt: Int64 { reader.values.lookedAt }

  /// What was read since the feed was opened.
  public var counts: FeedCounts { reader.state.pointee.counts }

  /// The same, and how fast, for other threads to look at while this one reads.
  public var progress: FeedProgress { reader.progress }

  /// The name of the source; of several files, the one that is being read.
  public var name: String { reader.state.pointee.source }
}
