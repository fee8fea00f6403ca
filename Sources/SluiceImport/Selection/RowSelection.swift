import Sluice
import SluiceFeed

/// The records of a feed as rows, for whoever wants them without a job: those that a filter takes, and
/// of them the columns.
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
  /// An array in each record whose elements become rows, as ``ImportOptions/explode``.
  public let explode: ColumnPath?
  /// What becomes of keys that nothing asks for.
  public let unknownKeys: UnknownKeys

  public init(
    columns: [ImportColumn], where filter: Filter? = nil, explode: ColumnPath? = nil,
    unknownKeys: UnknownKeys = .ignore
  ) {
    self.columns = columns
    self.filter = filter
    self.explode = explode
    self.unknownKeys = unknownKeys
  }

  /// How many records there were of each kind.
  public struct Counts: Sendable, Hashable {
    public internal(set) var rows: Int64 = 0
    /// Records that the filter did not take.
    public internal(set) var filtered: Int64 = 0
    /// Records without an element to explode.
    public internal(set) var empty: Int64 = 0
    /// By column, the values of another type that were set to NULL or the column's default.
    public internal(set) var nulled: [String: Int64] = [:]

    /// As ``ImportSummary/unknownKeys``.
    public internal(set) var unknownKeys: [String: Int64] = [:]
    /// How often there were others.
    public internal(set) var otherUnknownKeys: Int64 = 0

    mutating func countNulled(_ columns: [String]) {
      for column in columns { nulled[column, default: 0] += 1 }
    }
  }

  /// Lends each row, in the feed's order. A record that is no JSON, or with a value that is not its
  /// column's, is a bad record: `FeedOptions.badRecords` says what becomes of it, and it counts among
  /// `FeedCounts.rejected`. Records are checked in full, unless the feed's options say otherwise.
  ///
  /// With `FeedOptions.parallel` above 1 lines are made into rows on several threads; the body is
  /// called on the caller's. Throws what the body throws, what `JSONFeed` does, and ``ImportError`` for
  /// columns that do not go with what is exploded.
  @discardableResult
  public func forEach(
    in feed: inout JSONFeed, _ body: (borrowing ImportRow) throws -> Void
  ) throws -> Counts {
    feed.checksInFullUnlessTold()
    let keeper = feed.keeper
    let stopping = StoppingColumns(columns)
    return try keeper.flushing {
      try forEach(in: &feed, body) { reject in
        try stopping.check(reject)
        try keeper.keep(reject)
      }
    }
  }

  private func forEach(
    in feed: inout JSONFeed, _ body: (borrowing ImportRow) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) throws -> Counts {
    let recipe = try RowRecipe(columns, filter, explode: explode, unknownKeys: unknownKeys)
    var counts = Counts()
    var unknown = UnknownKeyCounts()
    if try feed.readsInParallel() {
      let spare = SpareParts { RowBatch(recipe) }
      try feed.forEachPiece(RowBatch.fold(spare)) { batch, delivery in
        defer { spare.put(batch) }
        for record in 0..<batch.count {
          try delivery.go(behind: record)
          for row in batch.rows(of: record) {
            try batch.lendRow(row, body)
            counts.rows += 1
            if let nulled = batch.nulled[row] { counts.countNulled(nulled) }
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
      let rows = SelectedRows(recipe)
      try feed.forEach(
        { try rows.take($0, &counts, body, rejected) }, rejected: rejected)
      if let found = rows.keys?.counts { unknown.add(found) }
    }
    counts.unknownKeys = unknown.counts
    counts.otherUnknownKeys = unknown.others
    return counts
  }
}

/// The rows of a selection, made by one thread.
private struct SelectedRows: ~Copyable {
  private let plan: ColumnPlan
  private let elements: ElementPlan?
  private let matcher: FilterMatcher
  let keys: KeyWatch?

  init(_ recipe: RowRecipe) {
    plan = ColumnPlan(recipe.columns)
    elements = recipe.elementPlan(keepsText: false)
    matcher = recipe.matcher()
    keys = recipe.keyWatch()
  }

  func take(
    _ record: borrowing FeedRecord, _ counts: inout RowSelection.Counts,
    _ body: (borrowing ImportRow) throws -> Void, _ rejected: (RejectedRecord) throws -> Void
  ) throws {
    do throws(JSONError) {
      if try !matcher.matches(record.cursor.position) {
        counts.filtered += 1
        return
      }
    } catch {
      return try record.turnDown(reject: record.reject(error), rejected)
    }
    do throws(JSONError) {
      if let elements {
        // All before the first is lent: of a record with a bad one there are no rows.
        try elements.begin(record)
        while try elements.next(record) {}
      } else {
        try plan.read(record)
      }
    } catch {
      let column = elements?.failedColumnName ?? plan.failedColumnName
      return try record.turnDown(
        reject: record.reject(error, cause: ColumnFault(column: column)), rejected)
    }
    if let keys, let reject = record.reject(unknownBy: keys, array: elements?.array) {
      return try record.turnDown(reject: reject, rejected)
    }
    guard let elements else {
      try body(plan.row)
      counts.rows += 1
      if plan.hasNulled { counts.countNulled(plan.nulledColumns) }
      return
    }
    if elements.index < 0 { counts.empty += 1 }
    elements.rewind()
    while try elements.next(record) {
      try body(elements.row)
      counts.rows += 1
      if elements.hasNulled { counts.countNulled(elements.nulledColumns) }
    }
  }
}
