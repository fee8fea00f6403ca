public import SluiceFeed
public import SluiceRows

/// The rows of a feed as column batches, in the feed's order.
///
/// ```swift
/// let selection = RowSelection(columns: [try ImportColumn(parsing: "size:int=payload.size")])
/// let stream = try ColumnStream(selection, of: JSONFeed(.file(path)))
/// while let batch = try stream.next() {
///   for row in 0..<batch.count { total += batch[0].int64(row) ?? 0 }
/// }
/// ```
///
/// With `FeedOptions.parallel` above 1, several threads read pieces of the feed, also while the caller
/// works on a batch; they end with this object. Memory: a batch, and some megabytes a thread.
///
/// One thread uses it at a time.
public final class ColumnStream {
  public let schema: ColumnSchema
  /// Everything in the batches that were delivered or are being built.
  public private(set) var counts: RowSelection.Counts

  private let feed: JSONFeed
  private let pieces: PulledChunks<ColumnPart>
  private let parts: SpareParts<ColumnPart>
  private let handler: BadRecordHandler
  private let rejected: (RejectedRecord) throws -> Void
  private let stopping: StoppingColumns
  private var builder: BatchBuilder
  /// Full batches that were not delivered yet.
  private var full: [ColumnBatch] = []
  private var isAtEnd = false
  /// The error that ended the reading: thrown after the rows before it, and again from then on.
  private var failure: (any Error)?

  /// A stream of a feed's rows. Reads nothing.
  ///
  /// `rejected` gets the records that are not JSON, or have a value that does not fit its column;
  /// without it, `FeedOptions.badRecords` decides. Records are checked in full, unless the feed's options
  /// say otherwise. Throws `ImportError` for columns that do not fit what is exploded.
  public init(
    _ selection: RowSelection, of feed: consuming JSONFeed,
    options: ColumnOptions = ColumnOptions(),
    rejected: ((RejectedRecord) throws -> Void)? = nil
  ) throws(ImportError) {
    let specification = try RowSpecification(
      selection.columns, selection.filter, explode: selection.explode,
      unknownKeys: selection.unknownKeys, forBatches: true, unread: selection.unread)
    try specification.check(feed.options)
    schema = ColumnSchema(selection.columns, options: options)
    counts = RowSelection.Counts(selection.columns)
    builder = BatchBuilder(schema, options, progress: feed.progress)
    let decimals = selection.columns.map { options.decimal($0.name) }
    let views =
      options.strings == .view ? ViewChoice(leastShare: options.leastViewedShare) : nil
    let parts = SpareParts { ColumnPart(specification, decimals: decimals, views: views) }
    self.parts = parts
    feed.checksInFullUnlessTold()
    handler = feed.handler
    self.rejected = rejected ?? feed.handler.keep
    stopping = StoppingColumns(selection.columns, rowsBefore: .delivered)
    pieces = feed.pulledChunks(
      ChunkFold { piece in
        let part = parts.reuse()
        part.read(piece)
        return part
      }, keepsWindows: views != nil)
    self.feed = feed
  }

  /// How far the feed has come, for other threads to read.
  public var progress: FeedProgress { feed.progress }

  /// The next batch; nil after the last. Throws what the feed throws, and what `rejected` throws, after
  /// the rows before it. Throws `out-of-memory` where a batch can't have the memory that it needs; its rows
  /// are lost then.
  public func next() throws -> ColumnBatch? {
    while true {
      if !full.isEmpty { return full.removeFirst() }
      if isAtEnd || failure != nil {
        if let rest = try takeRest() { return rest }
        if let failure { throw failure }
        return nil
      }
      do {
        isAtEnd = try !readPiece()
      } catch {
        failure = error
      }
      if isAtEnd || failure != nil { countUnknownKeys() }
    }
  }

  private func takeRest() throws -> ColumnBatch? {
    do {
      return try builder.takeRest()
    } catch {
      failure = failure ?? error
      throw error
    }
  }

  private func readPiece() throws -> Bool {
    try handler.flushing {
      try pieces.next { reject in
        try stopping.check(reject)
        try rejected(reject)
      } _: { part, delivery in
        defer {
          part.forgetWindows()
          parts.put(part)
        }
        try part.deliver(delivery, &counts) { rows in
          try builder.append(part, rows: rows) { full.append($0) }
        }
      }
    }
  }

  private func countUnknownKeys() {
    var unknown = UnknownKeyCounts()
    for part in parts.all { if let found = part.unknownKeys { unknown.add(found) } }
    counts.setUnknownKeys(unknown)
  }
}
