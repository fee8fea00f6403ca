import CSQLite

/// A job's stay at a SQLite database: the table is ready, and rows go in, a transaction for each
/// batch.
final class SQLiteSession {
  /// The checkpoint to go on from.
  let earlier: Checkpoint?
  private let table: String
  private let connection: SQLiteConnection
  private let insert: SQLiteStatement
  /// The statement that `insert` owns.
  private let statement: OpaquePointer
  private let mode: WriteMode
  private var progress: SQLiteProgress?
  private let columns: [ImportColumn]
  private let key: [Int]
  private var isInTransaction = false
  /// The table is to be emptied in the next transaction.
  private var empties: Bool
  /// Room for a text of each column's: days, points in time, UUIDs.
  private let texts: UnsafeMutablePointer<UInt8>

  init(
    _ job: JobIdentity?, table: String, columns: [ImportColumn], key: [Int], mode: WriteMode,
    insert: SQLiteStatement, in connection: SQLiteConnection
  ) throws(ImportError) {
    self.connection = connection
    self.table = table
    self.columns = columns
    self.key = key
    self.insert = insert
    statement = insert.handle
    self.mode = mode
    progress = try job.map { job throws(ImportError) in
      try SQLiteProgress(job, table: table, mode: mode, in: connection)
    }
    let goesOn = mode == .replace ? try progress?.isInterruptedReplacement() ?? false : true
    empties = !goesOn
    earlier = goesOn ? try progress?.read() : nil
    // Last: what throws before it leaves nothing to be given back.
    texts = .allocate(capacity: max(columns.count, 1) * ValueText.longest)
  }

  deinit { texts.deallocate() }

  /// Goes on with another source.
  func turn(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    progress = try job.map { job throws(ImportError) in
      try SQLiteProgress(job, table: table, mode: mode, in: connection)
    }
    // What is there will be forgotten in the next transaction.
    return try empties ? nil : progress?.read()
  }

  private func begin() throws(ImportError) {
    try connection.execute("BEGIN IMMEDIATE")
    isInTransaction = true
    guard empties else { return }
    try SQLiteProgress.forget(table: table, in: connection)
    try connection.execute("DELETE FROM \(SQLiteConnection.quoted(table))")
    empties = false
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    if !isInTransaction { try begin() }
    if !key.isEmpty, let missing = missingKey(row) { return missing }
    for column in 0..<row.count {
      let status = bind(row[column], at: column)
      if status != SQLITE_OK {
        // A value beyond SQLite's limit (1,000,000,000 bytes) concerns this row only.
        guard status == SQLITE_TOOBIG else { throw connection.fault() }
        return .refused(code: "too-large", message: connection.message)
      }
    }
    let status = sqlite3_step(statement)
    if status == SQLITE_DONE {
      sqlite3_reset(statement)
      return .stored
    }
    return try refusal(status)
  }

  private func missingKey(_ row: borrowing ImportRow) -> RowVerdict? {
    for column in key {
      if case .null = row[column] {
        return .refused(
          code: "constraint",
          message: "column \"\(columns[column].name)\" is part of the key and has no value")
      }
    }
    return nil
  }

  /// What a row that was not stored means: a reject, or the end of the job.
  private func refusal(_ status: Int32) throws(ImportError) -> RowVerdict {
    let fault = connection.fault()
    let message = connection.message
    sqlite3_reset(statement)
    switch status & 0xFF {
    case SQLITE_CONSTRAINT: return .refused(code: "constraint", message: message)
    case SQLITE_TOOBIG: return .refused(code: "too-large", message: message)
    default: throw fault
    }
  }

  /// Binds without copying: the bytes stay where they are until the row is stepped and reset.
  @inline(__always)
  private func bind(_ value: ImportValue, at column: Int) -> Int32 {
    let parameter = Int32(truncatingIfNeeded: column) &+ 1
    switch value {
    case .null: return sqlite3_bind_null(statement, parameter)
    case .integer(let value): return sqlite3_bind_int64(statement, parameter, value)
    case .real(let value): return sqlite3_bind_double(statement, parameter, value)
    case .boolean(let value): return sqlite3_bind_int64(statement, parameter, value ? 1 : 0)
    case .text(let bytes), .json(let bytes), .decimal(let bytes): return bind(bytes, at: parameter)
    case .date, .timestamp, .uuid:
      // Sound: each column has `longest` bytes of its own, until the next row.
      let text = texts + column * ValueText.longest
      let count = value.writeText(to: text) ?? 0
      return bind(UnsafeBufferPointer(start: text, count: count), at: parameter)
    case .blob(let bytes):
      return sqlite3_bind_blob64(
        statement, parameter, bytes.baseAddress, UInt64(bytes.count), csqlite_static())
    }
  }

  /// A null pointer would bind NULL: the base of an empty text is never null here.
  @inline(__always)
  private func bind(_ bytes: UnsafeBufferPointer<UInt8>, at parameter: Int32) -> Int32 {
    UnsafeRawBufferPointer(bytes).withMemoryRebound(to: CChar.self) {
      sqlite3_bind_text64(
        statement, parameter, $0.baseAddress, UInt64($0.count), csqlite_static(),
        UInt8(SQLITE_UTF8))
    }
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    if !isInTransaction { try begin() }
    try progress?.write(checkpoint)
    try connection.execute("COMMIT")
    isInTransaction = false
  }

  /// Some errors have ended the transaction already.
  func rollBack() {
    isInTransaction = false
    if connection.isInTransaction { sqlite3_exec(connection.handle, "ROLLBACK", nil, nil, nil) }
  }
}
