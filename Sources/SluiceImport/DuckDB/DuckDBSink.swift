public import SluiceFeed

/// Rows into a table of a DuckDB database file.
///
/// A batch is one transaction: its rows go through DuckDB's appender, and the job's checkpoint into a row of the
/// table `sluice_progress` in the same database. A batch that the database refuses (a CHECK, a unique index) ends the
/// job, and nothing of it is stored.
///
/// The table is made when it is missing (int → BIGINT, real → DOUBLE, text and json → VARCHAR, bool → BOOLEAN,
/// decimal → DECIMAL(38,18), date → DATE, timestamp and the epochs → TIMESTAMP in UTC, uuid → UUID, blob → BLOB). An
/// existing one must have the columns, with types that store the values unchanged; values that do not fit are
/// rejected.
///
/// `upsert` and `ignore` need a unique index on exactly their key. Progress belongs to one table, which a mark in
/// its comment distinguishes from another of its name.
///
/// libduckdb is loaded at run time; `SLUICE_DUCKDB` names it where it is not among the system's libraries.
public final class DuckDBSink: Sink {
  public let path: String
  public let table: String
  public let mode: WriteMode
  let choices: TableChoices
  let changes: TableChanges
  public let rejectTable: String?
  public var name: String { "table \"\(table)\" in \(path)" }

  public var usualBatchSize: Int { 100_000 }

  /// True for a replacement.
  public var keepsRowsBack: Bool { mode == .replace }

  public var takesOtherColumns: Bool { changes.addsColumns }

  public var notes: [ImportNote] { session?.notes ?? [] }

  /// Nil until the job opens the sink, and again once it was rolled back.
  private var session: DuckDBSession?

  /// Does not open anything yet. Throws `ImportError` for a name that no table can have.
  public init(
    path: String, table: String, mode: WriteMode = .append, choices: TableChoices = [],
    changes: TableChanges = TableChanges(), rejectTable: String? = nil
  ) throws(ImportError) {
    for name in [table, rejectTable].compactMap({ $0 }) {
      guard !name.isEmpty, !name.utf8.contains(0) else {
        throw ImportError(.sink, "\"\(name)\" can't be a table's name")
      }
      guard name.lowercased() != DuckDBProgressTable.name else {
        throw ImportError(.sink, "the table \(name) keeps the jobs' progress: name another")
      }
    }
    guard rejectTable?.lowercased() != table.lowercased() else {
      throw ImportError(
        .rejects, "rejects can't go to the table \"\(table)\": name one of their own")
    }
    (self.path, self.table, self.mode, self.choices) = (path, table, mode, choices)
    (self.changes, self.rejectTable) = (changes, rejectTable)
  }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let key = try checked(columns)
    let session = try DuckDBSession(
      jobs, self, columns: columns, key: key, over: DuckDBConnection(path: path))
    self.session = session
    return session.earlier
  }

  /// The numbers of the key's columns.
  func checked(_ columns: [ImportColumn]) throws(ImportError) -> [Int] {
    try changes.check(columns)
    return try mode.keyColumns(in: columns)
  }

  public func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    try opened().switchSource(to: job)
  }

  public func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    guard let session else { throw notOpen }
    return try session.append(row)
  }

  /// Discards the rows that a replacement has gathered.
  public func beginAnew() throws(ImportError) { try opened().beginAnew() }

  public func settle() throws(ImportError) -> [LateRefusal] {
    try session?.settle()
    return []
  }

  /// The number of rows whose key was there, in mode `ignore`.
  public var skippedRows: Int64 { session?.skippedRows ?? 0 }

  public func store(_ rejects: [Reject]) throws(ImportError) { try opened().store(rejects) }

  public func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    try opened().commit(checkpoint)
  }

  /// Publishes a replacement, in one transaction.
  public func finish() throws(ImportError) { try opened().finish() }

  public func rollBack() {
    session?.rollBack()
    session = nil
  }

  private func opened() throws(ImportError) -> DuckDBSession {
    guard let session else { throw notOpen }
    return session
  }

  private var notOpen: ImportError { ImportError(.sink, "\(name) is not open") }
}
