extension PostgreSQLSink {
  /// Uses a transaction in which the server permits no change.
  public func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection {
    let key = try checked(columns)
    let connection = try PostgreSQLConnection(reading: address, waits)
    try connection.checkEncoding()
    let isReplaced = mode == .replace
    let name = try PostgreSQLName(table, in: connection)
    let home = try PostgreSQLHome(of: name, in: connection)
    let progress = try PostgreSQLProgressTable.find(for: home, connection)
    let state = try PostgreSQLTableState(
      of: home, for: isReplaced ? [] : jobs, choices, in: progress, connection)
    let rejects = try SQLRejectTable.creations(rejectTable, in: connection)
    guard name.number != nil else {
      try state.check(nil, in: connection)
      return try .new(
        PostgreSQLConnection.creation(name.fullName, columns, key), for: jobs, mode,
        changes: connection.creations(of: changes.indexes, on: connection.table(name)) + rejects)
    }
    let changed = try changes(of: name, columns, in: connection)
    // Columns that are to be added fit, as they get the type of the job's.
    let there =
      changes.addsColumns
      ? columns.indices.filter { !changed.missing.contains($0) } : Array(columns.indices)
    let found = try PostgreSQLTable(
      name, columns: there.map { columns[$0] },
      key: key.compactMap { there.firstIndex(of: $0) }, in: connection)
    try state.check(found, in: connection)
    var gathering: String?
    var inspection: SinkInspection.Replacement?
    if isReplaced {
      let replacement = try PostgreSQLReplacement(of: found, home, jobs, progress, in: connection)
      inspection = try replacement.inspection()
      gathering = replacement.fullName
    }
    return try SinkInspection.fits(
      jobs, replacing: inspection, choices, changes: changed.statements + rejects,
      notes: [changed.note].compactMap { $0 }
    ) { job throws(ImportError) in
      guard let progress else { return nil }
      return try state.progress.checkpoint(
        of: job, in: gathering, shown: gathering ?? home.fullName, progress)
    }
  }
}
