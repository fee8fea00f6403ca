extension PostgreSQLSink {
  /// Uses a transaction in which the server permits no change.
  public func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection {
    let key = try checked(columns)
    let connection = try PostgreSQLConnection(address)
    try PostgreSQLSession.checkEncoding(connection)
    try connection.execute(PostgreSQLSession.begin + " READ ONLY")
    let none: [Checkpoint?] = jobs.map { _ in nil }
    let isReplaced = mode == .replace
    let name = try PostgreSQLName(table, in: connection)
    let progress = try PostgreSQLProgressTable.find(of: name.fullName, in: name.schema, connection)
    let state = try PostgreSQLTableState(
      of: name, for: isReplaced ? [] : jobs, choices, in: progress, connection)
    guard name.number != nil else {
      try state.check(nil, in: connection)
      return SinkInspection(
        state: .new(creation: PostgreSQLTable.creation(name.fullName, columns, key)),
        checkpoints: none, replacement: isReplaced ? .begun : nil)
    }
    let found = try PostgreSQLTable(name, columns: columns, key: key, in: connection)
    try state.check(found, in: connection)
    var target = state.knownName
    var inspection: SinkInspection.Replacement?
    if isReplaced {
      let replacement = try PostgreSQLReplacement(of: found, jobs, in: connection)
      inspection = try replacement.inspection(in: connection)
      if inspection == .begun, try replacement.isLeftByFirstFormat(jobs, in: progress, connection) {
        inspection = .resumed
      } else {
        target = replacement.fullName
      }
      if inspection == .resumed, choices.contains(.restart) {
        inspection = .begunAnew(reason: "it is to be restarted")
      }
    }
    guard let progress, inspection == nil || inspection == .resumed, !state.forgets else {
      return SinkInspection(state: .fits, checkpoints: none, replacement: inspection)
    }
    let checkpoints = try jobs.map { job throws(ImportError) -> Checkpoint? in
      guard let job else { return nil }
      return try PostgreSQLProgress.read(job, target, in: progress, connection)?.checkpoint
    }
    return SinkInspection(state: .fits, checkpoints: checkpoints, replacement: inspection)
  }
}
