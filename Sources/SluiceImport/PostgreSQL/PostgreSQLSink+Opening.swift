extension PostgreSQLSink {
  /// Makes the table ready. Inside a transaction.
  func opened(
    _ jobs: [JobIdentity?], _ columns: [ImportColumn], _ key: [Int],
    in connection: PostgreSQLConnection
  ) throws(ImportError) -> OpenedTable<PostgreSQLConnection> {
    var name = try PostgreSQLName(table, in: connection)
    let isKept = jobs.contains { $0 != nil }
    // A replacement forgets existing progress, even when it keeps none of its own.
    var home = try PostgreSQLHome(of: name, in: connection)
    let known =
      isKept || mode == .replace
      ? try PostgreSQLProgressTable.find(for: home, connection) : nil
    let state = try PostgreSQLTableState(
      of: home, for: mode == .replace ? [] : jobs, choices, in: known, connection)
    if name.number == nil {
      try state.check(nil, in: connection)
      name = try PostgreSQLTable.make(name, as: table, columns: columns, key: key, in: connection)
      home = try PostgreSQLHome(of: name, in: connection)
    }
    let lacking = try change(name, columns, in: connection)
    let found = try PostgreSQLTable(name, columns: columns, key: key, in: connection)
    try state.check(found, in: connection)
    let progress =
      isKept || known != nil ? try PostgreSQLProgressTable.make(for: home, connection) : nil
    if mode != .replace, let progress {
      try state.progress.keep(as: home.identity.map { "\($0)" }, in: progress)
    }
    let rejects = try rejects(besides: found, in: connection)
    var target = found.target(
      home.identity, mode, mayBeEmpty: state.progress.mayBeEmpty(home.identity.map { "\($0)" }))
    if mode != .replace, choices.contains(.restart) {
      try rejects?.forget(of: target.ofRejects, sources: RejectedSources(jobs))
    }
    var replacement: PostgreSQLReplacement?
    if mode == .replace {
      // A server continues for a moment after its client was killed, and may be about to publish.
      try PostgreSQLTable.lock(making: found.fullName, in: connection)
      let begun = try PostgreSQLReplacement(of: found, home, jobs, progress, in: connection)
      let isResumed = try begun.inspection() == .resumed && !choices.contains(.restart)
      target = try isResumed ? begun.target(target) : begun.begin(target, rejects)
      replacement = begun
    }
    let merge =
      mode != .replace && (!key.isEmpty || found.facts.needsInsert)
      ? PostgreSQLMerge(into: found, key: key, mode: mode) : nil
    try merge?.prepare(in: connection)
    let uniqueness =
      merge == nil ? try PostgreSQLUniqueness(of: found, in: target, connection) : nil
    let note = found.noteOfSkippedRows(mode, in: connection)
    return OpenedTable(
      target: target, replacement: replacement, progress: progress, rejects: rejects,
      notes: [lacking, note].compactMap { $0 },
      loader: PostgreSQLBatch(
        into: target.name, found, merge: merge, uniqueness: uniqueness, over: connection))
  }

  private func rejects(
    besides table: PostgreSQLTable, in connection: PostgreSQLConnection
  ) throws(ImportError) -> SQLRejectTable<PostgreSQLConnection>? {
    guard let rejectTable else { return nil }
    let rejects = try SQLRejectTable(rejectTable, in: connection)
    guard rejects.name.text != table.fullName else {
      throw ImportError(
        .rejects, "rejects can't go to the table \(table.fullName): name one of their own")
    }
    return rejects
  }
}
