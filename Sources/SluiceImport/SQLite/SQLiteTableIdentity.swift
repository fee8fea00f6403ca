/// Distinguishes a table from another one of the same name: the name of an index on it that has no entries.
///
/// SQLite does not number tables. Page numbers change with VACUUM and are reused after DROP TABLE, and the
/// text of a statement is the same when it is run again. An index belongs to one table. It goes with the
/// table (DROP TABLE), stays with it (VACUUM, ALTER TABLE), and is restored with it (.dump, a copy of the
/// file), like the progress in the same database. This index costs nothing: its condition is false for each
/// row (`WHERE 0`), and it names no column, so that every column can still be dropped.
///
/// Views and virtual tables can't have an index, and are known only by their names.
enum SQLiteTableIdentity {
  private static let prefix = "sluice_table_"

  /// Nil when the table has none.
  static func read(
    of table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> String? {
    let statement = try connection.prepare(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'index' AND lower(tbl_name) = ?1 AND substr(name, 1, \(prefix.utf8.count)) = ?2
      ORDER BY name LIMIT 1
      """)
    try statement.bind(SQLiteSink.folded(table), at: 1)
    try statement.bind(prefix, at: 2)
    return try statement.step() ? statement.text(at: 0) : nil
  }

  /// The table's identity, made if it has none. Inside a transaction.
  static func ready(
    for table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> String? {
    if let known = try read(of: table, in: connection) { return known }
    guard try SQLiteTableKind.of(table, in: connection) == .table else { return nil }
    let name = prefix + RandomName.make()
    try connection.execute(
      "CREATE INDEX \(SQLiteConnection.quoted(name)) ON \(SQLiteConnection.quoted(table)) (0) WHERE 0"
    )
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
