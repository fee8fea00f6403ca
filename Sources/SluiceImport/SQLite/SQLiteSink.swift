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
/// BOOLEAN); one that is there must have the columns, with types that store the values unchanged.
public final class SQLiteSink: Sink {
  public let path: String
  public let table: String
  public var name: String { "table \"\(table)\" in \(path)" }

  /// Nil until the job opens the sink: a job that fails before leaves no empty database behind.
  private var insert: SQLiteStatement?
  private var progress: SQLiteProgress?

  /// The pragmas of the connection. What a program compared with this one uses, too.
  public static let pragmas = """
    PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-8000;
    """

  /// Touches nothing yet. Throws ``ImportError`` for a name that no table or database can have.
  public init(path: String, table: String) throws(ImportError) {
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
  }

  public func open(
    _ job: JobIdentity?, columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let connection = try SQLiteConnection(path: path)
    try connection.execute(SQLiteSink.pragmas)
    let found = try connection.inTransaction { () throws(ImportError) -> Checkpoint? in
      try readyTable(columns, in: connection)
      return try turn(to: job, in: connection)
    }
    let names = columns.map { SQLiteConnection.quoted($0.name) }.joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    insert = try connection.prepare(
      "INSERT INTO \(SQLiteConnection.quoted(table)) (\(names)) VALUES (\(places))")
    return found
  }

  public func turn(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    guard let connection = insert?.connection else { throw notOpen }
    return try turn(to: job, in: connection)
  }

  private func turn(
    to job: JobIdentity?, in connection: SQLiteConnection
  ) throws(ImportError) -> Checkpoint? {
    progress = try job.map { job throws(ImportError) in
      try SQLiteProgress(job, table: table, in: connection)
    }
    return try progress?.read()
  }

  public func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    guard let insert else { throw notOpen }
    let connection = insert.connection
    if !connection.isInTransaction { try connection.execute("BEGIN IMMEDIATE") }
    let statement = insert.handle
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
    if !connection.isInTransaction { try connection.execute("BEGIN IMMEDIATE") }
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
