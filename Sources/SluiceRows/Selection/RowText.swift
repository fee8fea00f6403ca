import Sluice
import SluiceFeed

/// The rows of a piece of a feed as bytes: made by any thread, delivered by the caller's.
final class RowText {
  private let plan: ColumnPlan
  /// Replaces the plan where an array is exploded.
  private let elements: ElementPlan?
  private let matcher: FilterMatcher
  private let keys: UnknownKeyDetector?
  private let writer: RowWriter
  private var out = OutputBuffer()
  /// The end of each record's rows; records without rows are left out.
  private var ends: [Int] = []
  /// Where elements become rows: for each such record, the number of rows up to its last.
  private var rowEnds: [Int] = []
  /// The end of each of these rows, if rows are chosen.
  private var rowBytes: [Int] = []
  private let choosesRows: Bool
  /// The numbers of records that the filter did not take, and of those without an element to explode.
  private var (filtered, empty): (Int64, Int64) = (0, 0)
  /// What was done to values of the records' rows, by record.
  private var notes = RowNotes()

  init(_ specification: RowSpecification, _ writer: RowWriter, choosesRows: Bool) {
    self.choosesRows = choosesRows
    plan = ColumnPlan(specification.columns)
    elements = specification.elementPlan(keepsText: false)
    matcher = specification.matcher()
    keys = specification.unknownKeyDetector()
    self.writer = writer
  }

  /// The counts of all pieces up to now.
  var unknownKeys: UnknownKeyCounts? { keys?.counts }

  /// Makes the rows of a piece's records, and notes those that make none.
  func read(_ piece: ChunkReading) {
    notes.removeAll()
    rowEnds.removeAll(keepingCapacity: true)
    rowBytes.removeAll(keepingCapacity: true)
    // Uses variables: passing a field of an object requires an exclusivity check for the time of the call.
    var bytes = OutputBuffer()
    var (places, passed): ([Int], Int64) = ([], 0)
    swap(&bytes, &out)
    swap(&places, &ends)
    bytes.removeAll(keeping: OutputBuffer.keptCapacity)
    places.removeAll(keepingCapacity: true)
    empty = 0
    piece.forEach { record in
      switch add(record, to: &bytes, number: places.count) {
      case .rows:
        places.append(bytes.count)
        piece.noteEnd(of: record)
      case .filtered: passed &+= 1
      case .empty: empty += 1
      case .reject(let reject): piece.note(reject)
      }
    }
    swap(&bytes, &out)
    swap(&places, &ends)
    filtered = passed
  }

  @inline(__always)
  private func add(
    _ record: borrowing FeedRecord, to bytes: inout OutputBuffer, number: Int
  ) -> RecordOutcome {
    let plan = plan
    do throws(JSONError) {
      if try !matcher.matches(record.cursor.position) { return .filtered }
    } catch {
      return .reject(record.reject(error))
    }
    if let elements { return add(elements, of: record, to: &bytes, number: number) }
    do throws(JSONError) {
      try plan.read(record)
    } catch {
      return .reject(record.reject(error, cause: ColumnFault(column: plan.failedColumnName)))
    }
    if let keys, let reject = record.reject(unknownBy: keys) { return .reject(reject) }
    if let refusal = RowRefusal(writer.write(plan.row, to: &bytes)) {
      return .reject(record.reject(refusal))
    }
    if plan.hasNotes { notes.add(plan.notes, row: number) }
    return .rows
  }

  /// Makes all rows of the record, or none.
  @inline(never)
  private func add(
    _ elements: ElementPlan, of record: borrowing FeedRecord, to bytes: inout OutputBuffer,
    number: Int
  ) -> RecordOutcome {
    let start = bytes.count
    var reject: RejectedRecord?
    do throws(JSONError) {
      try elements.begin(record)
      while reject == nil, try elements.next(record) {
        if let refusal = RowRefusal(writer.write(elements.row, to: &bytes)) {
          reject = record.reject(refusal)
        }
        if choosesRows { rowBytes.append(bytes.count) }
        if elements.hasNotes { notes.add(elements.notes, row: number) }
      }
    } catch {
      reject = record.reject(error, cause: ColumnFault(column: elements.failedColumnName))
    }
    if reject == nil, let keys {
      reject = record.reject(unknownBy: keys, array: elements.array)
    }
    if let reject {
      bytes.truncate(to: start)
      notes.remove(from: number)
      rowBytes.removeLast(max(rowBytes.count - (rowEnds.last ?? 0), 0))
      return .reject(reject)
    }
    guard elements.index >= 0 else { return .empty }
    rowEnds.append((rowEnds.last ?? 0) + Int(elements.index) + 1)
    return .rows
  }

  /// Delivers the rows that are chosen and, in their order, the rejects. Ends where nothing more is to be
  /// read.
  func deliver(
    _ delivery: ChunkDelivery, _ counts: inout RowSelection.Counts,
    choosing chooser: inout RowChooser,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var chosen = OutputBuffer()
    let start = counts.rows
    let delivered = Result {
      for record in ends.indices {
        try delivery.go(behind: record)
        try choose(record, &chooser, &chosen, &counts)
        if chooser.isDone { return }
      }
      try delivery.finish()
      counts.filtered += filtered
      counts.empty += empty
    }
    if counts.rows > start { try unsafe body(chosen.bytes) }
    try delivered.get()
  }

  private func choose(
    _ record: Int, _ chooser: inout RowChooser, _ chosen: inout OutputBuffer,
    _ counts: inout RowSelection.Counts
  ) throws(ImportError) {
    let rows =
      elements == nil
      ? record..<record + 1 : (record > 0 ? rowEnds[record - 1] : 0)..<rowEnds[record]
    for row in rows where !chooser.isDone {
      let ends = elements == nil ? ends : rowBytes
      let bytes = unsafe UnsafeRawBufferPointer(
        rebasing: out.bytes[(row > 0 ? ends[row - 1] : 0)..<ends[row]])
      guard try unsafe chooser.takes(bytes) else { continue }
      unsafe chosen.append(bytes.assumingMemoryBound(to: UInt8.self))
      counts.rows += 1
    }
    notes.count(record, in: &counts.notes)
  }

  /// Delivers the rows and, in their order, the rejects. If the piece ends the reading, delivers the rows
  /// before its end.
  func deliver(
    _ delivery: ChunkDelivery, _ counts: inout RowSelection.Counts,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var records = ends.count
    let delivered = Result {
      if delivery.hasFaults {
        records = 0
        for record in ends.indices {
          try delivery.go(behind: record)
          records = record + 1
        }
      }
      try delivery.finish()
    }
    if records > 0 {
      counts.rows += Int64(elements == nil ? records : rowEnds[records - 1])
      try unsafe body(UnsafeRawBufferPointer(rebasing: out.bytes[..<ends[records - 1]]))
    }
    notes.count(before: records, in: &counts.notes)
    try delivered.get()
    counts.filtered += filtered
    counts.empty += empty
  }
}

extension RowRefusal {
  /// Nil when the row was written.
  fileprivate init?(_ verdict: RowVerdict) {
    guard case .refused(let code, let message) = verdict else { return nil }
    self.init(code: code, message: message)
  }
}

extension FeedRecord {
  fileprivate func reject(_ refusal: RowRefusal) -> RejectedRecord {
    let error = JSONError(
      .invalidValue, at: cursor.position.offset, name: "a row that can be written",
      reason: refusal.message)
    return reject(error, cause: refusal)
  }
}
