/// The state of the table into which earlier runs wrote. Progress belongs to one table, which the server
/// knows by its number, and means nothing for another table of the same name.
struct PostgreSQLTableState {
  private let name: String
  /// The name under which the table's progress is kept: its former one if it was renamed meanwhile.
  let knownName: String
  private let place: String
  /// The rows of progress of the job's sources.
  private let known: [PostgreSQLProgressTable.Row]
  /// All rows of the target.
  private let all: [PostgreSQLProgressTable.Row]
  private let choices: TableChoices

  /// `progress` is nil when the table of progress does not exist.
  init(
    of table: PostgreSQLName, for jobs: [JobIdentity?], _ choices: TableChoices,
    in progress: PostgreSQLProgressTable?, _ connection: PostgreSQLConnection
  ) throws(ImportError) {
    name = table.fullName
    place = connection.name
    self.choices = choices
    var all = try progress?.rows(of: table.fullName, in: connection) ?? []
    var knownName = table.fullName
    if all.isEmpty, let number = table.number, let progress,
      let former = try progress.formerName(ofTable: number, in: connection)
    {
      knownName = former
      all = try progress.rows(of: former, in: connection)
    }
    self.all = all
    self.knownName = knownName
    let sources = Set(jobs.compactMap { $0?.source })
    known = all.filter { sources.contains($0.source) }
  }

  /// Whether the table may be empty: the caller says so, or has said it before of this table, or of the
  /// one that it is adopted for. Of a table that is made anew nothing was said.
  func mayBeEmpty(_ table: PostgreSQLTable) -> Bool {
    choices.contains(.mayBeEmpty)
      || all.contains {
        $0.mayBeEmpty
          && ($0.tableNumber == nil || $0.tableNumber == table.number
            || choices.contains(.adoptTable))
      }
  }

  /// Whether to forget the progress of the job's sources.
  var forgets: Bool { choices.contains(.restart) && !known.isEmpty }

  /// Throws when the progress belongs to another table, unless the caller has chosen what to do.
  ///
  /// `table` is nil when no table has the name.
  func check(_ table: PostgreSQLTable?, in connection: PostgreSQLConnection) throws(ImportError) {
    guard !choices.contains(.restart), let first = known.first else { return }
    guard let table else { throw fault("is gone", first, ["--restart", nil, nil]) }
    if let other = known.first(where: { $0.tableNumber.map { $0 != table.number } ?? false }),
      !choices.contains(.adoptTable)
    {
      throw fault(
        "is another one now, made anew since", other, ["--restart", "--adopt-table", nil])
    }
    guard !mayBeEmpty(table) else { return }
    for row in known {
      let checkpoint = try Checkpoint(parsing: row.checkpoint, at: "the progress of \(row.source)")
      guard checkpoint.rows > 0 else { continue }
      guard try table.isEmpty(in: connection) ?? false else { return }
      throw fault("is empty", row, ["--restart", nil, "--table-may-be-empty"])
    }
  }

  /// Keeps the caller's choice for later runs. Inside a transaction.
  func keep(
    _ table: PostgreSQLTable, in progress: PostgreSQLProgressTable,
    _ connection: PostgreSQLConnection
  ) throws(ImportError) {
    if knownName != name {
      _ = try connection.query(
        "UPDATE \(progress.fullName) SET target = $1 WHERE target = $2", name, knownName)
    }
    if forgets {
      for row in known { try progress.forget(target: name, source: row.source, in: connection) }
    }
    // What an earlier version wrote names no table. What is another one's, the caller has adopted.
    let mayBeEmpty = mayBeEmpty(table)
    guard
      all.contains(where: { $0.tableNumber == nil }) || choices.contains(.adoptTable)
        || mayBeEmpty && !all.allSatisfy(\.mayBeEmpty)
    else { return }
    _ = try connection.query(
      """
      UPDATE \(progress.fullName) SET may_be_empty = $3::boolean, table_number =
        CASE WHEN table_number IS NULL OR $4::boolean THEN $2::bigint ELSE table_number END
      WHERE target = $1 AND ($4::boolean OR table_number IS NULL OR table_number = $2::bigint)
      """, name, "\(table.number)", mayBeEmpty ? "t" : "f",
      choices.contains(.adoptTable) ? "t" : "f")
  }

  /// `options`: those of the three choices that apply.
  private func fault(
    _ what: String, _ row: PostgreSQLProgressTable.Row, _ options: [String?]
  ) -> ImportError {
    let rows = (try? Checkpoint(parsing: row.checkpoint, at: ""))?.rows ?? 0
    let words = [
      "imports \(row.source) from its start",
      "continues with the table of that name, as after a restore",
      "continues, as others remove its rows",
    ]
    let choices = zip(options, words).compactMap { option, words in option.map { "\($0) \(words)" }
    }
    return ImportError(
      .conflict,
      "the table \(name) in \(place) \(what): earlier runs have stored \(rows)"
        + " row\(rows == 1 ? "" : "s") of \(row.source) in it. Nothing was written. Choose: "
        + choices.joined(separator: "; "))
  }
}
