import SluiceFeed

/// How a job runs.
public struct ImportOptions: Sendable, Hashable {
  /// How records are read. Each is checked in full, unless `FeedOptions.checking` says otherwise. Its
  /// maximum of bad records counts those
  /// that are no rows, too: beyond it the job commits and stops with `too-many-rejects`, and goes on
  /// behind there when it is run again. Where they go says ``rejectFile``, not the feed's policy.
  public var feed: FeedOptions
  /// Which records are taken; nil: all. A record that is not taken is no reject, whatever its columns'
  /// values are.
  public var filter: Filter?
  /// An array in each record whose elements become rows; nil: a record is a row.
  ///
  /// Columns whose path names the array with `[]` behind it (`payload.commits[].sha`) are the element's, the
  /// others the record's. A record without the array, or without an element in it, has no rows, and
  /// ``ImportSummary/empty`` counts it. A record is stored as a whole: one value that is not its
  /// column's makes the record a reject, whatever its other elements are.
  public var explode: ColumnPath?
  /// What becomes of keys that nothing asks for.
  public var unknownKeys = UnknownKeys.ignore
  /// Records between two commits, at least 1; where an array is exploded, rows, but a record's stay
  /// together. Larger batches cost less, and a killed job does more of them again. Nil: as many as the
  /// sink says (``Sink/usualBatchSize``).
  public var batchSize: Int?
  /// How long rows of a followed source wait for a commit at most, in seconds.
  public var longestWait = 1.0
  /// Whether what stands at a file's end and may not be whole is taken, or rejected, as it is: a last line
  /// without newline that is no closed object or array, a value or an array that has not ended. Otherwise it
  /// is left for the next run, and the summary counts it (``ImportSummary/Source/left``).
  ///
  /// The end of what can't be read again (a pipe) is always its last, and so is that of a rotated log. A
  /// followed log has no end: there this says nothing.
  public var isFinal = false
  /// Where rejected records go, one JSON object a line. Nil: they are only counted.
  public var rejectFile: String?

  public init(
    feed: FeedOptions = FeedOptions(), filter: Filter? = nil, batchSize: Int? = nil,
    rejectFile: String? = nil
  ) {
    self.feed = feed
    self.filter = filter
    self.batchSize = batchSize.map { max($0, 1) }
    self.rejectFile = rejectFile
  }
}
