/// Compares what earlier runs left with the current state. Progress belongs to one table, which its identity
/// distinguishes from another of its name.
struct MariaDBTableState {
  private let table: String
  private let choices: TableChoices
  private let all: [MariaDBProgressTable.Row]
  private let known: [MariaDBProgressTable.Row]

  init(
    of table: String, for jobs: [JobIdentity?], _ choices: TableChoices,
    in connection: MariaDBConnection
  ) throws(ImportError) {
    self.table = table
    self.choices = choices
    all =
      try MariaDBProgressTable.isThere(in: connection)
      ? MariaDBProgressTable.rows(of: table, in: connection) : []
    let sources = Set(jobs.compactMap { $0?.source })
    known = all.filter { sources.contains($0.source) }
  }

  /// Whether others remove rows from the table, by a choice now or earlier.
  func mayBeEmpty(_ identity: String?) -> Bool {
    choices.contains(.mayBeEmpty)
      || all.contains {
        $0.mayBeEmpty
          && ($0.tableID == nil || $0.tableID == identity || choices.contains(.adoptTable))
      }
  }

  /// Throws when the progress belongs to another table, unless the caller has chosen what to do.
  /// `isThere`: whether the table exists.
  func check(
    isThere: Bool, in connection: MariaDBConnection
  ) throws(ImportError) {
    guard !choices.contains(.restart) else { return }
    var mine: [MariaDBProgressTable.Row] = []
    for row in known where try row.storedRows() > 0 { mine.append(row) }
    guard let first = mine.first else { return }
    let name = MariaDBTable.place(table, connection)
    func fault(
      _ change: TargetChange, _ row: MariaDBProgressTable.Row
    ) throws(ImportError) -> ImportError {
      change.error(name, source: row.source, rows: try row.storedRows())
    }
    guard isThere else { throw try fault(.gone, first) }
    let identity = try MariaDBTableIdentity.read(of: table, in: connection)
    if !choices.contains(.adoptTable),
      let other = mine.first(where: { $0.tableID != nil && $0.tableID != identity })
    {
      throw try fault(.another, other)
    }
    guard !mayBeEmpty(identity) else { return }
    let quoted = MariaDBConnection.quoted(table)
    if try connection.query("SELECT 1 FROM \(quoted) LIMIT 1").rowCount == 0 {
      throw try fault(.empty, first)
    }
  }

  /// Keeps the caller's choice for later runs. Inside a transaction.
  func keep(_ identity: String?, in connection: MariaDBConnection) throws(ImportError) {
    let literal = MariaDBConnection.literal
    for row in known {
      if choices.contains(.restart) {
        try MariaDBProgressTable.forget(target: table, source: row.source, in: connection)
      } else if row.tableID == nil || choices.contains(.adoptTable) {
        try connection.execute(
          "UPDATE \(MariaDBProgressTable.name) SET table_id = \(literal(identity))"
            + " WHERE id = \(literal(MariaDBProgressTable.id(row.source, table)))")
      }
    }
    if choices.contains(.mayBeEmpty) {
      try connection.execute(
        "UPDATE \(MariaDBProgressTable.name) SET may_be_empty = TRUE WHERE target = \(literal(table))"
          + " AND (table_id IS NULL OR table_id = \(literal(identity)))")
    }
  }
}
