import CSQLite

/// Rows into a table of a SQLite database.
///
/// One prepared INSERT is used for all rows; a batch is one transaction (`BEGIN IMMEDIATE` … `COMMIT`), and
/// the job's checkpoint is a row of the table `sluice_progress` in the same database, written in that
/// transaction.
///
/// The database is set to write-ahead logging with `synchronous=NORMAL`: it always stays consistent, rows
/// and checkpoint together. After a crash of the *process* nothing committed is missing. After a loss of
/// *power* the last commits may be: the next run of the job continues from the checkpoint that is there,
/// with the rejects that it counts.
///
/// With mode `replace` the rows go into another table, `sluice_replacement_TABLE`. They replace the old
/// rows in one transaction when the job has read all its sources to their ends: until then the old rows
/// stay. Foreign keys are not enforced, which is SQLite's default: rows of other tables stay.
///
/// Progress belongs to one table, which a trigger that never fires (`sluice_table_…`) distinguishes from
/// another of its name. When that table is gone, is another one, or is empty though rows were committed, a
/// job is refused until its `choices` say what to do.
///
/// The table is made when it is missing (int → INTEGER, real → REAL, bool → BOOLEAN, blob → BLOB, all
/// others → TEXT, including decimals, because SQLite's numbers would not keep all digits). An existing one
/// must have the columns, with types that store the values unchanged. A row that breaks a constraint is
/// rejected. `upsert` and `ignore` need a unique index on exactly their key; a new table gets it as its
/// primary key.
public final class SQLiteSink: DatabaseSink, Sink {
  public let path: String
  private let busyTimeout: Int32

  /// How long another process's transaction is waited for, in milliseconds.
  static let usualTimeout: Int32 = 10_000

  /// The pragmas of the connection. A program that is compared with this one uses them, too.
  public static let pragmas = """
    PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-8000;
    """

  /// Does not open anything yet. Throws `ImportError` for a name that no table or database can have.
  public convenience init(
    path: String, table: String, mode: WriteMode = .append, choices: TableChoices = [],
    changes: TableChanges = TableChanges(), rejectTable: String? = nil
  ) throws(ImportError) {
    try self.init(
      path: path, table: table, mode: mode, choices: choices, changes: changes,
      rejectTable: rejectTable,
      busyTimeoutInMilliseconds: SQLiteSink.usualTimeout)
  }

  package init(
    path: String, table: String, mode: WriteMode, choices: TableChoices = [],
    changes: TableChanges = TableChanges(), rejectTable: String? = nil,
    busyTimeoutInMilliseconds: Int32
  ) throws(ImportError) {
    guard !table.isEmpty, !table.utf8.contains(0) else {
      throw ImportError(.sink, "\"\(table)\" can't be a table's name")
    }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ImportError(.sink, "\"\(path)\" can't be a database's name")
    }
    let folded = SQLiteSink.folded(table)
    guard !SQLiteReplacement.reserved.contains(folded) else {
      throw ImportError(.sink, "the table \(folded) keeps the jobs' progress: name another")
    }
    if let rejectTable {
      let name = SQLiteSink.folded(rejectTable)
      guard !rejectTable.isEmpty, !rejectTable.utf8.contains(0), name != folded,
        !SQLiteReplacement.reserved.contains(name)
      else {
        throw DatabaseSink.noRejects(into: rejectTable)
      }
    }
    self.path = path
    busyTimeout = busyTimeoutInMilliseconds
    super.init(
      table, in: path, mode, choices, changes, rejects: rejectTable,
      SQLTables { waits throws(ImportError) in
        try SQLiteConnection(
          lookingAt: path, SQLitePatience(milliseconds: busyTimeoutInMilliseconds, waits))
      })
  }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let key = try mode.keyColumns(in: columns)
    try changes.check(columns)
    let connection = try SQLiteConnection(path: path, patience)
    try connection.setUp(SQLiteSink.pragmas)
    let table = try connection.inTransaction { () throws(ImportError) in
      try mode == .replace
        ? openReplacement(jobs, columns, in: connection)
        : openTable(jobs, columns, key: key, in: connection)
    }
    return begin(try SQLSession(jobs.first ?? nil, into: table, in: connection))
  }

  /// How long a new connection waits for others.
  var patience: SQLitePatience { SQLitePatience(milliseconds: busyTimeout, waits) }

  private func openTable(
    _ jobs: [JobIdentity?], _ columns: [ImportColumn], key: [Int], in connection: SQLiteConnection
  ) throws(ImportError) -> OpenedTable<SQLiteConnection> {
    let isThere = try hasTable(for: columns, in: connection)
    var known: KnownProgress<ProgressRow>?
    if jobs.contains(where: { $0 != nil }) {
      try SQLProgressTable(in: connection).ready()
      let found = try self.known(jobs, in: connection)
      try found.check(connection.table(named: table), isThere: isThere, in: connection)
      known = found
    }
    if !isThere { try connection.execute(creation(columns, key: key)) }
    let changed = try change(columns, in: connection)
    let collation = try SQLiteKeyCollation(of: columns, key, in: table, connection)
    let notes = [changed.note, collation?.note(name)].compactMap { $0 }
    // Prepared here, so that a table that the statement doesn't fit is not left in the database.
    let insert = try prepareInsert(columns, into: table, key: key, in: connection)
    var target = SQLTarget(table: table, nil, mode)
    let progress = SQLProgressTable(in: connection)
    if let known {
      let identity = try SQLiteTableIdentity.ready(for: table, in: connection)
      try known.keep(as: identity, in: progress)
      target = SQLTarget(table: table, identity, mode, mayBeEmpty: known.mayBeEmpty(identity))
    }
    let rejects = try rejects(in: connection)
    if choices.contains(.restart) {
      try rejects?.forget(of: target.ofRejects, sources: RejectedSources(jobs))
    }
    let loader = try SQLiteLoader(
      into: table, columns: columns, key: key, mode: mode, insert: insert, collation: collation,
      in: connection)
    return OpenedTable(
      target: target, progress: progress, rejects: rejects, notes: notes, loader: loader)
  }

  private func openReplacement(
    _ jobs: [JobIdentity?], _ columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> OpenedTable<SQLiteConnection> {
    try SQLProgressTable(in: connection).ready()
    let isThere = try hasTable(for: columns, in: connection)
    // Before the replacement is compared with the table: the run that was interrupted has changed it.
    var changed = try isThere ? change(columns, in: connection) : nil
    let start = try replacementStart(jobs, in: connection)
    if !isThere {
      try connection.execute(creation(columns, key: []))
      changed = try change(columns, in: connection)
    }
    let notes = [changed?.note].compactMap { $0 }
    try checkCascades(in: connection)
    let replacement: SQLiteReplacement
    let rejects = try rejects(in: connection)
    switch start {
    case .resume(let known): replacement = known
    case .anew(let old, _):
      try old?.discard(in: connection)
      if let old { try rejects?.forget(target: old.side) }
      replacement = try begin(jobs, columns, in: connection)
    }
    _ = try replacement.prepareCopy(columns, in: connection)
    let insert = try prepareInsert(columns, into: replacement.side, key: [], in: connection)
    let gathering = SQLiteGathering(
      replacement: replacement, columns: columns,
      loader: try SQLiteLoader(
        into: replacement.side, columns: columns, key: [], mode: mode, insert: insert,
        replacement: replacement, in: connection), connection: connection)
    return OpenedTable(
      target: gathering.target, replacement: gathering, progress: SQLProgressTable(in: connection),
      rejects: rejects, notes: notes, loader: gathering.loader)
  }

  private func rejects(in connection: SQLiteConnection) throws(ImportError) -> SQLRejectTable<
    SQLiteConnection
  >? {
    try rejectTable.map { table throws(ImportError) in
      try SQLRejectTable(table, in: connection)
    }
  }

  private func begin(
    _ jobs: [JobIdentity?], _ columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> SQLiteReplacement {
    try SQLiteReplacement.begin(
      of: table, SourceSet(jobs), plain: { creation(columns, key: [], of: $0) }, in: connection)
  }

  func prepareInsert(
    _ columns: [ImportColumn], into table: String, key: [Int], in connection: SQLiteConnection
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
    let isCollated = try SQLiteKeyCollation(of: columns, key, in: table, connection) != nil
    let keepsOthers =
      isCollated
      ? " WHERE "
        + key.map { "\(names[$0]) COLLATE BINARY IS excluded.\(names[$0])" }
        .joined(separator: " AND ") : ""
    do throws(ImportError) {
      return try connection.prepare(
        "\(insert) ON CONFLICT (\(keyList)) DO "
          + (changes.isEmpty || skipsKnownKeys ? "NOTHING" : "UPDATE SET \(changes)\(keepsOthers)"))
    } catch {
      guard connection.code == SQLITE_ERROR,
        try isKeyRefused(insert, keyList, into: table, in: connection)
      else { throw error }
      throw TablePlace(name).hasNoKey(key.map { names[$0] }, for: mode)
    }
  }

  private var skipsKnownKeys: Bool { if case .ignore = mode { true } else { false } }

  /// Whether a table has no unique index on the key of an upsert. SQLite's code for that has many other
  /// reasons, such as a trigger that can't be compiled, so the statement's parts are tried alone.
  private func isKeyRefused(
    _ insert: String, _ keyList: String, into table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> Bool {
    func isPrepared(_ sql: String) -> Bool { (try? connection.prepare(sql)) != nil }
    return try SQLiteTableKind.of(table, in: connection) == .table && isPrepared(insert)
      && !isPrepared("\(insert) ON CONFLICT (\(keyList)) DO NOTHING")
      && connection.code == SQLITE_ERROR
  }
}

extension SQLiteSink {
  public func appending() throws(ImportError) -> any Sink {
    try SQLiteSink(path: path, table: table)
  }

  /// With the files of SQLite's journals (sqlite.org/tempfiles.html).
  public var files: [SinkFile] {
    [SinkFile(path: path, endings: ["-wal", "-shm", "-journal"])]
  }
}
