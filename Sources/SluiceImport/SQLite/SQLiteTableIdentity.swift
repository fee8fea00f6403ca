/// Distinguishes a table from another one of the same name: the name of a trigger on it that never fires.
///
/// SQLite does not number tables. Page numbers change with VACUUM and are reused after DROP TABLE, and the
/// text of a statement is the same when it is run again. A trigger belongs to one table. It goes with the
/// table (DROP TABLE), stays with it (VACUUM, ALTER TABLE), and is restored with it (.dump, a copy of the
/// file), like the progress in the same database.
///
/// This one costs nothing: SQLite compiles it only into updates of a column that no table has, and it names
/// no other column, so that every column can still be dropped. (SQLite opens an index for each row, even one
/// without entries: a fifth of what an INSERT costs.)
///
/// Views and virtual tables can't have one, and are known only by their names.
enum SQLiteTableIdentity {
  private static let prefix = "sluice_table_"
  /// No column has this name by chance: it contains U+001F.
  private static let noColumn = "\"sluice\u{1F}identity\""

  /// Nil when the table has none.
  static func read(
    of table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> String? {
    let statement = try connection.prepare(
      """
      SELECT name FROM sqlite_schema WHERE type = 'trigger' AND lower(tbl_name) = ?1
        AND substr(name, 1, \(prefix.utf8.count)) = ?2
      ORDER BY name LIMIT 1
      """)
    try statement.bind(SQLiteSink.folded(table), at: 1)
    try statement.bind(prefix, at: 2)
    return try statement.step() ? statement.text(at: 0) : nil
  }

  /// The table that has an identity; nil: none has it.
  static func table(
    _ identity: String, in connection: SQLiteConnection
  ) throws(ImportError) -> String? {
    let statement = try connection.prepare(
      "SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND name = ?1")
    try statement.bind(identity, at: 1)
    return try statement.step() ? statement.text(at: 0) : nil
  }

  /// Whether a trigger, but for identities, or a conflict clause may drop rows of a table without an error.
  static func mayIgnoreRows(
    _ table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> Bool {
    let statement = try connection.prepare(
      """
      SELECT 1 FROM sqlite_schema WHERE lower(tbl_name) = lower(?1) AND (type = 'trigger' AND
        substr(name, 1, length(?2)) <> ?2 OR type = 'table' AND sql LIKE '%conflict%ignore%') LIMIT 1
      """)
    try statement.bind(table, at: 1)
    try statement.bind(prefix, at: 2)
    return try statement.step()
  }

  /// The table's identity, made if it has none. Inside a transaction.
  static func ready(
    for table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> String? {
    if let known = try read(of: table, in: connection) { return known }
    guard try SQLiteTableKind.of(table, in: connection) == .table else { return nil }
    let name = prefix + RandomName.make()
    try connection.execute(
      "CREATE TRIGGER \(SQLiteConnection.quoted(name)) BEFORE UPDATE OF \(noColumn) ON \(SQLiteConnection.quoted(table))"
        + " BEGIN SELECT 0; END")
    return name
  }
}

/// The kind of object that has a name in a database.
enum SQLiteTableKind {
  case table, virtual, view

  /// Nil: nothing has the name.
  static func of(
    _ table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> SQLiteTableKind? {
    let statement = try connection.prepare(
      """
      SELECT type, upper(substr(sql, 1, 14)) = 'CREATE VIRTUAL' FROM sqlite_schema
      WHERE type IN ('table', 'view') AND lower(name) = ?1
      """)
    try statement.bind(SQLiteSink.folded(table), at: 1)
    guard try statement.step() else { return nil }
    if statement.text(at: 0) == "view" { return .view }
    return statement.integer(at: 1) != 0 ? .virtual : .table
  }
}
