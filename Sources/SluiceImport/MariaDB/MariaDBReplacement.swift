/// A replacement: the rows that will replace a table's rows, gathered in a table of their own.
///
/// The server commits before it makes or drops a table, so nothing here depends on that being undone. A
/// gathering table counts only together with progress that names its identity; both are made anew in an order
/// in which a kill leaves either a whole replacement or one that is begun anew. The rows take their place by
/// DELETE and INSERT in one transaction, and only then the gathering table is dropped.
struct MariaDBReplacement: RowReplacement {
  /// The target.
  let table: MariaDBTable
  private let connection: MariaDBConnection
  private let gathering: GatheringTable
  var name: String { gathering.name }

  private static let mark = "Sluice gathers rows here; generation "

  /// Throws when a target's rows can't be replaced without changing anything else.
  init(
    of table: MariaDBTable, _ jobs: [JobIdentity?], in connection: MariaDBConnection
  ) throws(ImportError) {
    let referrers = try connection.query(
      """
      SELECT GROUP_CONCAT(DISTINCT TABLE_NAME SEPARATOR ', ') FROM information_schema.KEY_COLUMN_USAGE
      WHERE REFERENCED_TABLE_SCHEMA = DATABASE() AND TABLE_NAME <> REFERENCED_TABLE_NAME
        AND REFERENCED_TABLE_NAME = \(MariaDBConnection.literal(table.name))
      """
    ).text(0, 0)
    if let referrers {
      throw ImportError(
        .conflict,
        "the rows of \(MariaDBTable.place(table.name, connection)) can't be replaced: foreign keys of"
          + " \(referrers) refer to them, and would refuse that, or delete or change rows there. Upsert"
          + " into it, or drop the foreign keys first")
    }
    (self.table, self.connection) = (table, connection)
    gathering = GatheringTable(of: table.name, jobs) {
      SourceFingerprint.hash(Array("\($0)\n\(table.identity ?? "")\n\(table.structure)".utf8))
    }
  }

  /// Waits until no other session replaces the rows of the target, and keeps others from it until the
  /// connection ends: a server continues for a moment after its client was killed.
  func lock() throws(ImportError) {
    try MariaDBLock(replacing: table.name, by: name, in: connection).acquire(in: connection)
  }

  /// How this run would begin.
  func inspection() throws(ImportError) -> SinkInspection.Replacement {
    let found = try connection.query(
      "SELECT TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()"
        + " AND TABLE_NAME = \(MariaDBConnection.literal(name))")
    guard found.rowCount > 0 else { return .begun }
    let comment = found.text(0, 0) ?? ""
    let identity = MariaDBTableIdentity.identity(in: comment)
    let progress = SQLProgressTable(in: connection)
    let rows = try progress.isThere() ? progress.rows(of: name) : []
    guard comment.hasPrefix(MariaDBReplacement.mark) else {
      // One that was being made when its job was killed has the comment of the target, and no rows.
      let isEmpty = try connection.query("SELECT 1 FROM \(quoted) LIMIT 1").rowCount == 0
      if isEmpty { return .begun }
      throw gathering.taken(in: connection.name)
    }
    guard !rows.isEmpty, rows.allSatisfy({ $0.tableID == identity }) else { return .begun }
    return gathering.inspection(
      of: comment.dropFirst(MariaDBReplacement.mark.count).prefix { $0.isHexDigit })
  }

  var quoted: String { MariaDBConnection.quoted(name) }

  /// Where its rows go, once it was begun.
  func target() throws(ImportError) -> SQLTarget {
    SQLTarget(name, try MariaDBTableIdentity.read(of: name, in: connection), .replace)
  }

  /// Makes the gathering table, without a row. Outside a transaction.
  func beginAnew(
    _ target: SQLTarget, _ rejects: SQLRejectTable<MariaDBConnection>?
  ) throws(ImportError) -> SQLTarget {
    // Before the rows: progress without them would be worse than rows without progress.
    let progress = SQLProgressTable(in: connection)
    if try progress.isThere() {
      try connection.inTransaction { () throws(ImportError) in
        try progress.forget(target: name)
        try rejects?.forget(target: name)
      }
    }
    try connection.execute("DROP TABLE IF EXISTS \(quoted)")
    try connection.execute("CREATE TABLE \(quoted) LIKE \(table.quoted)")
    let identity = RandomName.make()
    let comment = MariaDBReplacement.mark + (gathering.generation ?? "none") + " sluice:\(identity)"
    try connection.execute(
      "ALTER TABLE \(quoted) COMMENT = \(MariaDBConnection.literal(comment))")
    return SQLTarget(name, identity, .replace)
  }

  /// Replaces the target's rows and their progress with the gathered ones, in one transaction.
  func publish(
    _ target: SQLTarget, _ gathered: GatheredRows, _ rejects: SQLRejectTable<MariaDBConnection>?
  ) throws(ImportError) -> Int64 {
    do throws(ImportError) {
      // What other jobs have stored is gone, even if this one keeps no progress.
      let progress = SQLProgressTable(in: connection)
      let hasProgress = try progress.isThere()
      try connection.inTransaction { () throws(ImportError) in
        try connection.execute("DELETE FROM \(table.quoted)")
        let stored = try connection.execute(
          "INSERT INTO \(table.quoted) (\(table.columnList)) SELECT \(table.columnList) FROM \(quoted)"
        ).changes
        // Both tables are locked against changes by now.
        try target.checkIdentity(in: connection)
        for name in [table.name, name] { try table.checkTypes(of: name, in: connection) }
        try GatheringTable.check(
          name, found: Int64(stored),
          gathered: gathered.count(
            with: hasProgress ? progress.rows(of: name) : []))
        try SQLTarget(table.name, table.identity, .replace).checkIdentity(in: connection)
        if hasProgress {
          try progress.publish(
            from: name, to: table.name, table.identity,
            instead: progress.rows(of: table.name, table.identity, locks: true))
        }
        try rejects?.publish(
          from: name, to: RejectTarget(name: table.name, tableID: table.identity))
      }
    } catch {
      guard error.kind != .lostConnection else { throw error }
      throw gathering.unpublished(error, for: table.name)
    }
    // Without progress it counts for nothing: should this not succeed, the next replacement drops it.
    _ = connection.run("DROP TABLE \(quoted)")
    return 0
  }
}
