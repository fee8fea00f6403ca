import CPostgreSQL
import Sluice

/// Rows one by one, under savepoints: for tables with rules that only the server can judge (a unique
/// index, a CHECK, a trigger). What it refuses concerns its row only, and is known at once.
///
/// Costs a round trip a row, where a COPY costs none. A savepoint takes another one, so it covers
/// several rows: when the server refuses one, those before it are inserted again. How many it covers
/// doubles with each savepoint that none was refused under, and is one again behind a refusal; so
/// where many rows are refused, few are inserted twice.
final class PostgreSQLInsert {
  private let connection: PostgreSQLConnection
  private let columnCount: Int
  private static let statement = "sluice_insert"
  private var values: [UnsafePointer<CChar>?]
  private var lengths: [Int32]
  private let formats: [Int32]
  /// The rows since the savepoint, as COPY has them.
  private var covered = SinkBuffer()
  private var coveredCount = 0
  private var hasSavepoint = false
  /// How many rows the next savepoint covers.
  private var reach = 1
  private static let mostCovered = 128

  /// `conflict` is the statement's end: empty, or what an upsert does.
  init(
    into table: String, columns: String, columnCount: Int, conflict: String,
    over connection: PostgreSQLConnection
  ) throws(ImportError) {
    self.connection = connection
    self.columnCount = columnCount
    values = Array(repeating: nil, count: columnCount)
    lengths = Array(repeating: 0, count: columnCount)
    formats = Array(repeating: 1, count: columnCount)
    let places = (1...max(columnCount, 1)).map { "$\($0)" }.joined(separator: ", ")
    try connection.check(
      PostgreSQLResult(
        cpq_prepare(
          connection.handle, PostgreSQLInsert.statement,
          "INSERT INTO \(table) (\(columns)) VALUES (\(places)) \(conflict)",
          Int32(columnCount), nil)))
  }

  /// Inserts the row that stands in `bytes` as COPY has it.
  func insert(_ bytes: UnsafeRawBufferPointer) throws(ImportError) -> RowVerdict {
    if !hasSavepoint || coveredCount >= reach || covered.isFull { try makeSavepoint() }
    var place = 0
    let result = send(bytes, &place)
    if result.status == CPQ_COMMAND_OK {
      covered.append(bytes.assumingMemoryBound(to: UInt8.self))
      coveredCount += 1
      return .stored
    }
    // 22: a value is not what the column takes; 23: a constraint; 44: a view's check; P0001: a
    // trigger's RAISE. All else concerns more than this row.
    let state = result.field(CPQ_SQLSTATE) ?? ""
    guard !connection.isLost, ["22", "23", "44"].contains(state.prefix(2)) || state == "P0001"
    else { throw connection.fault(result) }
    let message = connection.words(result)
    try connection.execute("ROLLBACK TO SAVEPOINT sluice_row")
    try insertCovered()
    return .refused(code: "constraint", message: message)
  }

  private func makeSavepoint() throws(ImportError) {
    // The row before was not refused, or there would be nothing covered.
    reach = coveredCount > 0 ? min(coveredCount * 2, PostgreSQLInsert.mostCovered) : 1
    covered.removeAll()
    coveredCount = 0
    try connection.execute(
      hasSavepoint
        ? "RELEASE SAVEPOINT sluice_row; SAVEPOINT sluice_row" : "SAVEPOINT sluice_row")
    hasSavepoint = true
  }

  /// Inserts the rows again that a refusal took away; the next one gets a savepoint of its own.
  private func insertCovered() throws(ImportError) {
    // With none the savepoint is as good as new.
    reach = coveredCount > 0 ? 0 : 1
    let bytes = covered.bytes
    var place = 0
    while place < bytes.count {
      let result = send(bytes, &place)
      // The server took them before.
      try connection.check(result)
    }
    covered.removeAll()
    coveredCount = 0
  }

  /// Sends the row at `place`, which moves behind it.
  private func send(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> PostgreSQLResult {
    place += MemoryLayout<Int16>.size
    for column in 0..<columnCount {
      let length = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self))
      place += MemoryLayout<Int32>.size
      lengths[column] = length
      values[column] =
        length < 0
        ? nil : bytes.baseAddress.map { ($0 + place).assumingMemoryBound(to: CChar.self) }
      place += Int(max(length, 0))
    }
    return PostgreSQLResult(
      cpq_execPrepared(
        connection.handle, PostgreSQLInsert.statement, Int32(columnCount), values, lengths,
        formats, 0))
  }

  /// The transaction ends, and its savepoint with it.
  func end() {
    hasSavepoint = false
    covered.removeAll()
    coveredCount = 0
    reach = 1
  }
}
