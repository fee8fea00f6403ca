import Sluice
import SluiceFeed

/// The rows of a piece of a feed as bytes: made by any thread, handed over by the caller's.
final class RowText {
  private let plan: ColumnPlan
  private let matcher: FilterMatcher?
  private let writer: RowWriter
  private var out = SinkBuffer()
  /// Where each row ends.
  private var ends: [Int] = []
  /// Records that the filter did not take.
  private var filtered: Int64 = 0
  /// The columns that were set to NULL in a row, of the rows that have such.
  private var nulled: [Int: [String]] = [:]

  private enum Outcome {
    case row, filtered
    case reject(RejectedRecord)
  }

  init(_ selection: RowSelection, _ writer: RowWriter) {
    plan = ColumnPlan(selection.columns)
    matcher = selection.filter.map { FilterMatcher($0) }
    self.writer = writer
  }

  /// Makes the rows of a piece's records, and notes those that are none.
  func read(_ piece: PieceReading) {
    nulled.removeAll(keepingCapacity: true)
    // By variables: lending a field of an object for the time of a call has to be booked.
    var bytes = SinkBuffer()
    var (places, passed): ([Int], Int64) = ([], 0)
    swap(&bytes, &out)
    swap(&places, &ends)
    bytes.removeAll(keeping: SinkBuffer.keptCapacity)
    places.removeAll(keepingCapacity: true)
    piece.forEach { record in
      switch add(record, to: &bytes, number: places.count) {
      case .row:
        places.append(bytes.count)
        piece.noteEnd(of: record)
      case .filtered: passed &+= 1
      case .reject(let reject): piece.note(reject)
      }
    }
    swap(&bytes, &out)
    swap(&places, &ends)
    filtered = passed
  }

  @inline(__always)
  private func add(
    _ record: borrowing FeedRecord, to bytes: inout SinkBuffer, number: Int
  ) -> Outcome {
    let plan = plan
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
    let verdict = writer.write(plan.row, to: &bytes)
    if case .refused(let code, let message) = verdict {
      let error = JSONError(
        .invalidValue, at: record.cursor.position.offset, name: "a row that can be written",
        reason: message)
      return .reject(record.reject(error, cause: RowRefusal(code: code, message: message)))
    }
    if plan.hasNulled { nulled[number] = plan.nulledColumns }
    return .row
  }

  /// Hands over the rows and, in their order, the rejects; of a piece that ends the reading, the rows
  /// before its end.
  func deliver(
    _ delivery: PieceDelivery, _ counts: inout RowSelection.Counts,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var rows = ends.count
    let delivered = Result {
      if delivery.hasFaults {
        rows = 0
        for row in ends.indices {
          try delivery.go(behind: row)
          rows = row + 1
        }
      }
      try delivery.finish()
    }
    counts.rows += Int64(rows)
    for (row, columns) in nulled where row < rows { counts.countNulled(columns) }
    if rows > 0 { try body(UnsafeRawBufferPointer(rebasing: out.bytes[..<ends[rows - 1]])) }
    try delivered.get()
    counts.filtered += filtered
  }
}
