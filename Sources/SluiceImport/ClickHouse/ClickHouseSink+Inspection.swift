import Sluice

extension ClickHouseSink {
  public func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection {
    let connection = try ClickHouseConnection(address, waits)
    let known = try check(jobs, columns, in: connection)
    let more = try SQLRejectTable.creations(rejectTable, in: connection)
    guard try ClickHouseTableState(of: table, in: connection) != nil else {
      return .new(ClickHouseTable.creation(table, columns), for: jobs, mode, changes: more)
    }
    let additions = try changes(of: columns, in: connection).statements
    let there = try there(columns, in: connection)
    let found = try ClickHouseTable(table, columns: there, in: connection)
    var gathering: String?
    var inspection: SinkInspection.Replacement?
    if mode == .replace {
      let replacement = try ClickHouseReplacement(of: found, jobs, in: connection)
      inspection = try replacement.inspection(in: connection)
      if inspection == .resumed, try ClickHouseProgressTable.isThere(in: connection) {
        gathering = try ClickHouseTableState(of: replacement.name, in: connection)?.identity
      }
    }
    let (table, mode) = (table, mode)
    return try SinkInspection.fits(
      jobs, replacing: inspection, choices, changes: additions + more,
      notes: [found.note].compactMap { $0 }
    ) { job throws(ImportError) in
      var row: ClickHouseProgressTable.Row?
      if mode != .replace {
        row = known.progress.row(of: job.source)
      } else if let gathering {
        row = try ClickHouseProgressTable.rows(
          where: ClickHouseProgressTable.condition(targetID: gathering, source: job.source.text),
          in: connection
        ).first
      }
      guard let row, !row.checkpoint.isEmpty else { return nil }
      guard job.continues(row.columns) else {
        throw job.otherColumns(row.columns, in: "\"\(table)\"")
      }
      return try Checkpoint(
        parsing: row.checkpoint,
        at: "the table \(ClickHouseProgressTable.name) in \(connection.name)")
    }
  }

  /// Compares what is there with the job, before anything is made or changed.
  func check(
    _ jobs: [JobIdentity?], _ columns: [ImportColumn], in connection: ClickHouseConnection
  ) throws(ImportError) -> ClickHouseKnownRows {
    let state = try ClickHouseTableState(of: table, in: connection)
    let known = try ClickHouseKnownRows(
      of: table, state?.identity, for: mode == .replace ? [] : jobs, choices, in: connection)
    try known.progress.check(
      connection.table(named: table), isThere: state != nil, in: connection)
    guard state != nil else { return known }
    _ = try ClickHouseTable(table, columns: there(columns, in: connection), in: connection)
    return known
  }

  /// The columns that need not be added.
  private func there(
    _ columns: [ImportColumn], in connection: ClickHouseConnection
  ) throws(ImportError) -> [ImportColumn] {
    guard changes.addsColumns else { return columns }
    return try changes(of: columns, in: connection).there(columns)
  }

  /// Compares the table with the job.
  func changes(
    of columns: [ImportColumn], in connection: ClickHouseConnection
  ) throws(ImportError) -> SQLTableChanges {
    try SQLTableChanges(of: connection.table(named: table), columns, changes, in: connection)
  }
}
