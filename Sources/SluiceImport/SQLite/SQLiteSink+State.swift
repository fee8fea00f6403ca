import Sluice

/// Compares what earlier runs left with the current state.
extension SQLiteSink {
  /// What earlier runs have left of the table. `tableID`: its identity, if it is there and has one.
  func known(
    _ jobs: [JobIdentity?], _ tableID: String?, in connection: SQLiteConnection
  ) throws(ImportError) -> KnownProgress<ProgressRow> {
    let progress = SQLProgressTable(in: connection)
    return KnownProgress(
      try progress.isThere() ? progress.rows(of: SQLiteSink.folded(table), tableID) : [],
      of: SQLiteSink.folded(table), tableID, for: mode == .replace ? [] : jobs, choices)
  }

  /// Checks that the table and its state are those that the progress of the jobs records. Otherwise throws
  /// an error with the choices, unless the caller has chosen.
  func check(
    _ known: KnownProgress<ProgressRow>, isThere: Bool,
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
    case anew(discarding: SQLiteReplacement?, reason: String?)

    var inspection: SinkInspection.Replacement {
      switch self {
      case .resume: .resumed
      case .anew(_, let reason?): .begunAnew(reason: reason)
      case .anew(_, nil): .begun
      }
    }
  }

  func replacementStart(
    _ jobs: [JobIdentity?], in connection: SQLiteConnection
  ) throws(ImportError) -> ReplacementStart {
    guard let known = try SQLiteReplacement.find(of: table, in: connection) else {
      return .anew(discarding: nil, reason: nil)
    }
    guard let reason = try known.obstacle(to: SourceSet(jobs), choices, in: connection) else {
      return .resume(known)
    }
    return .anew(discarding: known, reason: reason)
  }
}
