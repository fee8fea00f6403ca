import Sluice

/// Compares what earlier runs left with the current state.
extension SQLiteSink {
  /// What earlier runs have left of the table. `tableID`: its identity, if it is there and has one.
  func known(
    _ jobs: [JobIdentity?], _ tableID: String?, in connection: SQLiteConnection
  ) throws(ImportError) -> KnownProgress<SQLiteProgressTable.Entry> {
    KnownProgress(
      try SQLiteProgressTable.entries(of: table, tableID, in: connection),
      of: SQLiteSink.folded(table), tableID, for: mode == .replace ? [] : jobs, choices)
  }

  /// Checks that the table and its state are those that the progress of the jobs records. Otherwise throws
  /// an error with the choices, unless the caller has chosen.
  func check(
    _ known: KnownProgress<SQLiteProgressTable.Entry>, isThere: Bool,
    in connection: SQLiteConnection
  ) throws(ImportError) {
    let name = name
    try known.check(known.withRows(), isThere: isThere) { () throws(ImportError) in
      guard try SQLiteTableKind.of(table, in: connection) == .table else { return false }
      return try !connection.prepare("SELECT 1 FROM \(SQLiteConnection.quoted(table)) LIMIT 1")
        .step()
    } nameNow: { identity throws(ImportError) in
      try SQLiteTableIdentity.table(identity, in: connection)
    } fault: {
      $0.error(name, source: $1, rows: $2)
    }
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
