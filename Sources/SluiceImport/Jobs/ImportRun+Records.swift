import Sluice
import SluiceFeed

/// Turns records into rows, rejects, or neither.
extension ImportRun {
  /// Takes a record that is JSON: it becomes a row, or a reject if a value does not fit its column.
  mutating func store(_ record: borrowing FeedRecord) throws(ImportError) {
    let isTaken: Bool
    do throws(JSONError) {
      isTaken = try plan.matcher.matches(record.cursor.position)
    } catch {
      return try reject(record.reject(error))
    }
    guard isTaken else {
      counts.add(filtered: 1)
      return try passOver(1, at: record.positionAfter)
    }
    if let elements = plan.elements { return try store(elements, of: record) }
    do throws(JSONError) {
      try plan.rows.read(record)
    } catch {
      return try reject(record.reject(error, by: plan.rows))
    }
    if let keys = plan.keys, let unknown = record.reject(unknownBy: keys) {
      return try reject(unknown)
    }
    switch try sink.append(plan.rows.row) {
    case .stored:
      countRow()
      if plan.rows.hasNotes { count(plan.rows.notes, 0) }
      counts.addRecord(record.number)
      if kept.isOn { kept.add(record, rows: 1) }
      try pass(record.positionAfter)
    case .refused(let code, let message):
      try commitBeforeReject()
      try reject(Refusal(code: code, message: message), of: record.reject(record.refusal))
    }
  }

  /// Makes a row of each element of a record. Reads all of them before it stores the first, so that a
  /// record with a bad one is not stored in part. Rows that the sink refuses are known only then.
  private mutating func store(
    _ elements: ElementPlan, of record: borrowing FeedRecord
  ) throws(ImportError) {
    do throws(JSONError) {
      try elements.begin(record)
      while try elements.next(record) {}
    } catch {
      return try reject(record.reject(error, cause: ColumnFault(column: elements.failedColumnName)))
    }
    if let keys = plan.keys, let unknown = record.reject(unknownBy: keys, array: elements.array) {
      return try reject(unknown)
    }
    let last = elements.index
    guard last >= 0 else {
      counts.add(empty: 1)
      return try passOver(1, at: record.positionAfter)
    }
    // The row of a single element is still there.
    if last > 0 { elements.rewind() }
    var refusal: Refusal?
    var stored = 0
    if last > 0 { sources.held.readPartOfRecord() }
    repeat {
      if last > 0 { try readAgain(elements, of: record) }
      switch try sink.append(elements.row) {
      case .stored:
        countRow()
        if elements.hasNotes { count(elements.notes, stored) }
        stored += 1
      case .refused(let code, let message):
        refuse(elements.index, code, message, elements.exploded, &refusal)
      }
    } while elements.index < last
    if kept.isOn {
      kept.add(record, rows: stored, refusal)
      if refusal != nil { return try wait(at: record.positionAfter) }
    }
    if let refusal { return try reject(refusal, of: record.reject(record.refusal)) }
    counts.addRecord(record.number)
    try pass(record.positionAfter)
  }

  /// Reads the next of the elements, which were read before without an error.
  private func readAgain(
    _ elements: ElementPlan, of record: borrowing FeedRecord
  ) throws(ImportError) {
    do throws(JSONError) {
      if try elements.next(record) { return }
    } catch {}
    throw ImportError(.source, "\(record.source) changed while it was read")
  }

  /// The same for rows that were made before.
  mutating func store(
    _ record: Int, of batch: RowBatch, _ delivery: ChunkDelivery
  ) throws(ImportError) {
    var refusal: Refusal?
    var stored = 0
    let rows = batch.rows(of: record)
    if rows.count > 1 { sources.held.readPartOfRecord() }
    for row in rows {
      let verdict = try batch.withRow(row) { (row) throws(ImportError) in try sink.append(row) }
      switch verdict {
      case .stored:
        countRow()
        if !batch.notes.isEmpty { count(batch.notes, of: row, stored) }
        stored += 1
      case .refused(let code, let message):
        let index = Int64(row - rows.lowerBound)
        refuse(index, code, message, plan.elements?.exploded, &refusal)
      }
    }
    // A record without other rows is rejected at once.
    if kept.isOn, stored > 0 || plan.elements != nil {
      kept.add(record, of: delivery, at: batch.places[record], rows: stored, refusal)
      if refusal != nil { return try wait(at: delivery.position(behind: record)) }
    }
    if let refusal {
      let error = JSONError(.invalidValue, at: 0)
      try commitBeforeReject()
      return try reject(refusal, of: delivery.reject(record, at: batch.places[record], error))
    }
    counts.addRecord(delivery.number(of: record))
    try pass(delivery.position(behind: record))
  }

  /// Notes a row that the sink refused, from a record that may have others.
  private mutating func refuse(
    _ index: Int64, _ code: String, _ message: String, _ exploded: ExplodedArray?,
    _ refusal: inout Refusal?
  ) {
    if exploded != nil { counts.addRefusedRow() }
    if refusal != nil {
      refusal?.elements.append(index)
    } else {
      refusal = Refusal(
        code: code, message: message, path: exploded?.path(ofElement: index), elements: [index])
    }
  }

  /// Takes a record that is not JSON, or makes no row.
  mutating func reject(_ record: RejectedRecord) throws(ImportError) {
    try plan.stopping.check(record)
    source.doubt?.keep(record)
    try commitBeforeReject()
    try reject(Reject(record), of: record)
  }

  /// Takes a record with rows that the sink refused.
  private mutating func reject(
    _ refusal: Refusal, of record: RejectedRecord
  ) throws(ImportError) {
    var reject = Reject(record)
    (reject.code, reject.path, reject.message) = (refusal.code, refusal.path, refusal.words)
    try self.reject(reject, of: record)
  }

  private mutating func reject(
    _ reject: Reject, of record: RejectedRecord
  ) throws(ImportError) {
    try count(reject)
    clock.count()
    if isDue || excess() != nil {
      try commit(at: record.positionAfter, after: record)
    } else {
      try pass(record.positionAfter)
    }
  }

  @inline(__always)
  private mutating func countRow() {
    counts.addRow()
    clock.count()
  }

  /// `row`: the number of the row among the stored rows of its record.
  private mutating func count(_ notes: ValueNotes, _ row: Int) {
    counts.add(notes)
    if kept.isOn { kept.add(notes, row) }
  }

  /// The same for the row `other` of a batch.
  private mutating func count(_ notes: RowNotes, of other: Int, _ row: Int) {
    counts.add(notes, of: other)
    if kept.isOn { kept.add(notes, of: other, row) }
  }

  /// The reject is made with the next commit, because more of the record's rows may be refused until then.
  private mutating func wait(at position: @autoclosure () -> FeedPosition) throws(ImportError) {
    clock.count()
    try pass(position())
  }

  /// Counts the records of a batch that are neither rows nor rejects.
  mutating func countOthers(
    of batch: RowBatch, at position: @autoclosure () -> FeedPosition
  ) throws(ImportError) {
    counts.add(filtered: batch.filtered, empty: batch.empty)
    if let found = batch.unknownKeys { counts.add(found) }
    try passOver(batch.filtered + batch.empty, at: position())
  }

  /// Skips records of which nothing was stored, up to a position.
  private mutating func passOver(
    _ count: Int64, at position: @autoclosure () -> FeedPosition
  ) throws(ImportError) {
    clock.count(Int(count))
    try pass(position())
  }
}

/// Why the sink refused a record's row, or the first of several.
struct Refusal {
  var code: String
  var message: String
  /// The element's path.
  var path: String?
  /// The elements whose rows were refused, where an array is exploded.
  var elements: [Int64] = []

  var words: String {
    guard let path else { return message }
    let others = elements.count - 1
    let rest = others > 0 ? "; and \(others) more of the record's rows" : ""
    return "the row of \(path) was refused: \(message)\(rest)"
  }
}

extension FeedRecord {
  /// The error of a record whose row was refused, in the sink's words.
  fileprivate var refusal: JSONError { JSONError(.invalidValue, at: cursor.position.offset) }
}
