import CSQLite

/// Rows into a table of a SQLite database.
///
/// One prepared INSERT is used for all rows; a batch is one transaction (`BEGIN IMMEDIATE` …
/// `COMMIT`), and the job's checkpoint is a row of the table `sluice_progress` in the same
/// database, written in that transaction.
///
/// The database is set to write-ahead logging with `synchronous=NORMAL`: whatever happens, it stays
/// consistent, rows and checkpoint together. After a crash of the *process* nothing committed is
/// missing; after a loss of *power* the last commits may be, and the job, run again, goes on from
/// the checkpoint that is there.
///
/// The table is made when it is missing (int → INTEGER, real → REAL, text and json → TEXT, bool →
/// BOOLEAN); one that is there must have the columns, with types that store the values unchanged. A
/// row that breaks a constraint is rejected. `upsert` needs a unique index on exactly its key; a
/// table that is made gets it as its primary key.
public final class SQLiteSink: Sink {
  public let path: String
  public let table: String
  public var name: String { "table \"\(table)\" in \(path)" }

  public let mode: WriteMode
  /// The numbers of an upsert's key columns.
  private var key: [Int] = []
  /// The table is to be emptied in the next transaction.
  private var empties = false
  private let busyTimeout: Int32

  /// Nil until the job opens the sink: a job that fails before leaves no empty database behind.
  private var insert: SQLiteStatement?
  private var progress: SQLiteProgress?

  /// The pragmas of the connection. What a program compared with this one uses, too.
  public static let pragmas = """
    PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-8000;
    """

  /// Touches nothing yet. Throws ``ImportError`` for a name that no table or database can have.
  public convenience init(
    path: String, table: String, mode: WriteMode = .append
  ) throws(ImportError) {
    try self.init(path: path, table: table, mode: mode, busyTimeoutInMilliseconds: 10_000)
  }

  package init(
    path: String, table: String, mode: WriteMode, busyTimeoutInMilliseconds: Int32
  ) throws(ImportError) {
    guard !table.isEmpty, !table.utf8.contains(0) else {
      throw ImportError(.sink, "\"\(table)\" can't be a table's name")
    }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ImportError(.sink, "\"\(path)\" can't be a database's name")
    }
    guard SQLiteSink.folded(table) != SQLiteProgress.table else {
      throw ImportError(
        .sink, "the table \(SQLiteProgress.table) keeps the jobs' progress: name another")
    }
    self.path = path
    self.table = table
    self.mode = mode
    busyTimeout = busyTimeoutInMilliseconds
  }

  public func open(
    _ job: JobIdentity?, columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    key = try mode.keyColumns(in: columns)
    let connection = try SQLiteConnection(path: path, busyTimeoutInMilliseconds: busyTimeout)
    try connection.execute(SQLiteSink.pragmas)
    let found = try connection.inTransaction { () throws(ImportError) -> Checkpoint? in
      try readyTable(columns, key: key, in: connection)
      // Prepared here: a table that the statement doesn't fit is not left behind.
      insert = try prepareInsert(columns, in: connection)
      guard let job else { return nil }
      let progress = try SQLiteProgress(job, table: table, mode: mode, in: connection)
      self.progress = progress
      return try progress.read()
    }
    empties = mode == .replace && found == nil
    return found
  }

  private func prepareInsert(
    _ columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> SQLiteStatement {
    let names = columns.map { SQLiteConnection.quoted($0.name) }
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let insert =
      "INSERT INTO \(SQLiteConnection.quoted(table)) (\(names.joined(separator: ", ")))"
      + " VALUES (\(places))"
    guard !key.isEmpty else { return try connection.prepare(insert) }
    let keyList = key.map { names[$0] }.joined(separator: ", ")
    let changes = names.indices.filter { !key.contains($0) }
      .map { "\(names[$0]) = excluded.\(names[$0])" }.joined(separator: ", ")
    do throws(ImportError) {
      return try connection.prepare(
        "\(insert) ON CONFLICT (\(keyList)) DO "
          + (changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes)"))
    } catch {
      guard error.message.contains("ON CONFLICT clause does not match") else { throw error }
      throw ImportError(
        .conflict,
        "\(name) has no unique index on exactly the key \(keyList), which an upsert needs: create"
          + " it, or name the columns of one that is there")
    }
  }

  private func begin(_ connection: SQLiteConnection) throws(ImportError) {
    try connection.execute("BEGIN IMMEDIATE")
    guard empties else { return }
    try SQLiteProgress.forget(table: table, in: connection)
    try connection.execute("DELETE FROM \(SQLiteConnection.quoted(table))")
    empties = false
  }

  public func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    guard let insert else { throw notOpen }
    let connection = insert.connection
    if !connection.isInTransaction { try begin(connection) }
    let statement = insert.handle
    for column in key {
      if case .null = row[column] {
        return .refused(
          code: "constraint", message: "a column of the key (number \(column + 1)) has no value")
      }
    }
    for column in 0..<row.count {
      let status = SQLiteSink.bind(row[column], to: statement, at: Int32(column) &+ 1)
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
    let fault = connection.fault()
    let message = connection.message
    sqlite3_reset(statement)
    switch status & 0xFF {
    case SQLITE_CONSTRAINT: return .refused(code: "constraint", message: message)
    case SQLITE_TOOBIG: return .refused(code: "too-large", message: message)
    default: throw fault
    }
  }

  public func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    guard let connection = insert?.connection else { throw notOpen }
    if !connection.isInTransaction { try begin(connection) }
    try progress?.write(checkpoint)
    try connection.execute("COMMIT")
  }

  private var notOpen: ImportError { ImportError(.sink, "\(name) is not open") }

  public func rollBack() {
    guard let connection = insert?.connection else { return }
    if connection.isInTransaction { sqlite3_exec(connection.handle, "ROLLBACK", nil, nil, nil) }
  }

  /// Binds without copying: the bytes stay where they are until the row is stepped and reset.
  @inline(__always)
  private static func bind(
    _ value: ImportValue, to statement: OpaquePointer, at parameter: Int32
  ) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(statement, parameter)
    case .integer(let value): return sqlite3_bind_int64(statement, parameter, value)
    case .real(let value): return sqlite3_bind_double(statement, parameter, value)
    case .boolean(let value): return sqlite3_bind_int64(statement, parameter, value ? 1 : 0)
    case .text(let bytes), .json(let bytes):
      // A null pointer would bind NULL: the base of an empty text is never null here.
      return UnsafeRawBufferPointer(bytes).withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text64(
          statement, parameter, $0.baseAddress, UInt64($0.count), csqlite_static(),
          UInt8(SQLITE_UTF8))
      }
    }
  }
}
