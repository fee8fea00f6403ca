import Sluice
import SluiceFeed

/// The rows of a piece of a feed: made by any thread, stored by the job's own.
///
/// Sound because texts lie in the piece's memory, which the feed keeps until the piece is delivered,
/// or in the plan's scratch memory, which this keeps; and because one thread has it at a time.
final class RowBatch {
  private let plan: ColumnPlan
  private var values: [ImportValue] = []
  /// Where each row's record lies.
  private(set) var places: [RecordPlace] = []

  /// Records that the filter did not take.
  private(set) var filtered: Int64 = 0

  /// The columns that were set to NULL in a row, of the rows that have such.
  private(set) var nulled: [Int: [String]] = [:]

  private let matcher: FilterMatcher?

  var count: Int { places.count }

  private init(_ columns: [ImportColumn], _ filter: Filter?) {
    plan = ColumnPlan(columns, keepsText: true)
    matcher = filter.map { FilterMatcher($0) }
  }

  /// What is made of each piece of a feed that several threads read.
  static func fold(_ columns: [ImportColumn], _ filter: Filter?) -> PieceFold<RowBatch> {
    PieceFold { piece in
      let batch = RowBatch(columns, filter)
      piece.forEach { record in
        switch batch.add(record) {
        case .row: piece.noteEnd(of: record)
        case .filtered: batch.filtered += 1
        case .reject(let reject): piece.note(reject)
        }
      }
      return batch
    }
  }

  private enum Outcome {
    case row, filtered
    case reject(RejectedRecord)
  }

  /// Adds a record's row, if it is one.
  private func add(_ record: borrowing FeedRecord) -> Outcome {
    do throws(JSONError) {
      if let matcher, try !matcher.matches(record.cursor.position) { return .filtered }
    } catch {
      return .reject(record.reject(error))
    }
    do throws(JSONError) {
      try plan.read(record)
    } catch {
      return .reject(record.reject(error, cause: ColumnFault(column: plan.failedColumnName)))
    }
    if plan.hasNulled { nulled[places.count] = plan.nulledColumns }
    values.append(contentsOf: plan.values)
    places.append(RecordPlace(of: record))
    return .row
  }

  /// Lends a row to what throws anything.
  func lendRow(_ row: Int, _ body: (borrowing ImportRow) throws -> Void) throws {
    let width = plan.values.count
    try values.withUnsafeBufferPointer { values in
      // Within bounds, as below.
      try body(ImportRow(unchecked: values.baseAddress! + row * width, count: plan.columns.count))
    }
  }

  /// Lends a row.
  func withRow<R>(
    _ row: Int, _ body: (borrowing ImportRow) throws(ImportError) -> R
  ) throws(ImportError) -> R {
    let width = plan.values.count
    return try values.withUnsafeBufferPointer { (values) throws(ImportError) in
      // Within bounds: `add` appended `width` values for each place.
      try body(ImportRow(unchecked: values.baseAddress! + row * width, count: plan.columns.count))
    }
  }
}

extension ColumnPlan {
  var failedColumnName: String { columns[Int(failedColumn)].name }
}
