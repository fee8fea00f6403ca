import Sluice

/// The table `sluice_progress` of a database: its version, and what concerns all jobs of a target.
///
/// Version 1 has no column `version`; it gets the missing columns when a job opens the database.
enum SQLiteProgressTable {
  static let name = "sluice_progress"
  /// Sluice's own tables in a database: no import goes into them.
  static let reserved = [name, SQLiteReplacement.table]

  private static let newColumns = [
    "version INTEGER NOT NULL DEFAULT 1", "table_id TEXT",
    "may_be_empty INTEGER NOT NULL DEFAULT 0",
  ]

  /// Makes the table, or adds its missing columns. Inside a transaction. Throws if a newer release made it.
  static func ready(in connection: SQLiteConnection) throws(ImportError) {
    switch try version(in: connection) {
    case nil:
      try connection.execute(
        """
        CREATE TABLE sluice_progress (
          source TEXT NOT NULL, target TEXT NOT NULL, columns TEXT NOT NULL,
          "offset" INTEGER NOT NULL, line INTEGER NOT NULL, record INTEGER NOT NULL,
          rows INTEGER NOT NULL, rejects INTEGER NOT NULL,
          source_size INTEGER NOT NULL, source_head TEXT NOT NULL, source_tail TEXT NOT NULL,
          reject_file TEXT, reject_length INTEGER NOT NULL,
          finished INTEGER NOT NULL, mode TEXT NOT NULL,
          \(newColumns.joined(separator: ", ")),
          PRIMARY KEY (source, target))
        """)
    case ProgressFormat.unversioned:
      for column in newColumns {
        try connection.execute("ALTER TABLE sluice_progress ADD COLUMN \(column)")
      }
    default: break
    }
  }

  /// The version that the table has; nil when it does not exist. Throws for a newer one, and for a table
  /// that Sluice did not make.
  static func version(in connection: SQLiteConnection) throws(ImportError) -> Int64? {
    let statement = try connection.prepare("SELECT name FROM pragma_table_info('sluice_progress')")
    var found: Set<ByteName> = []
    while try statement.step() { found.insert(ByteName(statement.text(at: 0) ?? "")) }
    guard !found.isEmpty else { return nil }
    let place = "the table \(name) in \(connection.path)"
    guard found.contains("version") else {
      let known: Set<ByteName> = [
        "source", "target", "columns", "offset", "finished", "mode", "reject_length",
      ]
      guard known.isSubset(of: found) else {
        throw ImportError(
          .conflict,
          "\(place) is not the one in which imports keep their progress: it has the columns"
            + " \(found.sorted().map(\.text).joined(separator: ", ")). Rename it, or name another database"
        )
      }
      return ProgressFormat.unversioned
    }
    let newest = try connection.prepare("SELECT max(version) FROM sluice_progress")
    if try newest.step() {
      try ProgressFormat.check(max(newest.integer(at: 0), ProgressFormat.unversioned), at: place)
    }
    guard found.isSuperset(of: ["table_id", "may_be_empty"]) else {
      try ProgressFormat.check(ProgressFormat.version + 1, at: place)
      return nil
    }
    return ProgressFormat.version
  }

  /// What the rows of a target hold besides their checkpoints.
  struct Entry: StoredProgress {
    let source: ByteName
    let target: String
    let columns: ByteName
    let mode: String
    let rows: Int64
    let isFinished: Bool
    let version: Int64
    /// Nil in version 1, and for a table that can have none.
    let tableID: String?
    let mayBeEmpty: Bool

    func storedRows() -> Int64 { rows }
  }

  /// The rows with a table's name, or with its identity.
  static func entries(
    of table: String, _ tableID: String? = nil, in connection: SQLiteConnection
  ) throws(ImportError) -> [Entry] {
    guard let version = try version(in: connection) else { return [] }
    let isFirst = version == ProgressFormat.unversioned
    let statement = try connection.prepare(
      "SELECT source, columns, mode, rows, finished, \(isFirst ? "1, NULL, 0" : "version, table_id, may_be_empty"),"
        + " target FROM sluice_progress WHERE target = ?1"
        + (isFirst ? "" : " OR table_id = ?2") + " ORDER BY source, target")
    try statement.bind(SQLiteSink.folded(table), at: 1)
    if !isFirst { try statement.bind(tableID, at: 2) }
    var entries: [Entry] = []
    while try statement.step() {
      entries.append(
        Entry(
          source: ByteName(statement.text(at: 0) ?? ""), target: statement.text(at: 8) ?? "",
          columns: ByteName(statement.text(at: 1) ?? ""),
          mode: statement.text(at: 2) ?? "", rows: statement.integer(at: 3),
          isFinished: statement.integer(at: 4) != 0, version: statement.integer(at: 5),
          tableID: statement.text(at: 6), mayBeEmpty: statement.integer(at: 7) != 0))
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
