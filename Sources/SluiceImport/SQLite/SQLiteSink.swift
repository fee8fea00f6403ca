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
/// The table is made when it is missing (int → INTEGER, real → REAL, bool → BOOLEAN, blob → BLOB, all
/// else → TEXT, also decimals, of which SQLite's numbers would not keep all digits); one that is there must have the columns, with types that store the values unchanged. A
/// row that breaks a constraint is rejected. `upsert` needs a unique index on exactly its key; a
/// table that is made gets it as its primary key.
public final class SQLiteSink: Sink {
  public let path: String
  public let table: String
  public var name: String { "table \"\(table)\" in \(path)" }

  public let mode: WriteMode
  private let busyTimeout: Int32

  /// Nil until the job opens the sink: a job that fails before leaves no empty database behind.
  private var session: SQLiteSession?

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
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let job = jobs.first ?? nil
    let key = try mode.keyColumns(in: columns)
    let connection = try SQLiteConnection(path: path, busyTimeoutInMilliseconds: busyTimeout)
    try connection.execute(SQLiteSink.pragmas)
    let session = try connection.inTransaction { () throws(ImportError) -> SQLiteSession in
      try readyTable(columns, key: key, in: connection)
      // Prepared here: a table that the statement doesn't fit is not left behind.
      let insert = try prepareInsert(columns, key: key, in: connection)
      return try SQLiteSession(
        job, table: table, columns: columns, key: key, mode: mode, insert: insert, in: connection)
    }
    self.session = session
    return session.earlier
  }

  func prepareInsert(
    _ columns: [ImportColumn], key: [Int], in connection: SQLiteConnection
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

  public func turn(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    guard let session else { throw notOpen }
    return try session.turn(to: job)
  }

  public func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    guard let session else { throw notOpen }
    return try session.append(row)
  }

  public func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    guard let session else { throw notOpen }
    try session.commit(checkpoint)
  }

  public func rollBack() { session?.rollBack() }

  private var notOpen: ImportError { ImportError(.sink, "\(name) is not open") }
}
