extension MariaDBSink {
  /// Makes the table ready. The server commits before most of the statements: a lock keeps other jobs from them.
  func opened(
    _ jobs: [JobIdentity?], _ columns: [ImportColumn], _ key: [Int],
    in connection: MariaDBConnection
  ) throws(ImportError) -> OpenedTable<MariaDBConnection> {
    let isReplaced = mode == .replace
    let keepsProgress = jobs.contains { $0 != nil }
    let progress = SQLProgressTable(in: connection)
    let lock = MariaDBLock(making: table, in: connection)
    try lock.acquire(in: connection)
    let state = try check(jobs, columns, key, in: connection)
    if keepsProgress { try progress.ready() }
    try make(columns, key, in: connection)
    let lacking = try change(columns, in: connection)
    if keepsProgress {
      _ = try MariaDBTableIdentity.ready(for: table, isCopy: state.isCopy, in: connection)
    }
    let found = try MariaDBTable(table, columns: columns, key: key, in: connection)
    try checkKey(columns, key, in: connection)
    let collation = isReplaced ? nil : MariaDBKeyCollation(of: found, key: key)
    let rejects = try rejectTable.map { name throws(ImportError) in
      try SQLRejectTable(name, in: connection)
    }
    var target = SQLTarget(
      table, found.identity, mode, mayBeEmpty: state.progress.mayBeEmpty(found.identity))
    if keepsProgress, !isReplaced {
      try connection.inTransaction { () throws(ImportError) in
        try state.keep(target.identity, in: connection)
        guard choices.contains(.restart) else { return }
        try rejects?.forget(of: target.ofRejects, sources: RejectedSources(jobs))
      }
    }
    try lock.release(in: connection)
    var replacement: MariaDBReplacement?
    if isReplaced {
      let begun = try MariaDBReplacement(of: found, jobs, in: connection)
      try begun.lock()
      let isResumed = try begun.inspection() == .resumed && !choices.contains(.restart)
      target = try isResumed ? begun.target() : begun.beginAnew(target, rejects)
      replacement = begun
    }
    let stage = MariaDBStage(
      of: found, into: target.name, key: isReplaced ? [] : key, mode: mode)
    try stage.prepare(in: connection)
    let loader = MariaDBLoader(
      stage, stage.isDirect ? try MariaDBUniqueness(of: found, in: target.name, connection) : nil,
      collation, mode: mode, over: connection)
    let note = collation?.note("the \(MariaDBTable.place(table, connection))")
    return OpenedTable(
      target: target, replacement: replacement, progress: progress, rejects: rejects,
      notes: [lacking, note].compactMap { $0 }, loader: MariaDBBatch(found, loader, connection))
  }
}
