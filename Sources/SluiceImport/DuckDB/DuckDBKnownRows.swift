/// Compares what earlier runs left with the current state of a table.
struct DuckDBKnownRows {
  private let table: String
  private let choices: TableChoices
  private let known: [DuckDBProgressTable.Row]

  init(
    of table: String, for jobs: [JobIdentity?], _ choices: TableChoices,
    in connection: DuckDBConnection
  ) throws(ImportError) {
    (self.table, self.choices) = (table, choices)
    let sources = Set(jobs.compactMap { $0?.source })
    known = try DuckDBProgressTable.rows(of: table, in: connection).filter {
      sources.contains($0.source)
    }
  }

  /// Throws when the progress belongs to another table, unless the caller has chosen what to do.
  func check(in connection: DuckDBConnection) throws(ImportError) {
    guard !choices.contains(.restart) else { return }
    let name = DuckDBTable.place(table, connection)
    for row in known {
      let rows = try row.storedRows()
      guard rows > 0 else { continue }
      guard try connection.has(table: table) else {
        throw TargetChange.gone.error(name, source: row.source, rows: rows)
      }
      let identity = try DuckDBTableIdentity.read(of: table, in: connection)
      guard row.tableID == identity || choices.contains(.adoptTable) else {
        throw TargetChange.another.error(name, source: row.source, rows: rows)
      }
      guard !choices.contains(.mayBeEmpty), !row.mayBeEmpty else { continue }
      let some = "SELECT 1 FROM \(DuckDBConnection.quoted(table)) LIMIT 1"
      if try connection.query(some).rows.isEmpty {
        throw TargetChange.empty.error(name, source: row.source, rows: rows)
      }
    }
  }

  /// Keeps the caller's choice for later runs. Inside a transaction.
  func keep(_ identity: String, in connection: DuckDBConnection) throws(ImportError) {
    for var row in known {
      if choices.contains(.restart) {
        try DuckDBProgressTable.forget(target: table, source: row.source, in: connection)
        continue
      }
      row.tableID = identity
      row.mayBeEmpty = row.mayBeEmpty || choices.contains(.mayBeEmpty)
      try DuckDBProgressTable.write(row, target: table, in: connection)
    }
  }
}
