import Sluice

/// Compares what earlier runs left with the current state.
extension SQLiteSink {
  /// Checks that the table and its state are those that the progress of the jobs records. Otherwise throws
  /// an error with the choices, unless the caller has chosen.
  ///
  /// `tableID`: the identity of the existing table; `isThere`: whether there is one.
  func checkState(
    _ jobs: [JobIdentity?], tableID: String?, isThere: Bool, in connection: SQLiteConnection
  ) throws(ImportError) {
    guard mode != .replace else { return }
    let progress = KnownProgress(
      try SQLiteProgressTable.entries(of: table, in: connection), for: jobs, choices)
    try progress.check(
      progress.withRows(), isThere: isThere, identity: tableID
    ) { () throws(ImportError) in
      guard try SQLiteTableKind.of(table, in: connection) == .table else { return false }
      return try isEmpty(in: connection)
    } fault: {
      $0.error(name, source: $1, rows: $2)
    }
  }

  private func isEmpty(in connection: SQLiteConnection) throws(ImportError) -> Bool {
    try !connection.prepare("SELECT 1 FROM \(SQLiteConnection.quoted(table)) LIMIT 1").step()
  }

  /// Keeps the caller's choice, so that the next run need not choose again. Inside a transaction.
  func keepChoices(
    _ jobs: [JobIdentity?], tableID: String?, in connection: SQLiteConnection
  ) throws(ImportError) {
    for case let job? in jobs {
      if choices.contains(.restart) {
        try SQLiteProgressTable.forget(table: table, source: job.source.text, in: connection)
      } else {
        // A table without an identity is of version 1, or had no rows in another table.
        try SQLiteProgressTable.adopt(
          table: table, source: job.source.text, as: tableID, in: connection)
      }
    }
    if choices.contains(.mayBeEmpty) {
      try SQLiteProgressTable.noteMayBeEmpty(table: table, tableID, in: connection)
    }
  }

  /// Whether others remove rows from the table, by a choice now or earlier.
  func mayBeEmpty(tableID: String?, in connection: SQLiteConnection) throws(ImportError) -> Bool {
    if choices.contains(.mayBeEmpty) { return true }
    return try SQLiteProgressTable.entries(of: table, in: connection)
      .contains { $0.mayBeEmpty && $0.tableID == tableID }
  }

  /// How a replacement begins, and what it resumes of an earlier one.
  enum ReplacementStart {
    case resume(SQLiteReplacement)
    /// One of version 1, whose rows are in the target itself.
    case resumeUnversioned
    case anew(discarding: SQLiteReplacement?, reason: String?)

    var inspection: SinkInspection.Replacement {
      switch self {
      case .resume, .resumeUnversioned: .resumed
      case .anew(_, let reason?): .begunAnew(reason: reason)
      case .anew(_, nil): .begun
      }
    }
  }

  func replacementStart(
    _ jobs: [JobIdentity?], in connection: SQLiteConnection
  ) throws(ImportError) -> ReplacementStart {
    let sources = SourceSet(jobs)
    if let known = try SQLiteReplacement.find(of: table, in: connection) {
      guard let reason = try known.obstacle(to: sources, choices, in: connection) else {
        return .resume(known)
      }
      return .anew(discarding: known, reason: reason)
    }
    // Version 1 emptied the table first, and wrote into it.
    let entries = try SQLiteProgressTable.entries(of: table, in: connection)
    guard entries.contains(where: { $0.isInterruptedReplacement }) else {
      return .anew(discarding: nil, reason: nil)
    }
    if choices.contains(.restart) {
      return .anew(discarding: nil, reason: "--restart says so")
    }
    let mine = Set(jobs.compactMap { $0 }.map { [$0.source, $0.columns] })
    let isSame =
      sources.fingerprint != nil
      && entries.allSatisfy {
        $0.mode == WriteMode.replace.word && mine.contains([$0.source, $0.columns])
      }
    return isSame
      ? .resumeUnversioned
      : .anew(discarding: nil, reason: "the interrupted one had other sources or columns")
  }
}

extension SQLiteProgressTable.Entry {
  fileprivate var isInterruptedReplacement: Bool {
    version == ProgressFormat.unversioned && mode == WriteMode.replace.word && !isFinished
  }
}
