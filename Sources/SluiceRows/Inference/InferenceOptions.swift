public import SluiceFeed

/// How much of a feed is examined to infer its columns, and how closely.
public struct InferenceOptions: Sendable, Hashable {
  /// How the feed is read. Records are always checked in full. By default the first of duplicate keys
  /// counts, as in an import.
  public var feed: FeedOptions
  /// The number of good records to examine; nil: all.
  public var records: Int?
  /// Whether the records come from several places of the feed instead of its start, where it has them: ten of each file
  /// of lines that is not compressed, and the start of each other one, of at most 100 files.
  public var isSpread: Bool
  /// The number of paths to report on; fields beyond them are only counted.
  public var maximumPaths: Int
  /// An object with more distinct keys than this has data for keys: its fields count as one path. The same
  /// holds for more than 100 keys when each object has, on average, fewer than a tenth of them, and, below
  /// the record itself, for more than 8 keys that are all numbers, dates or UUIDs.
  public var maximumFields: Int
  /// The depth down to which values are examined; at most 64, as for paths of columns.
  public var maximumDepth: Int
  /// Whether arrays, objects in them and objects whose keys are data become columns of nested types, for
  /// column batches, instead of JSON.
  public var isNested: Bool
  /// Whether the columns are for batches, nested or not.
  package var isForBatches = false

  /// The array whose elements become rows: then each element has columns, instead of the array, which would be repeated.
  package var exploded: ColumnPath?

  var columnKind: InferredColumns {
    isNested ? .nestedBatches : isForBatches ? .batches : .tables
  }

  public init(
    feed: FeedOptions = FeedOptions(), records: Int? = 10_000, isSpread: Bool = true,
    maximumPaths: Int = 10_000, maximumFields: Int = 1000, maximumDepth: Int = 64,
    isNested: Bool = false
  ) {
    self.feed = feed
    self.records = records
    self.isSpread = isSpread
    self.maximumPaths = maximumPaths
    self.maximumFields = maximumFields
    self.maximumDepth = maximumDepth
    self.isNested = isNested
  }

  var limits: PathTree.Limits {
    PathTree.Limits(
      paths: max(maximumPaths, 1), fields: max(maximumFields, 1),
      depth: min(max(maximumDepth, 0), ColumnPath.longest))
  }
}
