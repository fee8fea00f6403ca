extension PostgreSQLSink {
  /// Uses a transaction in which the server permits no change.
  public func look(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkOutlook {
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
      return SinkOutlook(
        state: .new(creation: PostgreSQLTable.creation(name.fullName, columns, key)),
        checkpoints: none, replacement: isReplaced ? .begun : nil)
    }
    let found = try PostgreSQLTable(name, columns: columns, key: key, in: connection)
    try state.check(found, in: connection)
    var target = state.knownName
    var outlook: SinkOutlook.Replacement?
    if isReplaced {
      let replacement = try PostgreSQLReplacement(of: found, jobs, in: connection)
      outlook = try replacement.outlook(in: connection)
      if outlook == .begun, try replacement.isLeftByFirstFormat(jobs, in: progress, connection) {
        outlook = .resumed
      } else {
        target = replacement.fullName
      }
      if outlook == .resumed, choices.contains(.restart) {
        outlook = .begunAnew(reason: "it is to be restarted")
      }
    }
    guard let progress, outlook == nil || outlook == .resumed, !state.forgets else {
      return SinkOutlook(state: .fits, checkpoints: none, replacement: outlook)
    }
    let checkpoints = try jobs.map { job throws(ImportError) -> Checkpoint? in
      guard let job else { return nil }
      return try PostgreSQLProgress.read(job, target, in: progress, connection)?.checkpoint
    }
    return SinkOutlook(state: .fits, checkpoints: checkpoints, replacement: outlook)
  }
}
