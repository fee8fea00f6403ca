extension PostgreSQLSink {
  /// In a transaction that the server lets change nothing.
  public func look(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkOutlook {
    let key = try checked(columns)
    let connection = try PostgreSQLConnection(address)
    try PostgreSQLSession.checkEncoding(connection)
    try connection.execute("BEGIN READ ONLY")
    let none: [Checkpoint?] = jobs.map { _ in nil }
    guard try PostgreSQLTable.isThere(table, in: connection) else {
      let quoted = PostgreSQLConnection.quoted(table)
      return SinkOutlook(
        state: .new(creation: PostgreSQLTable.creation(quoted, columns, key)), checkpoints: none)
    }
    // It is there: this compares it with the columns, and makes nothing.
    let found = try PostgreSQLTable(table, columns: columns, key: key, in: connection)
    guard try PostgreSQLProgress.isThere(in: connection) else {
      return SinkOutlook(state: .fits, checkpoints: none)
    }
    let checkpoints = try jobs.map { job throws(ImportError) -> Checkpoint? in
      guard let job else { return nil }
      let target = found.fullName
      if mode == .replace,
        try !PostgreSQLProgress.isInterruptedReplacement(job, target, in: connection)
      {
        return nil
      }
      return try PostgreSQLProgress.read(job, target, in: connection)?.checkpoint
    }
    return SinkOutlook(state: .fits, checkpoints: checkpoints)
  }
}
