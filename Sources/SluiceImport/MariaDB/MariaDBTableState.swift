import Sluice

/// Compares what earlier runs left with the current state.
struct MariaDBTableState {
  private let table: String
  let isThere: Bool
  let progress: KnownProgress<ProgressRow>
  /// Whether the table's mark is that of another one, of which it is a copy.
  let isCopy: Bool
  /// The database that the table was in before, if its progress is still there.
  private let former: String?

  init(
    of table: String, for jobs: [JobIdentity?], _ choices: TableChoices,
    in connection: MariaDBConnection
  ) throws(ImportError) {
    self.table = table
    isThere = try MariaDBTable.isThere(table, in: connection)
    let mark = try MariaDBTableIdentity.read(of: table, in: connection)
    var rows: [ProgressRow] = []
    let progress = SQLProgressTable(in: connection)
    let hasProgress = try progress.isThere()
    if hasProgress {
      rows = try progress.rows(of: table, mark)
    }
    var (former, isCopy): (String?, Bool) = (nil, false)
    func hasName(_ row: ProgressRow) -> Bool { ByteName(row.target) == ByteName(table) }
    if let mark {
      let own = rows.filter { $0.tableID == mark }
      let isKnown = own.contains(where: hasName)
      if !own.allSatisfy(hasName) || !isKnown {
        let others = try MariaDBTableIdentity.tables(mark, in: connection).map { ByteName($0) }
          .filter { $0 != ByteName(table) }
        isCopy = !isKnown && !others.isEmpty
        if isKnown { rows.removeAll { others.contains(ByteName($0.target)) } }
      }
      if own.isEmpty, !isCopy,
        let other = try MariaDBTableState.progress(ofTable: mark, in: connection)
      {
        rows += other.rows
        (former, isCopy) = other.isThere ? (nil, true) : (other.database, false)
      }
    }
    let sources = jobs.compactMap { $0?.source }.filter { source in
      !rows.contains { $0.source == source }
    }
    if hasProgress, isThere, !sources.isEmpty {
      rows += try MariaDBTableState.unmarked(sources, in: connection)
    }
    // An empty table is no copy of rows.
    func isOther(_ row: ProgressRow) -> Bool { !hasName(row) && (isCopy || row.tableID == nil) }
    if rows.contains(where: isOther), try connection.isEmpty(connection.table(named: table)) {
      rows.removeAll(where: isOther)
    }
    (self.isCopy, self.former) = (isCopy, former)
    self.progress = KnownProgress(rows, of: table, isCopy ? nil : mark, for: jobs, choices)
  }

  /// The table of progress of another database.
  private static func stored(
    in database: String, _ connection: MariaDBConnection
  ) -> SQLProgressTable<MariaDBConnection> {
    SQLProgressTable(
      "\(MariaDBConnection.quoted(database)).\(DatabaseSink.progressTable)", in: connection)
  }

  /// The progress of a table that was in another database. `isThere`: whether that has a table with its mark.
  private static func progress(
    ofTable identity: String, in connection: MariaDBConnection
  ) throws(ImportError) -> (database: String, rows: [ProgressRow], isThere: Bool)? {
    let found = try connection.query(
      "SELECT TABLE_SCHEMA FROM information_schema.COLUMNS WHERE TABLE_NAME = '\(DatabaseSink.progressTable)'"
        + " AND COLUMN_NAME = 'table_id' AND TABLE_SCHEMA <> DATABASE() AND FIND_IN_SET('select', PRIVILEGES)"
    )
    for database in (0..<found.rowCount).compactMap({ found.text($0, 0) }) {
      let literal = MariaDBConnection.literal
      let rows = try MariaDBTableState.stored(in: database, connection)
        .rows(where: "table_id = \(identity)")
      guard !rows.isEmpty else { continue }
      let others = try MariaDBTableIdentity.tables(
        identity, of: literal(database), in: connection)
      return (database, rows, !others.isEmpty)
    }
    return nil
  }

  /// The progress of sources in tables that could not be marked, and are gone: any other table may be one of them.
  private static func unmarked(
    _ sources: [ByteName], in connection: MariaDBConnection
  ) throws(ImportError) -> [ProgressRow] {
    let list = sources.map { "\($0.text)" as SQLStatement }.joined(", ")
    let found = try SQLProgressTable(in: connection)
      .rows(where: "table_id IS NULL AND source IN (\(list))")
    var rows: [ProgressRow] = []
    for row in found where try !MariaDBTable.isThere(row.target, in: connection) {
      rows.append(row)
    }
    return rows
  }

  /// Brings the progress under the table's name, and keeps the caller's choice for later runs. Inside a transaction.
  func keep(_ identity: String?, in connection: MariaDBConnection) throws(ImportError) {
    let store = SQLProgressTable(in: connection)
    if let former {
      for row in progress.rows where row.tableID == identity { try store.insert(row) }
      let name = MariaDBTableState.stored(in: former, connection).name
      try connection.perform("DELETE FROM \(sql: name) WHERE table_id = \(identity)")
    }
    try progress.keep(as: identity, in: store)
  }
}
