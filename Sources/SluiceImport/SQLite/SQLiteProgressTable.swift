import Sluice

/// The table `sluice_progress` of a database: its version, and what concerns all jobs of a target.
enum SQLiteProgressTable {
  static let name = "sluice_progress"
  /// Sluice's own tables in a database: no import goes into them.
  static let reserved = [name, SQLiteReplacement.table]

  /// Makes the table, if it is missing. Inside a transaction. Throws if another release made it.
  static func ready(in connection: SQLiteConnection) throws(ImportError) {
    guard try !isThere(in: connection) else { return }
    try connection.execute(
      """
      CREATE TABLE sluice_progress (
        source TEXT NOT NULL, target TEXT NOT NULL, columns TEXT NOT NULL,
        "offset" INTEGER NOT NULL, line INTEGER NOT NULL, record INTEGER NOT NULL,
        rows INTEGER NOT NULL, rejects INTEGER NOT NULL,
        source_size INTEGER NOT NULL, source_head TEXT NOT NULL, source_tail TEXT NOT NULL,
        reject_file TEXT, reject_length INTEGER NOT NULL,
        finished INTEGER NOT NULL, mode TEXT NOT NULL,
        version INTEGER NOT NULL, table_id TEXT, may_be_empty INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (source, target))
      """)
  }

  /// Whether the table exists. Throws if another release made it, and for a table that Sluice did not make.
  static func isThere(in connection: SQLiteConnection) throws(ImportError) -> Bool {
    let statement = try connection.prepare("SELECT name FROM pragma_table_info('sluice_progress')")
    var found: Set<ByteName> = []
    while try statement.step() { found.insert(ByteName(statement.text(at: 0) ?? "")) }
    guard !found.isEmpty else { return false }
    let place = "the table \(name) in \(connection.path)"
    if found.contains("version") {
      let newest = try connection.prepare("SELECT max(version) FROM sluice_progress")
      if try newest.step(), newest.text(at: 0) != nil {
        try ProgressFormat.check(newest.integer(at: 0), at: place)
      }
    }
    let known: Set<ByteName> = [
      "source", "target", "columns", "offset", "finished", "mode", "reject_length", "version",
      "table_id", "may_be_empty",
    ]
    guard known.isSubset(of: found) else {
      throw ImportError(
        .conflict,
        "\(place) is not the one in which this release keeps its progress: it has the columns"
          + " \(found.sorted().map(\.text).joined(separator: ", ")). Rename it, or name another database"
      )
    }
    return true
  }

  /// What the rows of a target hold besides their checkpoints.
  struct SQLiteProgressRow: StoredProgress {
    let source: ByteName
    let target: String
    let columns: ByteName
    let mode: String
    let rows: Int64
    let isFinished: Bool
    /// Nil for a table that can have none.
    let tableID: String?
    let mayBeEmpty: Bool

    func storedRows() -> Int64 { rows }
  }

  /// The rows with a table's name, or with its identity.
  static func entries(
    of table: String, _ tableID: String? = nil, in connection: SQLiteConnection
  ) throws(ImportError) -> [SQLiteProgressRow] {
    guard try isThere(in: connection) else { return [] }
    let statement = try connection.prepare(
      "SELECT source, columns, mode, rows, finished, table_id, may_be_empty, target"
        + " FROM sluice_progress WHERE target = ?1 OR table_id = ?2 ORDER BY source, target")
    try statement.bind(SQLiteSink.folded(table), at: 1)
    try statement.bind(tableID, at: 2)
    var entries: [SQLiteProgressRow] = []
    while try statement.step() {
      entries.append(
        SQLiteProgressRow(
          source: ByteName(statement.text(at: 0) ?? ""), target: statement.text(at: 7) ?? "",
          columns: ByteName(statement.text(at: 1) ?? ""),
          mode: statement.text(at: 2) ?? "", rows: statement.integer(at: 3),
          isFinished: statement.integer(at: 4) != 0, tableID: statement.text(at: 5),
          mayBeEmpty: statement.integer(at: 6) != 0))
    }
    return entries
  }

  /// Deletes the progress of all jobs that wrote into a table that gathers a replacement.
  static func forget(
    table: String, in connection: SQLiteConnection
  ) throws(ImportError) {
    let statement = try connection.prepare("DELETE FROM sluice_progress WHERE target = ?1")
    try statement.bind(SQLiteSink.folded(table), at: 1)
    try statement.run()
  }
}
