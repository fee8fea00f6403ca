import Sluice
import SluiceFeed

/// The rows of a piece of a feed: made by any thread, stored by the job's own.
///
/// Sound because texts lie in the piece's memory, which the feed keeps until the piece is delivered,
/// or in the plan's scratch memory, which this keeps; and because one thread has it at a time.
package final class RowBatch {
  private let plan: ColumnPlan
  /// Replaces the plan where an array is exploded.
  private let elements: ElementPlan?
  private let width: Int
  private var values: [ImportValue] = []
  /// The position of each record that has rows.
  package private(set) var places: [RecordPlace] = []
  /// Where elements become rows: for each such record, the number of rows up to its last.
  private var rowEnds: [Int] = []

  /// The number of records that the filter did not take.
  package private(set) var filtered: Int64 = 0
  /// The number of records without an element to explode.
  package private(set) var empty: Int64 = 0

  /// What was done to values of the rows.
  package private(set) var notes = RowNotes()

  private let matcher: FilterMatcher
  private let keys: UnknownKeyDetector?

  /// The number of records that have rows.
  package var count: Int { places.count }

  package init(_ specification: RowSpecification) {
    plan = ColumnPlan(specification, keepsText: true)
    elements = specification.elementPlan(keepsText: true)
    width = specification.columns.count
    matcher = specification.matcher()
    keys = specification.unknownKeyDetector()
  }

  /// Makes batches from the pieces of a feed that several threads read. Each batch returns to the spare
  /// ones once it is stored.
  package static func fold(_ spare: SpareParts<RowBatch>) -> ChunkFold<RowBatch> {
    ChunkFold { piece in
      let batch = spare.reuse()
      batch.removeAll()
      piece.forEach { record in
        switch batch.add(record) {
        case .rows: piece.noteEnd(of: record)
        case .filtered: batch.filtered += 1
        case .empty: batch.empty += 1
        case .reject(let reject): piece.note(reject)
        }
      }
      return batch
    }
  }

  /// Forgets the rows, but keeps the memory and what was learned about the records.
  private func removeAll() {
    values.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    rowEnds.removeAll(keepingCapacity: true)
    notes.removeAll()
    (filtered, empty) = (0, 0)
    plan.scratch.removeAll()
    elements?.removeTexts()
    keys?.forget()
  }

  /// Adds a record's rows, if it has any.
  private func add(_ record: borrowing FeedRecord) -> RecordOutcome {
    do throws(JSONError) {
      if try !matcher.matches(record.cursor.position) { return .filtered }
    } catch {
      return .reject(record.reject(error))
    }
    if let elements { return add(elements, of: record) }
    do throws(JSONError) {
      try plan.read(record)
    } catch {
      return .reject(record.reject(error, by: plan))
    }
    if let keys, let reject = record.reject(unknownBy: keys) { return .reject(reject) }
    if plan.hasNotes { notes.add(plan.notes, row: places.count) }
    unsafe values.append(contentsOf: plan.values)
    places.append(RecordPlace(of: record))
    return .rows
  }

  /// Adds all rows of the record, or none.
  private func add(_ elements: ElementPlan, of record: borrowing FeedRecord) -> RecordOutcome {
    let first = rowEnds.last ?? 0
    var row = first
    var reject: RejectedRecord?
    do throws(JSONError) {
      try elements.begin(record)
      while try elements.next(record) {
        if elements.hasNotes { notes.add(elements.notes, row: row) }
        unsafe values.append(contentsOf: elements.values)
        row += 1
      }
    } catch {
      reject = record.reject(error, cause: ColumnFault(column: elements.failedColumnName))
    }
    if reject == nil, let keys {
      reject = record.reject(unknownBy: keys, array: elements.array)
    }
    if let reject {
      values.removeLast((row - first) * width)
      notes.remove(from: first)
      return .reject(reject)
    }
    guard row > first else { return .empty }
    places.append(RecordPlace(of: record))
    rowEnds.append(row)
    return .rows
  }

  package func rows(of record: Int) -> Range<Int> {
    guard elements != nil else { return record..<record + 1 }
    return (record > 0 ? rowEnds[record - 1] : 0)..<rowEnds[record]
  }

  package var unknownKeys: UnknownKeyCounts? { keys?.counts }

  /// Passes a row to a body that throws any error.
  func lendRow(_ row: Int, _ body: (borrowing ImportRow) throws -> Void) throws {
    try unsafe values.withUnsafeBufferPointer { values in
      // Within bounds, as below.
      try unsafe body(ImportRow(unchecked: values.baseAddress! + row * width, count: width))
    }
  }

  /// Passes a row to a body.
  package func withRow(
    _ row: Int, _ body: (borrowing ImportRow) throws(ImportError) -> RowVerdict
  ) throws(ImportError) -> RowVerdict {
    try unsafe values.withUnsafeBufferPointer { (values) throws(ImportError) in
      // Within bounds: `add` appended `width` values for each row.
      try unsafe body(ImportRow(unchecked: values.baseAddress! + row * width, count: width))
    }
  }
}

extension ColumnPlan {
  package var failedColumnName: ByteName { columns[Int(failedColumn)].name }
}

extension FeedRecord {
  /// The record as a reject, for an error of the plan that read it.
  package func reject(_ error: JSONError, by plan: ColumnPlan) -> RejectedRecord {
    guard plan.failedColumn >= 0 else { return reject(error) }
    return reject(error, cause: ColumnFault(column: plan.failedColumnName))
  }

  /// The record as a reject, if it has a key that is to stop the job, or is not valid JSON where keys were
  /// looked for.
  package func reject(unknownBy keys: UnknownKeyDetector, array: JSONPosition? = nil)
    -> RejectedRecord?
  {
    do throws(JSONError) {
      guard let path = try keys.inspect(at: cursor.position, array: array) else { return nil }
      return reject(
        JSONError(.invalidValue, at: cursor.position.offset, name: "a key that is asked for"),
        cause: UnknownKeyFault(path: path))
    } catch {
      return reject(error)
    }
  }
}
