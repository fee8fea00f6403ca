import Sluice
import SluiceSystem

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
    super.init(
      table, in: path, mode, choices, changes, rejects: rejectTable,
      SQLTables { _ throws(ImportError) in
        try FileSystem.isThere(path) ? DuckDBConnection(path: path, isReadOnly: true) : nil
      })
  }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let key = try checked(columns)
    let connection = try DuckDBConnection(path: path)
    let table = try opened(jobs, columns, key, in: connection)
    return begin(try SQLSession(jobs.first ?? nil, into: table, in: connection))
  }

  private func opened(
    _ jobs: [JobIdentity?], _ columns: [ImportColumn], _ key: [Int],
    in connection: DuckDBConnection
  ) throws(ImportError) -> OpenedTable<DuckDBConnection> {
    let known = try check(jobs, columns, key, in: connection)
    let progress = SQLProgressTable(in: connection)
    let identity = try connection.inTransaction { () throws(ImportError) -> String in
      try progress.ready()
      if try !connection.has(table: table) {
        try connection.query(
          DuckDBConnection.creation(DuckDBConnection.quoted(table), columns, key))
      }
      for statement in try changes(of: columns, in: connection).statements {
        try connection.query(statement)
      }
      let identity = try DuckDBTableIdentity.ready(for: table, in: connection)
      try known.keep(as: identity, in: progress)
      return identity
    }
    let found = try DuckDBTable(table, columns: columns, key: key, in: connection)
    try checkKey(columns, key, in: connection)
    let rejects = try rejectTable.map { name throws(ImportError) in
      try SQLRejectTable(name, in: connection)
    }
    var target = SQLTarget(table, identity, mode, mayBeEmpty: known.mayBeEmpty(identity))
    if let rejects, mode != .replace, choices.contains(.restart) {
      try connection.inTransaction { () throws(ImportError) in
        try rejects.forget(of: target.ofRejects, sources: RejectedSources(jobs))
      }
    }
    var replacement: DuckDBReplacement?
    if mode == .replace {
      let begun = DuckDBReplacement(of: found, jobs, in: connection)
      let isResumed = try begun.inspection() == .resumed && !choices.contains(.restart)
      target = try isResumed ? begun.target(target) : begun.beginAnew(target, rejects)
      replacement = begun
    }
    return OpenedTable(
      target: target, replacement: replacement, progress: progress, rejects: rejects,
      notes: [found.note].compactMap { $0 },
      loader: try DuckDBLoader(found, into: target.name, key: key, mode, in: connection))
  }

  /// The numbers of the key's columns.
  func checked(_ columns: [ImportColumn]) throws(ImportError) -> [Int] {
    try changes.check(columns)
    return try mode.keyColumns(in: columns)
  }
}

extension DuckDBSink {
  public func appending() throws(ImportError) -> any Sink {
    try DuckDBSink(path: path, table: table)
  }

  /// With the file of DuckDB's log.
  public var files: [SinkFile] { [SinkFile(path: path, endings: [".wal"])] }
}
