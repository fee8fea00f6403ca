import SluiceFeed

/// How a job runs.
public struct ImportOptions: Sendable, Hashable {
  /// How records are read. Each is checked in full, unless `FeedOptions.checking` says otherwise. ``rejectFile``
  /// decides where bad records go, not the feed's policy.
  ///
  /// The maximum of bad records also counts records that make no row, in all runs of the job. Beyond it the job commits
  /// and stops with `too-many-rejects`, and later runs are refused with `beyond-limit` until one allows as many. The
  /// share is judged after `FeedOptions.minimumForShare` records, and at the end; of a followed source, both are judged
  /// over the last 1,000 records.
  public var feed: FeedOptions
  /// Which records are taken; nil: all. A record that is not taken is not a reject, whatever its columns'
  /// values are.
  public var filter: Filter?
  /// An array in each record whose elements become rows; nil: a record is a row.
  ///
  /// Columns whose path names the array followed by `[]` (`payload.commits[].sha`) take their values from
  /// the element, all others from the record. A record without the array, or with an empty one, has no
  /// rows, and ``ImportSummary/empty`` counts it. A record is stored as a whole: one value that does not
  /// fit its column makes the record a reject, whatever its other elements are.
  public var explode: ColumnPath?
  /// What to do with keys that nothing asks for.
  public var unknownKeys = UnknownKeys.ignore
  /// The number of records between two commits, at least 1. Where an array is exploded it counts rows, but
  /// the rows of a record stay together. Larger batches cost less, and a killed job repeats more of them.
  /// Nil: as many as the sink prefers (``Sink/usualBatchSize``).
  public var batchSize: Int?
  /// The longest time that rows of a followed source wait for a commit, in seconds, and those of a file that was read to its
  /// end, while other files are read.
  public var longestWait = 1.0
  /// Whether to take or reject what may be unfinished at a file's end: a last line without newline that is
  /// not a closed object or array, or a value or an array that has not ended. Otherwise it is left for the
  /// next run, and the summary counts it (``ImportSummary/Source/left``).
  ///
  /// The end of a source that can't be read again (a pipe) is always final, and so is that of a rotated
  /// log. A followed log has no end, so this does not apply to it.
  public var isFinal = false
  /// Whether to read all sources once before the first row, and to import nothing when more of their records are bad
  /// than ``feed`` allows. Sources must be readable twice, and what only the target refuses is not found. A replacement
  /// needs no second reading: its rows are published only if there are no more.
  public var isGated = false
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
