public import SluiceFeed

/// How much of a feed is looked at to infer its columns, and how closely.
public struct InferenceOptions: Sendable, Hashable {
  /// How the feed is read. Whatever they say, records are checked in full. Of duplicate keys the first
  /// counts, unless they say otherwise, as in an import.
  public var feed: FeedOptions
  /// So many good records are looked at; nil: all.
  public var records: Int?
  /// Whether the records are taken from ten places of the feed instead of its start. That takes a
  /// file of lines that is not compressed.
  public var isSpread: Bool
  /// So many paths are told apart; fields beyond them are only counted.
  public var maximumPaths: Int
  /// An object with more different keys than this has data for keys: its fields count as one path.
  /// So has one with more than 100 of which each object has less than every tenth, and one in the
  /// record with more than 8 that are all numbers, dates or UUIDs.
  public var maximumFields: Int
  /// Values so many levels down are looked at; 64 at the most, as paths of columns.
  public var maximumDepth: Int

  public init(
    feed: FeedOptions = FeedOptions(), records: Int? = 10_000, isSpread: Bool = false,
    maximumPaths: Int = 10_000, maximumFields: Int = 1000, maximumDepth: Int = 64
  ) {
    self.feed = feed
    self.records = records
    self.isSpread = isSpread
    self.maximumPaths = maximumPaths
    self.maximumFields = maximumFields
    self.maximumDepth = maximumDepth
  }

  var limits: PathTree.Limits {
    PathTree.Limits(
      paths: max(maximumPaths, 1), fields: max(maximumFields, 1),
      depth: min(max(maximumDepth, 0), ColumnPath.longest))
  }
}
