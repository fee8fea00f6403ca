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

  var count: Int { places.count }

  private init(_ columns: [ImportColumn]) { plan = ColumnPlan(columns, keepsText: true) }

  /// What a job on several threads makes of each piece.
  static func fold(_ columns: [ImportColumn]) -> PieceFold<RowBatch> {
    PieceFold { piece in
      let batch = RowBatch(columns)
      piece.forEach { record in
        if let reject = batch.add(record) { return piece.note(reject) }
        piece.noteEnd(of: record)
      }
      return batch
    }
  }

  /// Adds a record's row; or answers with the record as a reject.
  private func add(_ record: borrowing FeedRecord) -> RejectedRecord? {
    do throws(JSONError) {
      try plan.read(record.cursor.position)
    } catch {
      return record.reject(error, cause: ColumnFault(column: plan.failedColumnName))
    }
    values.append(contentsOf: plan.values)
    places.append(RecordPlace(of: record))
    return nil
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

/// Which column's value was not what it takes.
struct ColumnFault: Error {
  let column: String
}

extension ColumnPlan {
  var failedColumnName: String { columns[Int(failedColumn)].name }
}
