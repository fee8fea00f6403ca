import Sluice

/// The state of the table into which earlier runs wrote. Progress belongs to one table, which the server
/// knows by its number, and means nothing for another table of the same name.
struct PostgreSQLTableState {
  private let place: String
  let progress: KnownProgress<ProgressRow>
  /// Progress of the job's new sources in other parts of the same partitioned table, which has the same rows.
  private let parts: [ProgressRow]

  /// `stored` is nil when the table of progress does not exist.
  init(
    of home: PostgreSQLHome, for jobs: [JobIdentity?], _ choices: TableChoices,
    in stored: SQLProgressTable<PostgreSQLConnection>?, _ connection: PostgreSQLConnection
  ) throws(ImportError) {
    place = connection.name
    progress = KnownProgress(
      try stored?.rows(of: home) ?? [], of: home.fullName,
      home.identity.map { "\($0)" }, for: jobs, choices)
    let new = Set(jobs.compactMap { $0?.source }).subtracting(progress.known.map(\.source))
    guard let stored, let number = home.number, !new.isEmpty, !choices.contains(.restart) else {
      parts = []
      return
    }
    parts = try stored.rows(ofPartsOf: number).filter { new.contains($0.source) }
  }

  /// Throws when the progress belongs to another table, unless the caller has chosen what to do.
  ///
  /// `table` is nil when no table has the name.
  func check(_ table: PostgreSQLTable?, in connection: PostgreSQLConnection) throws(ImportError) {
    let (name, place) = (progress.table, place)
    for row in parts where try row.storedRows() > 0 {
      throw ImportError(
        .conflict,
        "earlier runs have stored \(try row.storedRows()) rows of \(row.source) in \(row.target), which is a part of"
          + " the same partitioned table as \(name) in \(place). Nothing was written. An import into"
          + " \(row.target) continues; --restart imports \(row.source) from its start")
    }
    try progress.check(progress.known, isThere: table != nil) { () throws(ImportError) in
      try table?.isEmpty(in: connection) ?? false
    } nameNow: { number throws(ImportError) in
      try PostgreSQLHome.name(ofTable: number, in: connection)
    } fault: {
      PostgreSQLTableState.fault($0, of: "\(name) in \(place)", source: $1, rows: $2)
    }
  }

  private static func fault(
    _ change: TargetChange, of table: String, source: String, rows: Int64
  ) -> ImportError {
    let (found, more): (String, String)
    switch change {
    case .another:
      found = "is another one now, made anew since"
      more = "; --adopt-table continues with the table of that name, as after a restore"
    case .empty:
      found = "is empty"
      more = "; --table-may-be-empty continues, as others remove its rows"
    case .gone, .shorter: (found, more) = ("is gone", "")
    }
    return ImportError(
      .conflict,
      "the table \(table) \(found): earlier runs have stored \(rows)"
        + " row\(rows == 1 ? "" : "s") of \(source) in it. Nothing was written. Choose:"
        + " --restart imports \(source) from its start\(more)")
  }
}
