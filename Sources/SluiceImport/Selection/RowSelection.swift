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

  public init(columns: [ImportColumn], where filter: Filter? = nil) {
    self.columns = columns
    self.filter = filter
  }

  /// How many records there were of each kind.
  public struct Counts: Sendable, Hashable {
    public internal(set) var rows: Int64 = 0
    /// Records that the filter did not take.
    public internal(set) var filtered: Int64 = 0
    /// By column, the values of another type that were set to NULL or the column's default.
    public internal(set) var nulled: [String: Int64] = [:]

    mutating func countNulled(_ columns: [String]) {
      for column in columns { nulled[column, default: 0] += 1 }
    }
  }

  /// Lends each row, in the feed's order. A record that is no JSON, or with a value that is not its
  /// column's, is a bad record: `FeedOptions.badRecords` says what becomes of it, and it counts among
  /// `FeedCounts.rejected`.
  ///
  /// With `FeedOptions.parallel` above 1 lines are made into rows on several threads; the body is
  /// called on the caller's. Throws what the body throws, and what `JSONFeed` does.
  @discardableResult
  public func forEach(
    in feed: inout JSONFeed, _ body: (borrowing ImportRow) throws -> Void
  ) throws -> Counts {
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
    var counts = Counts()
    if try feed.readsInParallel() {
      try feed.forEachPiece(RowBatch.fold(columns, filter)) { batch, delivery in
        for row in 0..<batch.count {
          try delivery.go(behind: row)
          try batch.lendRow(row, body)
          counts.rows += 1
          if let nulled = batch.nulled[row] { counts.countNulled(nulled) }
        }
        try delivery.finish()
        counts.filtered += batch.filtered
      } rejected: {
        try rejected($0)
      }
      return counts
    }
    let plan = ColumnPlan(columns)
    let matcher = filter.map { FilterMatcher($0) }
    try feed.forEach(
      { record in
        do throws(JSONError) {
          if let matcher, try !matcher.matches(record.cursor.position) {
            counts.filtered += 1
            return
          }
        } catch {
          return try record.turnDown(reject: record.reject(error), rejected)
        }
        do throws(JSONError) {
          try plan.read(record)
        } catch {
          let fault = ColumnFault(column: plan.failedColumnName)
          return try record.turnDown(reject: record.reject(error, cause: fault), rejected)
        }
        try body(plan.row)
        counts.rows += 1
        if plan.hasNulled { counts.countNulled(plan.nulledColumns) }
      }, rejected: rejected)
    return counts
  }
}
