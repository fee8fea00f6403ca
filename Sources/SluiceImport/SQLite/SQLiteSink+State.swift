import Sluice

/// Compares what earlier runs left with the current state.
extension SQLiteSink {
  /// What earlier runs have left of the table.
  func known(
    _ jobs: [JobIdentity?], in connection: SQLiteConnection
  ) throws(ImportError) -> KnownProgress<ProgressRow> {
    try connection.known(table, for: mode == .replace ? [] : jobs, choices)
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

extension SQLiteConnection {
  /// What earlier runs have left of a table.
  func known(
    _ table: String, for jobs: [JobIdentity?], _ choices: TableChoices
  ) throws(ImportError) -> KnownProgress<ProgressRow> {
    let (name, identity) = try identity(of: table)
    let progress = SQLProgressTable(in: self)
    return KnownProgress(
      try progress.isThere() ? progress.rows(of: name, identity) : [], of: name, identity,
      for: jobs, choices)
  }
}
