import Sluice

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
public final class DuckDBSink: DatabaseSink, Sink {
  public let path: String

  public var usualBatchSize: Int { 100_000 }

  /// Does not open anything yet. Throws `ImportError` for a name that no table can have.
  public init(
    path: String, table: String, mode: WriteMode = .append, choices: TableChoices = [],
    changes: TableChanges = TableChanges(), rejectTable: String? = nil
  ) throws(ImportError) {
    try DatabaseSink.check(table, rejects: rejectTable, normal: \.asciiLowercased)
    self.path = path
    super.init(table, in: path, mode, choices, changes, rejects: rejectTable)
  }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let key = try checked(columns)
    return begin(
      try DuckDBSession(jobs, self, columns: columns, key: key, over: DuckDBConnection(path: path)))
  }

  /// The numbers of the key's columns.
  func checked(_ columns: [ImportColumn]) throws(ImportError) -> [Int] {
    try changes.check(columns)
    return try mode.keyColumns(in: columns)
  }
}
