import CPostgreSQL
import Sluice

/// Sends rows through `COPY … FROM STDIN (FORMAT binary)` (PostgreSQL's manual, "COPY", File Formats): a
/// signature, then for each row a count of fields and each field's length and bytes, then -1.
///
/// Rows leave in pieces of about 64 KiB while more are appended; libpq blocks when the server is slower.
/// They are kept until the caller removes them, because the server forgets all of them when it refuses one.
struct PostgreSQLCopy: ~Copyable {
  private let connection: PostgreSQLConnection
  private let statement: String
  /// The rows that were appended.
  private var buffer = SinkBuffer()
  /// How many of its bytes were sent to the server.
  private var sent = 0
  /// The number of rows that were appended.
  private(set) var count = 0
  private(set) var isOpen = false

  /// The number of bytes to send at once.
  private static let chunkSize = 64 << 10
  /// The most bytes of rows to keep.
  static let mostKept = 16 << 20

  init(into table: String, columns: String, over connection: PostgreSQLConnection) {
    self.connection = connection
    statement = "COPY \(table) (\(columns)) FROM STDIN (FORMAT binary)"
  }

  /// Begins to send. `statements`, each with its semicolon, go first in the same round trip.
  mutating func begin(after statements: String) throws(ImportError) {
    try connection.execute(statements + statement)
    isOpen = true
    sent = 0
    try put(PostgreSQLCopy.header)
  }

  /// The signature, no flags, and no extension of the header.
  private static let header: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + Array(repeating: 0, count: 8)

  /// Appends a row, preceded by a field for its number among all rows if that of the rows before these is
  /// given. If the server would refuse the row, returns why, and leaves the rows unchanged.
  @inline(__always)
  mutating func append(
    _ row: borrowing ImportRow, numberedAfter earlier: Int?, to table: PostgreSQLTable
  ) throws(ImportError) -> RowVerdict {
    let start = buffer.count
    buffer.append(bigEndian: Int16(truncatingIfNeeded: row.count + (earlier == nil ? 0 : 1)))
    if let earlier {
      buffer.append(bigEndian: Int32(8))
      buffer.append(bigEndian: Int64(earlier &+ count &+ 1))
    }
    for column in 0..<row.count {
      if let refusal = table.codecs[column].write(row[column], to: &buffer) {
        buffer.truncate(to: start)
        return refusal.verdict(
          column: table.columns[column].name, type: table.types[column])
      }
    }
    count &+= 1
    if buffer.count &- sent >= PostgreSQLCopy.chunkSize { try sendRest() }
    return .stored
  }

  /// Whether the limit of kept rows is reached.
  var isFull: Bool { buffer.count >= PostgreSQLCopy.mostKept }

  /// The kept rows. Valid until one is appended, or they are removed.
  var rows: UnsafeRawBufferPointer { unsafe buffer.bytes }

  /// Forgets the rows.
  mutating func removeAll() {
    buffer.removeAll(keeping: 2 * PostgreSQLCopy.mostKept)
    count = 0
    sent = 0
  }

  private mutating func sendRest() throws(ImportError) {
    guard isOpen else { return }
    let rest = unsafe buffer.bytes[sent...]
    sent = buffer.count
    try unsafe put(UnsafeRawBufferPointer(rebasing: rest))
  }

  /// Sends the rest of the rows, and returns the server's answer to all of them: an error of a row, or how
  /// many it has stored. They are part of the open transaction then.
  mutating func end() throws(ImportError) -> PostgreSQLResult {
    try sendRest()
    return try conclude()
  }

  /// Sends rows that are kept elsewhere, from the first to the last, and returns the server's answer.
  mutating func send(
    _ rows: UnsafeRawBufferPointer, after statements: String
  ) throws(ImportError) -> PostgreSQLResult {
    try begin(after: statements)
    try unsafe put(rows)
    return try conclude()
  }

  private mutating func conclude() throws(ImportError) -> PostgreSQLResult {
    // The count of fields that ends the rows.
    try put([0xFF, 0xFF])
    guard connection.endCopy() else { throw failed() }
    isOpen = false
    return connection.conclude()
  }

  private mutating func put(_ bytes: [UInt8]) throws(ImportError) {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(ImportError) in
      try unsafe put(UnsafeRawBufferPointer(bytes))
    }
  }

  private mutating func put(_ bytes: UnsafeRawBufferPointer) throws(ImportError) {
    guard unsafe connection.put(bytes) else { throw failed() }
  }

  /// Tells the server to discard the rows.
  mutating func abandon() {
    removeAll()
    guard isOpen else { return }
    isOpen = false
    if connection.endCopy("the import has failed") { _ = connection.conclude() }
  }

  /// The server's reason is in the result that it sent before it stopped reading.
  private mutating func failed() -> ImportError {
    isOpen = false
    let lost = connection.isLost ? connection.fault() : nil
    var reason: ImportError?
    while let result = connection.next() {
      if result.status == CPQ_COPY_IN { break }
      if reason == nil, result.status == CPQ_FATAL_ERROR { reason = connection.fault(result) }
    }
    return reason ?? lost ?? connection.fault()
  }
}
