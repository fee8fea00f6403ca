import CSQLite

/// A replacement of a table's rows while it is gathered. It has a table of its own with its own progress,
/// until all of it replaces the old rows in one transaction.
///
/// A row of `sluice_replacements` records that table, its sources, and what the target looked like when it
/// was made. So a user's table that happens to have the name is never touched.
struct SQLiteReplacement {
  static let table = "sluice_replacements"
  /// Sluice's own tables in a database: no import goes into them.
  static let reserved = [DatabaseSink.progressTable, table]

  /// The table whose rows are to be replaced.
  let target: String
  /// The table that gathers the new ones.
  let side: String
  /// Distinguishes it from another replacement of the same table.
  let id: String
  /// The fingerprint of its sources and columns; nil: it can't be resumed.
  let sources: String?
  /// The statements that made the target.
  let schema: String

  /// Finds the replacement of a table that was begun; nil when none was.
  static func find(
    of target: String, in connection: SQLiteConnection
  ) throws(ImportError) -> SQLiteReplacement? {
    let there = try connection.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '\(table)'")
    guard try there.step() else { return nil }
    let statement = try connection.prepare(
      "SELECT side, id, sources, schema, version FROM sluice_replacements WHERE target = ?1")
    try statement.bind(SQLiteSink.folded(target), at: 1)
    guard try statement.step() else { return nil }
    try ProgressFormat.check(
      statement.integer(at: 4), at: "the table \(table) in \(connection.path)")
    return SQLiteReplacement(
      target: target, side: statement.text(at: 0) ?? "", id: statement.text(at: 1) ?? "",
      sources: statement.text(at: 2), schema: statement.text(at: 3) ?? "")
  }

  /// Why a job of these sources can't resume it; nil: it can.
  func obstacle(
    to sources: SourceSet, _ choices: TableChoices, in connection: SQLiteConnection
  ) throws(ImportError) -> String? {
    if choices.contains(.restart) { return "--restart says so" }
    guard let mine = self.sources, let others = sources.fingerprint else {
      return "a source that can't be read again is never resumed"
    }
    guard mine == others else { return "the interrupted one had other sources or columns" }
    guard try SQLiteTableKind.of(side, in: connection) == .table else {
      return "the rows of the interrupted one are gone"
    }
    guard try schema == SQLiteReplacement.schema(of: target, in: connection) else {
      return "the table was changed since the interrupted one began"
    }
    return nil
  }

  /// The statements that made a table and its unique indexes.
  static func schema(
    of table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> String {
    try statements(of: table, in: connection).joined(separator: ";\n")
  }

  /// The table's statement, followed by those of its unique indexes, by name.
  private static func statements(
    of table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> [String] {
    let statement = try connection.prepare(
      """
      SELECT sql FROM sqlite_schema WHERE lower(tbl_name) = ?1 AND sql IS NOT NULL
        AND (type IN ('table', 'view') OR type = 'index' AND substr(sql, 1, 14) = 'CREATE UNIQUE ')
      ORDER BY type = 'index', name
      """)
    try statement.bind(SQLiteSink.folded(table), at: 1)
    var statements: [String] = []
    while try statement.step() { statements.append(statement.text(at: 0) ?? "") }
    return statements
  }

  /// Begins one. Inside a transaction. `plain`: the statement that makes the side table when the target is
  /// not a table.
  static func begin(
    of target: String, _ sources: SourceSet, plain: (_ side: String) -> String,
    in connection: SQLiteConnection
  ) throws(ImportError) -> SQLiteReplacement {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS sluice_replacements (
        target TEXT PRIMARY KEY, side TEXT NOT NULL, id TEXT NOT NULL, sources TEXT,
        schema TEXT NOT NULL, version INTEGER NOT NULL)
      """)
    let replacement = SQLiteReplacement(
      target: target, side: try freeName(for: target, in: connection), id: RandomName.make(),
      sources: sources.fingerprint, schema: try schema(of: target, in: connection))
    try replacement.makeSide(plain: plain, in: connection)
    let statement = try connection.prepare(
      """
      INSERT INTO sluice_replacements (target, side, id, sources, schema, version)
      VALUES (?1, ?2, ?3, ?4, ?5, \(ProgressFormat.version))
      """)
    try statement.bind(SQLiteSink.folded(target), at: 1)
    try statement.bind(replacement.side, at: 2)
    try statement.bind(replacement.id, at: 3)
    try statement.bind(replacement.sources, at: 4)
    try statement.bind(replacement.schema, at: 5)
    try statement.run()
    return replacement
  }

  /// A name that nothing in the database has.
  private static func freeName(
    for target: String, in connection: SQLiteConnection
  ) throws(ImportError) -> String {
    let statement = try connection.prepare("SELECT 1 FROM sqlite_schema WHERE lower(name) = ?1")
    var name = "sluice_replacement_\(target)"
    while true {
      try statement.bind(SQLiteSink.folded(name), at: 1)
      let isTaken = try statement.step()
      statement.reset()
      guard isTaken else { return name }
      name = "sluice_replacement_\(target)_\(RandomName.make())"
    }
  }

  /// Makes the side table by the target's own statements, so that it refuses the same rows as the target.
  ///
  /// SQLite itself puts the other name into them: the target is renamed, the statements are read, and the
  /// renaming is rolled back. So names are found wherever the grammar allows them, in any quotes and case,
  /// even in a CHECK that names its own table. When a view or trigger is already broken, a second attempt
  /// omits the first one's care for them.
  private func makeSide(
    plain: (_ side: String) -> String, in connection: SQLiteConnection
  ) throws(ImportError) {
    guard try SQLiteTableKind.of(target, in: connection) == .table else {
      return try connection.execute(plain(side))
    }
    let statements: [String]
    do throws(ImportError) {
      statements = try renamedStatements(in: connection)
    } catch {
      try connection.execute("PRAGMA legacy_alter_table = ON")
      defer {
        unsafe sqlite3_exec(connection.handle, "PRAGMA legacy_alter_table = OFF", nil, nil, nil)
      }
      statements = try renamedStatements(in: connection)
    }
    for (number, statement) in statements.enumerated() {
      // Index names are unique within the database.
      try connection.execute(
        number == 0
          ? statement
          : SQLiteReplacement.naming("sluice_replacement_index_\(RandomName.make())", statement))
    }
  }

  private func renamedStatements(
    in connection: SQLiteConnection
  ) throws(ImportError) -> [String] {
    try connection.execute("SAVEPOINT sluice_rename")
    defer {
      unsafe sqlite3_exec(
        connection.handle, "ROLLBACK TO sluice_rename; RELEASE sluice_rename", nil, nil, nil)
    }
    try connection.execute(
      "ALTER TABLE \(SQLiteConnection.quoted(target)) RENAME TO \(SQLiteConnection.quoted(side))")
    return try SQLiteReplacement.statements(of: side, in: connection)
  }

  /// Returns a statement that makes a unique index, with another name for the index. SQLite keeps the
  /// statement with exactly these words before the name.
  private static func naming(_ name: String, _ statement: String) -> String {
    let head = "CREATE UNIQUE INDEX "
    let rest = Array(statement.utf8.dropFirst(head.utf8.count))
    return head + SQLiteConnection.quoted(name)
      + String(decoding: rest[SQLiteReplacement.nameEnd(rest)...], as: UTF8.self)
  }

  /// The end of the name at the start of a text: in quotes of any kind, doubled inside, or without.
  private static func nameEnd(_ text: [UInt8]) -> Int {
    guard let first = text.first else { return 0 }
    var at = 1
    switch first {
    case UInt8(ascii: "["):
      while at < text.count, text[at] != UInt8(ascii: "]") { at += 1 }
      return min(at + 1, text.count)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      while at < text.count {
        if text[at] == first {
          guard at + 1 < text.count, text[at + 1] == first else { return at + 1 }
          at += 1
        }
        at += 1
      }
      return at
    default:
      let ends = Array(" \t\n\r\u{0C}(/-".utf8)
      while at < text.count, !ends.contains(text[at]) { at += 1 }
      return at
    }
  }

  /// Removes it with everything that it has gathered. Inside a transaction.
  func discard(in connection: SQLiteConnection) throws(ImportError) {
    try connection.execute("DROP TABLE IF EXISTS \(SQLiteConnection.quoted(side))")
    try SQLProgressTable(in: connection).forget(target: SQLiteSink.folded(side))
    let statement = try connection.prepare("DELETE FROM sluice_replacements WHERE target = ?1")
    try statement.bind(SQLiteSink.folded(target), at: 1)
    try statement.run()
  }

  /// Throws when another process has discarded it meanwhile. Inside a transaction.
  func checkIsThere(in connection: SQLiteConnection) throws(ImportError) {
    guard try SQLiteReplacement.find(of: target, in: connection)?.id == id else {
      throw ImportError(
        .conflict,
        "another process replaces table \"\(target)\" in \(connection.path), and has discarded the"
          + " rows that this one had gathered: nothing of this batch was stored")
    }
  }
}
