import CPostgreSQL

/// Rows that can't be copied into their target: they go into a temporary table, and from there with one
/// `INSERT … SELECT`.
///
/// Those are the rows of an upsert, those that are skipped when their key exists, and those of a target for
/// which COPY differs from INSERT: a view, a table with rewrite rules (COPY would bypass them) or with row
/// security (COPY is refused).
///
/// `ON CONFLICT DO UPDATE` refuses to change a row twice in one statement: when several rows of a portion
/// have the same key, only the last one is merged.
struct PostgreSQLMerge {
  static let stage = "pg_temp.sluice_stage"

  /// The statement that makes the staging table: columns of the target's types, without its constraints.
  static func creation(for table: PostgreSQLTable) -> String {
    let declared = zip(table.columns, table.stagedTypes).map {
      "\(PostgreSQLConnection.quoted($0.name)) \($1)"
    }
    return
      "CREATE TEMPORARY TABLE sluice_stage (\(ordinal) int8, \(declared.joined(separator: ", ")))"
      + " ON COMMIT DELETE ROWS"
  }

  /// The staging table's own column. No column of a job has this name by chance: it contains U+001F.
  static let ordinal = "\"sluice\u{1F}ordinal\""
  /// How many rows may be in the staging table before it is emptied within a transaction: each statement
  /// reads past those that were merged before.
  static let mostStaged = 5000

  private let creation: String
  private let mode: WriteMode
  private let keyList: String
  /// The statement, without the number of the first row.
  private let head: String
  private let tail: String
  /// Whether an upsert leaves an existing row unchanged, because all its columns are the key.
  private let leavesRows: Bool

  init(into table: PostgreSQLTable, key: [Int], mode: WriteMode) {
    let names = table.columns.map { PostgreSQLConnection.quoted($0.name) }
    let list = table.columnList
    let (stage, ordinal) = (PostgreSQLMerge.stage, PostgreSQLMerge.ordinal)
    creation = PostgreSQLMerge.creation(for: table)
    self.mode = mode
    keyList = key.map { names[$0] }.joined(separator: ", ")
    // Like COPY, stores the given values where the server would generate some.
    let insert =
      "INSERT INTO \(table.fullName) (\(list)) OVERRIDING SYSTEM VALUE SELECT \(list) FROM "
    guard !key.isEmpty else {
      head = "\(insert)\(stage) WHERE \(ordinal) >= "
      tail = " ORDER BY \(ordinal)"
      leavesRows = false
      return
    }
    if case .ignore = mode {
      // The server goes through the rows in their order: of several with one key, the first is stored.
      head = "\(insert)\(stage) WHERE \(ordinal) >= "
      tail = " ORDER BY \(ordinal) ON CONFLICT (\(keyList)) DO NOTHING"
      leavesRows = false
      return
    }
    let rest = names.indices.filter { !key.contains($0) }
    let changes = rest.map { "\(names[$0]) = excluded.\(names[$0])" }.joined(separator: ", ")
    head = "\(insert)(SELECT DISTINCT ON (\(keyList)) * FROM \(stage) WHERE \(ordinal) >= "
    // In the order of the feed, as rows of a COPY would be.
    tail =
      " ORDER BY \(keyList), \(ordinal) DESC) AS latest ORDER BY \(ordinal) ON CONFLICT (\(keyList)) DO "
      + (rest.isEmpty ? "NOTHING" : "UPDATE SET \(changes)")
    leavesRows = rest.isEmpty
  }

  /// Makes the staging table, and runs the statement without a row, so that an unsuitable target is refused
  /// before the first row. Inside a transaction.
  func prepare(in connection: PostgreSQLConnection) throws(ImportError) {
    try connection.execute(creation)
    let result = run(from: .max, in: connection)
    if result.isDone { return }
    let error = connection.fault(result)
    switch result.state {
    case "42P10":
      throw ImportError(
        .conflict,
        "\(mode.keyed) needs a unique index on exactly its key columns: \(error.message). Create it,"
          + " or name the columns of one that is there")
    case "55000", "0A000", "428C9":
      throw ImportError(
        .conflict, "\(error.message). The target takes no such rows: name another table or mode")
    default: throw error
    }
  }

  /// Brings the rows to the target, starting with a number.
  func run(from first: Int64, in connection: PostgreSQLConnection) -> PostgreSQLResult {
    connection.run(head + "\(first)" + tail)
  }

  /// How many of `count` staged rows the statement stores, unless something else decides.
  func rowsToStore(
    from first: Int64, of count: Int, in connection: PostgreSQLConnection
  ) throws(ImportError) -> Int {
    if keyList.isEmpty { return count }
    if case .ignore = mode { return count }
    // Rows that already exist and rows that a trigger dropped look the same.
    if leavesRows { return 0 }
    let sql =
      "SELECT count(*) FROM (SELECT DISTINCT \(keyList) FROM \(PostgreSQLMerge.stage)"
      + " WHERE \(PostgreSQLMerge.ordinal) >= \(first)) AS keys"
    return try connection.query(sql).integer(0, 0) ?? count
  }
}
