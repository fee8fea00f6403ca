import CPostgreSQL
import Sluice

/// Rows on their way through `COPY … FROM STDIN (FORMAT binary)` (PostgreSQL's manual, "COPY", File
/// Formats): a signature, then for each row a count of fields and each field's length and bytes,
/// then -1.
///
/// Rows leave in pieces of about 64 KiB; libpq blocks when the server is behind.
struct PostgreSQLCopy: ~Copyable {
  private let connection: PostgreSQLConnection
  private let statement: String
  private var buffer = SinkBuffer()
  private var checker = JSONBytesChecker()
  private(set) var isOpen = false

  init(into table: String, columns: String, over connection: PostgreSQLConnection) {
    self.connection = connection
    statement = "COPY \(table) (\(columns)) FROM STDIN (FORMAT binary)"
  }

  /// `statements`, each with its semicolon, go before it in the same round trip.
  mutating func begin(behind statements: String = "") throws(ImportError) {
    try connection.execute(statements + statement)
    isOpen = true
    buffer.removeAll(keeping: SinkBuffer.keptCapacity)
    buffer.append("PGCOPY\n")
    buffer.append(0xFF)
    buffer.append("\r\n")
    buffer.append(0)
    buffer.append(bigEndian: Int32(0))  // flags: no object identifiers
    buffer.append(bigEndian: Int32(0))  // no header extension
  }

  /// Appends a row, behind a field for its number when `ordinal` is given; or answers with why the server
  /// would refuse it, and leaves the buffer as it was.
  @inline(__always)
  mutating func append(
    _ row: borrowing ImportRow, ordinal: Int64?, to table: PostgreSQLTable
  ) -> RowVerdict {
    let start = buffer.count
    buffer.append(bigEndian: Int16(truncatingIfNeeded: row.count + (ordinal == nil ? 0 : 1)))
    if let ordinal {
      buffer.append(bigEndian: Int32(8))
      buffer.append(bigEndian: ordinal)
    }
    for column in 0..<row.count {
      if let refusal = table.codecs[column].write(row[column], to: &buffer, &checker) {
        buffer.truncate(to: start)
        return refusal.verdict(
          column: table.columns[column].name, type: table.types[column], checker)
      }
    }
    return .stored
  }

  /// Whether it is time for `flush`.
  @inline(__always)
  var isFull: Bool { buffer.isFull }

  /// Hands the one row that was appended to `insert` instead of the server, and takes it back.
  mutating func insert(with insert: PostgreSQLInsert) throws(ImportError) -> RowVerdict {
    defer { buffer.removeAll(keeping: SinkBuffer.keptCapacity) }
    return try insert.insert(buffer.bytes)
  }

  mutating func flush() throws(ImportError) {
    let bytes = buffer.bytes
    var done = 0
    while done < bytes.count {
      // A piece's length is an Int32, and one row may be longer than that.
      let count = min(bytes.count - done, 1 << 30)
      let piece = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard cpq_putCopyData(connection.handle, piece.map { $0 + done }, Int32(count)) == 1 else {
        throw failed()
      }
      done += count
    }
    buffer.removeAll(keeping: SinkBuffer.keptCapacity)
  }

  /// Sends what is left. The rows are in the table then, as part of the open transaction.
  mutating func end() throws(ImportError) {
    guard isOpen else { return }
    buffer.append(bigEndian: Int16(-1))
    try flush()
    guard cpq_putCopyEnd(connection.handle, nil) == 1 else { throw failed() }
    isOpen = false
    let result = PostgreSQLResult(cpq_getResult(connection.handle))
    while let more = cpq_getResult(connection.handle) { cpq_clear(more) }
    guard result.status == CPQ_COMMAND_OK else { throw connection.fault(result) }
  }

  /// Tells the server that the rows are not to be kept.
  mutating func abandon() {
    guard isOpen else { return }
    isOpen = false
    buffer.removeAll(keeping: SinkBuffer.keptCapacity)
    guard cpq_putCopyEnd(connection.handle, "the import has failed") == 1 else { return }
    while let result = cpq_getResult(connection.handle) { cpq_clear(result) }
  }

  /// The server's reason is in the result that it sent before it stopped listening.
  private mutating func failed() -> ImportError {
    isOpen = false
    let lost = connection.isLost ? connection.fault() : nil
    var reason: ImportError?
    while let result = cpq_getResult(connection.handle) {
      let result = PostgreSQLResult(result)
      if result.status == CPQ_COPY_IN { break }
      if reason == nil, result.status == CPQ_FATAL_ERROR { reason = connection.fault(result) }
    }
    return reason ?? lost ?? connection.fault()
  }
}
