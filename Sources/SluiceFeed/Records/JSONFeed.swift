import Sluice

/// Reads JSON records from a file, a pipe or memory: lines (NDJSON, JSON Lines), or another
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
/// `rejected` gets records that are not valid. An error that a closure throws ends the feed, also that of a cursor: to go on
/// after it, catch it and call `record.reject(error)`, or read with a mapping, whose errors make rejects.
///
/// In a feed of lines, a newline always ends a record, regardless of the quotes before it. So a damaged line never
/// swallows its neighbours: it goes to `rejected`, and the next line is read normally. Lines end with LF or CRLF, and
/// the last may have no line end. Blank lines and a UTF-8 byte order mark at the start are skipped.
///
/// Cost: one pass of stage 1 indexes a window of a few hundred records, and no memory is allocated per record. Only
/// pieces in which stage 1 sees a fault are read line by line. Memory does not depend on the feed's size: a window and
/// its index, or the longest record.
///
/// A feed is not Sendable: one thread reads it at a time.
public struct JSONFeed: ~Copyable {
  @usableFromInline let reader: FeedReader

  /// Opens a source, optionally `from` a position where another feed left off. In a file the feed
  /// seeks; in a pipe or a compressed file it reads and drops the bytes before the position. With
  /// `range`, it reads only the lines that begin there, as with ``FeedOptions/range``. `stop` ends the
  /// reading from another thread.
  ///
  /// Throws `io`, `out-of-memory`; if it resumes from a position, also `decompression-failed` and
  /// `unsupported-encoding`. Throws `invalid-value` for a framing that can't begin there, and for a
  /// range of a source that can't be divided.
  public init(
    _ source: FeedSource, options: FeedOptions = FeedOptions(), in range: FeedRange? = nil,
    from position: FeedPosition = .start, stop: FeedStop? = nil
  ) throws(JSONError) {
    var options = options
    if let range { options.range = range }
    reader = try FeedReader(
      source, options: options, from: position, stops: stop.map { [$0] } ?? [])
  }

  /// Lends each record in order, and hands over those that are not valid. Returns when the source
  /// ends or the feed is stopped.
  ///
  /// An error thrown by a closure ends the reading after the current record, and another `forEach`
  /// resumes there. A `JSONError` from `body` gets its location in the record. To continue after an
  /// unwanted record, catch the error inside `body` and make a reject of it:
  /// `record.reject(error)`.
  ///
  /// Throws the errors of the closures, `io` if the source fails, and `decompression-failed` or
  /// `unsupported-encoding` if it is damaged, all after the records before the fault. Throws
  /// `out-of-memory`.
  public mutating func forEach(
    _ body: (borrowing FeedRecord) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) throws {
    try reader.forEach(body, rejected: rejected)
  }

  /// Lends each good record in order, and handles bad ones as ``FeedOptions/badRecords`` says.
  /// Returns when the source ends.
  ///
  /// Throws a ``RejectedRecord`` for a bad record under `.stop`, ``TooManyBadRecords``, and otherwise
  /// the same errors as `forEach(_:rejected:)`.
  public mutating func forEach(_ body: (borrowing FeedRecord) throws -> Void) throws {
    let handler = reader.handler
    try handler.flushing { try reader.forEach(body, rejected: handler.keep) }
  }

  /// The bad records kept by ``BadRecordPolicy/collect(limit:)``.
  public var badRecords: [RejectedRecord] { reader.handler.collected }

  @usableFromInline
  package var handler: BadRecordHandler { reader.handler }

  /// Why records were rejected, where the options say to count that.
  package var rejectReasons: [RejectReason] { reader.handler.reasons }

  /// How the records follow each other. With `.auto`, this is `.auto` until the first record is
  /// requested, and then the chosen framing.
  public var framing: FeedFraming { reader.framing }

  /// The position after the last record that was delivered or rejected.
  public var position: FeedPosition { reader.position }

  /// How it is read; with the framing that was chosen, if it was.
  package var options: FeedOptions { reader.options }

  /// The number of bytes indexed or scanned to find records other than lines. A measure of work that
  /// does not depend on the machine.
  package var bytesLookedAt: Int64 { reader.chosen.lookedAt }

  /// Everything read since the feed was opened.
  public var counts: FeedCounts { unsafe reader.state.pointee.counts }

  /// The same figures and the speed, for other threads to read while this one reads the feed.
  public var progress: FeedProgress { reader.progress }

  /// The name of the source, or of the current one of several files.
  public var name: String { unsafe reader.state.pointee.source }
}
