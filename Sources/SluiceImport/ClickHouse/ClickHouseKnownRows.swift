/// Compares what earlier runs left with the current state of a table. Progress belongs to one table, which its
/// UUID distinguishes from another of its name.
struct ClickHouseKnownRows {
  private let table: String
  private let choices: TableChoices
  private let known: [ClickHouseProgressTable.Row]

  init(
    of table: String, for jobs: [JobIdentity?], _ choices: TableChoices,
    in connection: ClickHouseConnection
  ) throws(ImportError) {
    (self.table, self.choices) = (table, choices)
    let sources = Set(jobs.compactMap { $0?.source })
    known =
      try ClickHouseProgressTable.isThere(in: connection)
      ? ClickHouseProgressTable.rows(
        where: "target = \(ClickHouseConnection.literal(table))", in: connection
      ).filter { sources.contains($0.source) && !$0.checkpoint.isEmpty } : []
  }

  /// Throws when the progress belongs to another table, unless the caller has chosen what to do.
  /// `identity`: nil when there is no table.
  func check(
    _ identity: String?, in connection: ClickHouseConnection
  ) throws(ImportError) {
    guard !choices.contains(.restart) else { return }
    let name = ClickHouseTable.place(table, connection)
    let current = known.filter { $0.targetID == identity }
    // Progress in the table itself makes that in an earlier table irrelevant.
    let others = known.filter { row in
      row.targetID != identity && !current.contains { $0.source == row.source }
    }
    for row in current + others where try row.storedRows() > 0 {
      let rows = try row.storedRows()
      guard identity != nil else {
        throw TargetChange.gone.error(name, source: row.source, rows: rows)
      }
      if row.targetID != identity, !choices.contains(.adoptTable) {
        throw TargetChange.another.error(name, source: row.source, rows: rows)
      }
      guard !choices.contains(.mayBeEmpty), !row.mayBeEmpty else { continue }
      let quoted = ClickHouseConnection.quoted(table)
      if try connection.query("SELECT 1 FROM \(quoted) LIMIT 1").isEmpty {
        throw TargetChange.empty.error(name, source: row.source, rows: rows)
      }
    }
  }

  /// Carries out the caller's choice.
  func keep(
    _ identity: String, run: String, in connection: ClickHouseConnection
  ) throws(ImportError) {
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
