import Sluice
import SluiceFeed

/// What became of the records of a piece, whose rows a ``ColumnPart`` has.
struct PartRecords {
  /// The number of records that have rows.
  var count = 0
  /// For each of these, the number of rows up to its last; only where elements become rows, otherwise each
  /// record is a row.
  var rowEnds: [Int] = []
  var (filtered, empty): (Int64, Int64) = (0, 0)
  /// What was done to values of the records' rows, by record.
  var notes = RowNotes()

  mutating func removeAll() {
    notes.removeAll()
    rowEnds.removeAll(keepingCapacity: true)
    empty = 0
  }

  /// Delivers the rows and, in their order, the rejects. If the piece ends the reading, delivers the
  /// rows before its end. `body` gets the number of rows, which are the first ones. `countQuoted` adds what the
  /// columns themselves have noted of these.
  func deliver(
    _ delivery: ChunkDelivery, areExploded: Bool, _ counts: inout RowSelection.Counts,
    _ body: (_ rows: Int) throws -> Void,
    counting countQuoted: (_ rows: Int, inout NoteCounts) -> Void
  ) throws {
    var delivered = count
    let passed = Result {
      if delivery.hasFaults {
        delivered = 0
        for record in 0..<count {
          try delivery.go(behind: record)
          delivered = record + 1
        }
      }
      try delivery.finish()
    }
    let rows = areExploded ? (delivered == 0 ? 0 : rowEnds[delivered - 1]) : delivered
    counts.rows += Int64(rows)
    notes.count(before: delivered, in: &counts.notes)
    countQuoted(rows, &counts.notes)
    if rows > 0 { try body(rows) }
    try passed.get()
    counts.filtered += filtered
    counts.empty += empty
  }
}
