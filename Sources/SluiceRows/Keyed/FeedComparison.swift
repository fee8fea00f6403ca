import Sluice
import SluiceFeed

/// Compares the records of two feeds by their keys, in whatever order they are.
///
/// ```swift
/// let comparison = FeedComparison(keys: [try ColumnPath(parsing: "id")])
/// let counts = try comparison.forEach(
///   from: .file(old), to: .file(new)
/// ) { difference in
///   if case .changed(_, _, let changes) = difference { paths += changes.map(\.path) }
/// }
/// ```
///
/// Values are equal as in ``Deduplication``. No key may occur twice in a feed, and a record without a value
/// at one of the paths is a bad record.
///
/// Reads the second feed first and keeps, of each record, hashes of 128 bits and its place; then the first.
/// Records that differ are read again: from the second feed's file if that is plain, otherwise from a copy in
/// a temporary file without a name. Memory: some 64 bytes for each record of the second feed, so at most
/// 512 MiB for the 8,388,608 records that are taken unless ``mostKeys`` says otherwise.
public struct FeedComparison: Sendable {
  /// The paths whose values are the key; none: the whole record, so that records can't be changed.
  public let keys: [ColumnPath]
  public let filter: Filter?
  /// The most records of the second feed; one more is an error.
  public var mostKeys = 1 << 23 {
    didSet { mostKeys = min(max(mostKeys, 1), DigestTable.most) }
  }

  public init(keys: [ColumnPath], where filter: Filter? = nil) {
    self.keys = keys
    self.filter = filter
  }

  public struct Counts: Sendable, Hashable {
    public internal(set) var equal: Int64 = 0
    public internal(set) var changed: Int64 = 0
    public internal(set) var onlyInFirst: Int64 = 0
    public internal(set) var onlyInSecond: Int64 = 0
    /// The number of records of both feeds that were rejected.
    public internal(set) var rejected: Int64 = 0
    /// Why they were, if the options say to count that.
    package internal(set) var rejectReasons: [RejectReason] = []
    /// The number of records of both feeds that the filter did not take.
    public internal(set) var filtered: Int64 = 0
    /// Whether reading was stopped before the end.
    public internal(set) var isStopped = false

    package init() {}

    /// Whether the feeds have the same records, as far as they could be read.
    public var areEqual: Bool { changed == 0 && onlyInFirst == 0 && onlyInSecond == 0 }
  }

  /// Calls the body with each difference: first, in the order of the first feed, those of its records, and
  /// then, in the order of the second, the records that only it has.
  ///
  /// `options` are those of both feeds; bad records of both are handled as they say. `stop` ends the reading
  /// early. Throws what the body throws, ``ImportError`` for a key that occurs twice, for too many records,
  /// and for a file that changed while it was read, and what `JSONFeed` throws.
  @discardableResult
  public func forEach(
    from first: FeedSource, to second: FeedSource, options: FeedOptions = FeedOptions(),
    stop: FeedStop? = nil, _ body: (RecordDifference) throws -> Void
  ) throws -> Counts {
    var counts = Counts()
    try forEach(from: first, to: second, options: options, stop: stop, counting: &counts, body)
    return counts
  }

  /// The same, with what was counted before an error was thrown.
  package func forEach(
    from first: FeedSource, to second: FeedSource, options: FeedOptions, stop: FeedStop?,
    counting counts: inout Counts, _ body: (RecordDifference) throws -> Void
  ) throws {
    var options = options
    options.checking = options.checking ?? .full
    let documents = JSONOptions(
      checking: .full, duplicateKeys: options.duplicateKeys ?? .firstWins,
      depthLimit: options.depthLimit)
    let records = SecondRecords(try RecordStore(of: second), named: second.name, documents)
    try read(second, options, stop, &counts) { (part, record, delivery) in
      try records.add(part, record, delivery, most: mostKeys)
    }
    if stop?.isStopped == true {
      counts.isStopped = true
      return
    }
    var own = DigestTable()
    var (equal, changed, added) = (0 as Int64, 0 as Int64, 0 as Int64)
    try read(first, options, stop, &counts) { (part, record, delivery) in
      let key = part.keys[record]
      let number = records.number(of: key)
      guard number.map(records.meet) ?? own.add(key).isNew else {
        throw SecondRecords.repeated(
          delivery.position(behind: record).recordNumber, in: first.name)
      }
      guard let number else {
        guard own.count <= mostKeys else { throw SecondRecords.tooMany(mostKeys) }
        added += 1
        return try body(.onlyInFirst(part.bytes(of: record)))
      }
      guard records.values[number] != part.records[record] else {
        equal += 1
        return
      }
      changed += 1
      let (old, new) = (part.bytes(of: record), try records.bytes(of: number))
      try body(
        .changed(
          first: old, second: new, try RecordChange.changes(from: old, to: new, documents)))
    }
    (counts.equal, counts.changed, counts.onlyInFirst) = (equal, changed, added)
    if stop?.isStopped == true {
      counts.isStopped = true
      return
    }
    try records.forEachUnmet { bytes in
      counts.onlyInSecond += 1
      try body(.onlyInSecond(bytes))
    }
  }

  private func read(
    _ source: FeedSource, _ options: FeedOptions, _ stop: FeedStop?, _ counts: inout Counts,
    _ body: (KeyedPart, Int, ChunkDelivery) throws -> Void
  ) throws {
    var feed = try JSONFeed(source, options: options, stop: stop)
    var filtered: Int64 = 0
    let reading = KeyedReading(keys: keys, filter: filter, comparesRecords: true)
    defer {
      counts.filtered += filtered
      counts.rejected += feed.counts.rejected
      counts.rejectReasons.add(feed.rejectReasons)
    }
    try reading.forEach(in: &feed, body) { filtered += $0.filtered }
    guard stop?.isStopped != true else { return }
    let found = feed.counts
    try BadRecordLimits(options).check(
      rejected: found.rejected, of: found.records + found.rejected, last: nil)
  }
}
