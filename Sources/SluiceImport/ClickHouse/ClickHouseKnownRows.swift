/// Compares what earlier runs left with the current state of a table, whose identity is its UUID.
struct ClickHouseKnownRows {
  private let table: String
  private let progress: KnownProgress<ClickHouseProgressTable.Row>

  init(
    of table: String, for jobs: [JobIdentity?], _ choices: TableChoices,
    in connection: ClickHouseConnection
  ) throws(ImportError) {
    self.table = table
    let isThere = try ClickHouseProgressTable.isThere(in: connection)
    let rows =
      isThere
      ? try ClickHouseProgressTable.rows(
        where: "target = \(ClickHouseConnection.literal(table))", in: connection) : []
    progress = KnownProgress(rows.filter { !$0.checkpoint.isEmpty }, for: jobs, choices)
  }

  /// `identity`: nil when there is no table.
  func check(_ identity: String?, in connection: ClickHouseConnection) throws(ImportError) {
    let (table, name) = (table, ClickHouseTable.place(table, connection))
    let rows = try progress.withRows()
    let current = Set(progress.known.filter { $0.targetID == identity }.map(\.source))
    try progress.check(
      // Progress in the table itself makes that in an earlier table irrelevant.
      rows.filter { $0.targetID == identity || !current.contains($0.source) },
      isThere: identity != nil, identity: identity
    ) { () throws(ImportError) in
      try connection.query("SELECT 1 FROM \(ClickHouseConnection.quoted(table)) LIMIT 1").isEmpty
    } fault: {
      $0.error(name, source: $1, rows: $2)
    }
  }

  /// Carries out the caller's choice.
  func keep(
    _ identity: String, run: String, in connection: ClickHouseConnection
  ) throws(ImportError) {
    let (known, choices) = (progress.known, progress.choices)
    let sources = Set(known.map(\.source))
    for source in sources {
      let rows = known.filter { $0.source == source }
      let current = rows.first { $0.targetID == identity }
      if choices.contains(.restart), var row = current {
        // Even, and without a checkpoint; other tokens from here on.
        row.version += row.version % 2 == 0 ? 2 : 3
        (row.run, row.series, row.checkpoint, row.next) = (run, RandomName.make(), "", "")
        try ClickHouseProgressTable.add(row, in: connection)
      } else if choices.contains(.mayBeEmpty), var row = current, !row.mayBeEmpty, row.next.isEmpty
      {
        row.version += 2
        (row.run, row.mayBeEmpty) = (run, true)
        try ClickHouseProgressTable.add(row, in: connection)
      } else if choices.contains(.adoptTable), current == nil, var row = rows.first {
        guard row.next.isEmpty else {
          throw ImportError(
            .conflict,
            "the import of \(source) was interrupted while rows were being stored, and whether"
              + " \(ClickHouseTable.place(table, connection)) has them can't be known: import all of it with"
              + " --restart")
        }
        (row.targetID, row.run) = (identity, run)
        try ClickHouseProgressTable.add(row, block: "\(row.block)", in: connection)
      }
    }
  }
}
