import Sluice

/// Compares what earlier runs left with the current state of a table, whose identity is its UUID.
struct ClickHouseKnownRows {
  let progress: KnownProgress<ClickHouseProgressTable.Row>
  /// The database that the table was in before, if its progress is still there.
  private let former: String?

  /// `identity`: nil when there is no table.
  init(
    of table: String, _ identity: String?, for jobs: [JobIdentity?], _ choices: TableChoices,
    in connection: ClickHouseConnection
  ) throws(ImportError) {
    var rows: [ClickHouseProgressTable.Row] = []
    let own = identity.map { ClickHouseProgressTable.condition(targetID: $0) }
    if try ClickHouseProgressTable.isThere(in: connection) {
      let hadName =
        "target_id IN (SELECT target_id FROM \(ClickHouseProgressTable.name) WHERE target ="
        + " \(ClickHouseConnection.literal(table)))"
      // Each source's last row says which name its table had last.
      rows = try ClickHouseProgressTable.rows(
        where: [hadName, own].compactMap { $0 }.joined(separator: " OR "), in: connection
      ).filter { $0.targetID == identity || ByteName($0.target) == ByteName(table) }
    }
    var former: String?
    if let own, !rows.contains(where: { $0.targetID == identity }) {
      for database in try ClickHouseProgressTable.others(in: connection) where former == nil {
        let found = try ClickHouseProgressTable.rows(where: own, of: database, in: connection)
        guard !found.isEmpty else { continue }
        (former, rows) = (database, rows + found)
      }
    }
    self.former = former
    progress = KnownProgress(
      rows.filter { !$0.checkpoint.isEmpty }, of: table, identity, for: jobs, choices)
  }

  /// Carries out the caller's choice.
  func keep(
    _ identity: String, run: String, in connection: ClickHouseConnection
  ) throws(ImportError) {
    if let former {
      try ClickHouseProgressTable.move(targetID: identity, from: former, in: connection)
    }
    let choices = progress.choices
    for var row in progress.known {
      let isOwn = row.targetID == identity
      if choices.contains(.restart) {
        guard isOwn else { continue }
        // Even, and without a checkpoint; other tokens from here on.
        row.version += row.version % 2 == 0 ? 2 : 3
        (row.run, row.series, row.checkpoint, row.next) = (run, RandomName.make(), "", "")
      } else if isOwn {
        guard choices.contains(.mayBeEmpty), !row.mayBeEmpty, row.next.isEmpty else { continue }
        row.version += 2
        (row.run, row.mayBeEmpty) = (run, true)
      } else {
        guard choices.contains(.adoptTable) else { continue }
        guard row.next.isEmpty else {
          throw ImportError(
            .conflict,
            "the import of \(row.source) was interrupted while rows were being stored, and whether"
              + " \(ClickHouseTable.place(progress.table, connection)) has them can't be known: import all of it"
              + " with --restart")
        }
        (row.targetID, row.target, row.run) = (identity, progress.table, run)
      }
      try ClickHouseProgressTable.add(row, block: "\(row.block)", in: connection)
    }
  }
}
