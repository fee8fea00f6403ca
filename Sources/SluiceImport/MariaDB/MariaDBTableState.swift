import Sluice

/// Compares what earlier runs left with the current state.
struct MariaDBTableState {
  private let table: String
  private let progress: KnownProgress<ProgressRow>

  init(
    of table: String, for jobs: [JobIdentity?], _ choices: TableChoices,
    in connection: MariaDBConnection
  ) throws(ImportError) {
    self.table = table
    let isThere = try MariaDBProgressTable.isThere(in: connection)
    progress = KnownProgress(
      isThere ? try MariaDBProgressTable.rows(of: table, in: connection) : [], for: jobs, choices)
  }

  func mayBeEmpty(_ identity: String?) -> Bool { progress.mayBeEmpty(identity) }

  /// `isThere`: whether the table exists.
  func check(isThere: Bool, in connection: MariaDBConnection) throws(ImportError) {
    let (table, name) = (table, MariaDBTable.place(table, connection))
    try progress.check(
      progress.withRows(), isThere: isThere,
      identity: MariaDBTableIdentity.read(of: table, in: connection)
    ) { () throws(ImportError) in
      try connection.query("SELECT 1 FROM \(MariaDBConnection.quoted(table)) LIMIT 1").rowCount == 0
    } fault: {
      $0.error(name, source: $1, rows: $2)
    }
  }

  /// Keeps the caller's choice for later runs. Inside a transaction.
  func keep(_ identity: String?, in connection: MariaDBConnection) throws(ImportError) {
    let literal = MariaDBConnection.literal
    for row in progress.known {
      if progress.choices.contains(.restart) {
        try MariaDBProgressTable.forget(target: table, source: row.source.text, in: connection)
      } else if row.tableID == nil || progress.choices.contains(.adoptTable) {
        try connection.execute(
          "UPDATE \(MariaDBProgressTable.name) SET table_id = \(literal(identity))"
            + " WHERE id = \(literal(MariaDBProgressTable.id(row.source.text, table)))")
      }
    }
    if progress.choices.contains(.mayBeEmpty) {
      try connection.execute(
        "UPDATE \(MariaDBProgressTable.name) SET may_be_empty = TRUE WHERE target = \(literal(table))"
          + " AND (table_id IS NULL OR table_id = \(literal(identity)))")
    }
  }
}
