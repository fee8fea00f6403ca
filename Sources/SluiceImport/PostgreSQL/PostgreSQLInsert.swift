import CPostgreSQL

/// Rows one by one, each under a savepoint: for tables with rules that only the server can judge (a
/// unique index, a CHECK, a trigger). What it refuses concerns its row only, and is known at once.
///
/// Costs two round trips a row, where a COPY costs none.
final class PostgreSQLInsert {
  private let connection: PostgreSQLConnection
  private let columnCount: Int
  private static let statement = "sluice_insert"
  private var values: [UnsafePointer<CChar>?]
  private var lengths: [Int32]
  private let formats: [Int32]
  private var hasSavepoint = false

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
    guard let base = bytes.baseAddress else { return .stored }
    var at = MemoryLayout<Int16>.size
    for column in 0..<columnCount {
      let length = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int32.self))
      at += MemoryLayout<Int32>.size
      lengths[column] = length
      values[column] = length < 0 ? nil : (base + at).assumingMemoryBound(to: CChar.self)
      at += Int(max(length, 0))
    }
    try connection.execute(
      hasSavepoint
        ? "RELEASE SAVEPOINT sluice_row; SAVEPOINT sluice_row" : "SAVEPOINT sluice_row")
    hasSavepoint = true
    let result = PostgreSQLResult(
      cpq_execPrepared(
        connection.handle, PostgreSQLInsert.statement, Int32(columnCount), values, lengths,
        formats, 0))
    if result.status == CPQ_COMMAND_OK { return .stored }
    // 22: a value is not what the column takes; 23: a constraint; 44: a view's check; P0001: a
    // trigger's RAISE. All else concerns more than this row.
    let state = result.field(CPQ_SQLSTATE) ?? ""
    guard !connection.isLost, ["22", "23", "44"].contains(state.prefix(2)) || state == "P0001"
    else { throw connection.fault(result) }
    let message = connection.words(result)
    try connection.execute("ROLLBACK TO SAVEPOINT sluice_row")
    return .refused(code: "constraint", message: message)
  }

  /// The transaction ends, and its savepoint with it.
  func end() { hasSavepoint = false }
}
