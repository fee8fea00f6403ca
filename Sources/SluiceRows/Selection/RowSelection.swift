import Sluice
import SluiceFeed

/// The records of a feed as rows, without a job: the chosen columns of the records that a filter takes.
///
/// ```swift
/// let selection = RowSelection(
///   columns: [try ImportColumn(parsing: "size:int=payload.size")],
///   where: try Filter("type = 'PushEvent'"))
/// let counts = try selection.forEach(in: &feed) { row in
///   if case .integer(let size) = row[0] { total += size }
/// }
/// ```
public struct RowSelection: Sendable {
  public let columns: [ImportColumn]
  public let filter: Filter?
  /// An array in each record whose elements become rows.
  public let explode: ColumnPath?
  /// What to do with keys that nothing asks for.
  public let unknownKeys: UnknownKeys
  /// Columns that are not read, and whose keys are known all the same.
  package var unread: [ImportColumn] = []

  public init(
    columns: [ImportColumn], where filter: Filter? = nil, explode: ColumnPath? = nil,
    unknownKeys: UnknownKeys = .ignore
  ) {
    self.columns = columns
    self.filter = filter
    self.explode = explode
    self.unknownKeys = unknownKeys
  }

  /// Throws ``ImportError`` for columns that do not fit what is exploded, for an array that records of the feed can't
  /// have, for transforms of other types than
  /// text and, unless they are for batches, for nested types. Reads nothing.
  package func check(forBatches: Bool, of feed: FeedOptions) throws(ImportError) {
    try RowSpecification(
      columns, filter, explode: explode, unknownKeys: unknownKeys, forBatches: forBatches
    ).check(feed)
  }

  /// The number of records of each kind.
  public struct Counts: Sendable, Hashable {
    public internal(set) var rows: Int64 = 0
    /// The number of records that the filter did not take.
    public internal(set) var filtered: Int64 = 0
    /// The number of records without an element to explode.
    public internal(set) var empty: Int64 = 0
    /// For each column, the number of values of another type that were set to NULL or the column's default.
    public var nulled: [ByteName: Int64] { notes.nulled }
    /// For each column, the number of values that it took only because of what it accepts
    /// (``ImportColumn/accepts``), by the word for it.
    public var accepted: [ByteName: [String: Int64]] { notes.accepted }
    package var notes: NoteCounts

    /// How often each key that nothing asks for was found, by path: at most 1000 distinct ones.
    public internal(set) var unknownKeys: [ByteName: Int64] = [:]
    /// The number of others.
    public internal(set) var otherUnknownKeys: Int64 = 0

    package init(_ columns: [ImportColumn] = []) { notes = NoteCounts(columns) }

    package mutating func setUnknownKeys(_ unknown: UnknownKeyCounts) {
      unknownKeys = unknown.counts
      otherUnknownKeys = unknown.others
    }
  }

  /// Calls the body with each row, in the feed's order. A record that is not JSON, or has a value that does
  /// not fit its column, is a bad record: `FeedOptions.badRecords` decides what to do with it, and
  /// `FeedCounts.rejected` counts it. Records are checked in full, unless the feed's options say otherwise.
  ///
  /// With `FeedOptions.parallel` above 1, several threads make the rows of lines; the body is called on the
  /// caller's. Throws what the body throws, what `JSONFeed` does, and ``ImportError`` for columns that do
  /// not fit what is exploded.
  @discardableResult
  public func forEach(
    in feed: inout JSONFeed, _ body: (borrowing ImportRow) throws -> Void
  ) throws -> Counts {
    feed.checksInFullUnlessTold()
    let handler = feed.handler
    let stopping = StoppingColumns(columns, rowsBefore: .delivered)
    return try handler.flushing {
      try forEach(in: &feed, body) { reject in
        try stopping.check(reject)
        try handler.keep(reject)
      }
    }
  }

  private func forEach(
    in feed: inout JSONFeed, _ body: (borrowing ImportRow) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) throws -> Counts {
    let specification = try RowSpecification(
      columns, filter, explode: explode, unknownKeys: unknownKeys)
    try specification.check(feed.options)
    if !specification.mayNeedMessageFields { feed.leaveOutMessageFields() }
    var counts = Counts(columns)
    var unknown = UnknownKeyCounts()
    if try feed.readsInParallel() {
      let spare = SpareParts { RowBatch(specification) }
      try feed.forEachChunk(RowBatch.fold(spare)) { batch, delivery in
        defer { spare.put(batch) }
        for record in 0..<batch.count {
          try delivery.go(behind: record)
          for row in batch.rows(of: record) {
            try batch.lendRow(row, body)
            counts.rows += 1
            if !batch.notes.isEmpty { batch.notes.count(row, in: &counts.notes) }
          }
        }
        try delivery.finish()
        counts.filtered += batch.filtered
        counts.empty += batch.empty
        if let found = batch.unknownKeys { unknown.add(found) }
      } rejected: {
        try rejected($0)
      }
    } else {
      let rows = SelectedRows(specification)
      try feed.forEach(
        { try rows.select($0, &counts, body, rejected) }, rejected: rejected)
      if let found = rows.keys?.counts { unknown.add(found) }
    }
    counts.setUnknownKeys(unknown)
    return counts
  }
}

/// The rows of a selection, made by one thread.
private struct SelectedRows: ~Copyable {
  private let plan: ColumnPlan
  private let elements: ElementPlan?
  private let matcher: FilterMatcher
  let keys: UnknownKeyDetector?

  init(_ specification: RowSpecification) {
    plan = ColumnPlan(specification.columns)
    elements = specification.elementPlan(keepsText: false)
    matcher = specification.matcher()
    keys = specification.unknownKeyDetector()
  }

  func select(
    _ record: borrowing FeedRecord, _ counts: inout RowSelection.Counts,
    _ body: (borrowing ImportRow) throws -> Void, _ rejected: (RejectedRecord) throws -> Void
  ) throws {
    do throws(JSONError) {
      if try !matcher.matches(record.cursor.position) {
        counts.filtered += 1
        return
      }
    } catch {
      return try record.reject(reject: record.reject(error), rejected)
    }
    do throws(JSONError) {
      if let elements {
        // Reads all elements before the first row is passed on: a record with a bad one has no rows.
        try elements.begin(record)
        while try elements.next(record) {}
      } else {
        try plan.read(record)
      }
    } catch {
      let column = elements?.failedColumnName ?? plan.failedColumnName
      return try record.reject(
        reject: record.reject(error, cause: ColumnFault(column: column)), rejected)
    }
    if let keys, let reject = record.reject(unknownBy: keys, array: elements?.array) {
      return try record.reject(reject: reject, rejected)
    }
    guard let elements else {
      try body(plan.row)
      counts.rows += 1
      if plan.hasNotes { counts.notes.add(plan.notes) }
      return
    }
    if elements.index < 0 { counts.empty += 1 }
    elements.rewind()
    while try elements.next(record) {
      try body(elements.row)
      counts.rows += 1
      if elements.hasNotes { counts.notes.add(elements.notes) }
    }
  }
}
