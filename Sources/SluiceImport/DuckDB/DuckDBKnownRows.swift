import Sluice

/// Compares what earlier runs left with the current state of a table.
struct DuckDBKnownRows {
  private let table: String
  private let progress: KnownProgress<ProgressRow>

  init(
    of table: String, for jobs: [JobIdentity?], _ choices: TableChoices,
    in connection: DuckDBConnection
  ) throws(ImportError) {
    self.table = table
    progress = KnownProgress(
      try DuckDBProgressTable.rows(of: table, in: connection), for: jobs, choices)
  }

  func check(in connection: DuckDBConnection) throws(ImportError) {
    let (table, name) = (table, DuckDBTable.place(table, connection))
    let isThere = try connection.has(table: table)
    try progress.check(
      progress.withRows(), isThere: isThere,
      identity: DuckDBTableIdentity.read(of: table, in: connection)
    ) { () throws(ImportError) in
      try connection.query("SELECT 1 FROM \(DuckDBConnection.quoted(table)) LIMIT 1").rows.isEmpty
    } fault: {
      $0.error(name, source: $1, rows: $2)
    }
  }

  /// Keeps the caller's choice for later runs. Inside a transaction.
  func keep(_ identity: String, in connection: DuckDBConnection) throws(ImportError) {
    let choices = progress.choices
    for var row in progress.known {
      if choices.contains(.restart) {
        try DuckDBProgressTable.forget(target: table, source: row.source.text, in: connection)
        continue
      }
      row.tableID = identity
      row.mayBeEmpty = row.mayBeEmpty || choices.contains(.mayBeEmpty)
      try DuckDBProgressTable.write(row, target: table, in: connection)
    }
  }
}
