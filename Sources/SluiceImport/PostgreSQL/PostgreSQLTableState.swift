import Sluice

/// The state of the table into which earlier runs wrote. Progress belongs to one table, which the server
/// knows by its number, and means nothing for another table of the same name.
struct PostgreSQLTableState {
  private let name: String
  /// The name under which the table's progress is kept: its former one if it was renamed meanwhile.
  let knownName: String
  private let place: String
  private let progress: KnownProgress<ProgressRow>
  private var choices: TableChoices { progress.choices }

  /// `progress` is nil when the table of progress does not exist.
  init(
    of table: PostgreSQLName, for jobs: [JobIdentity?], _ choices: TableChoices,
    in progress: PostgreSQLProgressTable?, _ connection: PostgreSQLConnection
  ) throws(ImportError) {
    name = table.fullName
    place = connection.name
    var all = try progress?.rows(of: table.fullName, in: connection) ?? []
    var knownName = table.fullName
    if all.isEmpty, let number = table.number, let progress,
      let former = try progress.formerName(ofTable: number, in: connection)
    {
      knownName = former
      all = try progress.rows(of: former, in: connection)
    }
    self.knownName = knownName
    self.progress = KnownProgress(all, for: jobs, choices)
  }

  /// Of a table that is made anew nothing was said.
  func mayBeEmpty(_ table: PostgreSQLTable) -> Bool { progress.mayBeEmpty("\(table.number)") }

  /// Whether to forget the progress of the job's sources.
  var forgets: Bool { choices.contains(.restart) && !progress.known.isEmpty }

  /// Throws when the progress belongs to another table, unless the caller has chosen what to do.
  ///
  /// `table` is nil when no table has the name.
  func check(_ table: PostgreSQLTable?, in connection: PostgreSQLConnection) throws(ImportError) {
    let (name, place) = (name, place)
    try progress.check(
      progress.known, isThere: table != nil, identity: table.map { "\($0.number)" }
    ) { () throws(ImportError) in
      try table?.isEmpty(in: connection) ?? false
    } fault: {
      PostgreSQLTableState.fault($0, of: "\(name) in \(place)", source: $1, rows: $2)
    }
  }

  /// Keeps the caller's choice for later runs. Inside a transaction.
  func keep(
    _ table: PostgreSQLTable, in stored: PostgreSQLProgressTable,
    _ connection: PostgreSQLConnection
  ) throws(ImportError) {
    if knownName != name {
      _ = try connection.query(
        "UPDATE \(stored.fullName) SET target = $1 WHERE target = $2", name, knownName)
    }
    if forgets {
      for row in progress.known {
        try stored.forget(target: name, source: row.source.text, in: connection)
      }
    }
    // What an earlier version wrote names no table. What is another one's, the caller has adopted.
    let mayBeEmpty = mayBeEmpty(table)
    let all = progress.all
    guard
      all.contains(where: { $0.tableID == nil }) || choices.contains(.adoptTable)
        || mayBeEmpty && !all.allSatisfy(\.mayBeEmpty)
    else { return }
    _ = try connection.query(
      """
      UPDATE \(stored.fullName) SET may_be_empty = $3::boolean, table_number =
        CASE WHEN table_number IS NULL OR $4::boolean THEN $2::bigint ELSE table_number END
      WHERE target = $1 AND ($4::boolean OR table_number IS NULL OR table_number = $2::bigint)
      """, name, "\(table.number)", mayBeEmpty ? "t" : "f",
      choices.contains(.adoptTable) ? "t" : "f")
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
