import Sluice

/// Rows in the format of `LOAD DATA`, and where each ends.
///
/// Sound because its bytes are read between two changes only.
@safe
final class MariaDBRows {
  private var buffer = SinkBuffer()
  private var ends: [Int] = []

  /// The number of rows.
  var count: Int { ends.count }
  /// Their bytes. Valid until the next change.
  var bytes: UnsafeRawBufferPointer { unsafe buffer.bytes }

  /// The bytes of some rows, at least one. Valid until the next change.
  func bytes(of part: Range<Int>) -> UnsafeRawBufferPointer {
    let start = part.lowerBound == 0 ? 0 : ends[part.lowerBound - 1]
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<ends[part.upperBound - 1]])
  }

  /// Appends a row. If the server would refuse it, returns why, and leaves the rows unchanged.
  func append(_ row: borrowing ImportRow, to table: MariaDBTable) -> RowVerdict {
    // One call for the row: each access to a property of a class is checked for exclusivity.
    let verdict = MariaDBRows.write(row, of: table, to: &buffer)
    if case .stored = verdict { ends.append(buffer.count) }
    return verdict
  }

  private static func write(
    _ row: borrowing ImportRow, of table: MariaDBTable, to out: inout SinkBuffer
  ) -> RowVerdict {
    let start = out.count
    for column in 0..<row.count {
      if column > 0 { out.append(UInt8(ascii: "\t")) }
      if let refusal = table.codecs[column].write(row[column], to: &out) {
        out.truncate(to: start)
        return refusal.verdict(
          column: table.columns[column].name, type: table.types[column])
      }
    }
    out.append(UInt8(ascii: "\n"))
    return .stored
  }

  /// Forgets the rows, and keeps memory for as many.
  func removeAll() {
    buffer.removeAll(keeping: 2 * MariaDBBatch.portionSize)
    ends.removeAll(keepingCapacity: true)
  }
}
