import CPostgreSQL

/// A replacement: the rows that will replace a table's rows, gathered in a table of their own.
///
/// Until all are there, the target stays unchanged. Then its rows are deleted and these inserted in one
/// transaction, during which readers see the old rows. The target stays the same table, with its indexes,
/// grants, triggers and references by number.
///
/// A replacement belongs to its sources. The gathering table's comment says what it is made of: a run of
/// the same sources and columns resumes it, any other run begins anew.
struct PostgreSQLReplacement: RowReplacement {
  /// The target.
  let table: PostgreSQLTable
  private let home: PostgreSQLHome
  /// Nil: the target has no progress, and no source has.
  private let progress: SQLProgressTable<PostgreSQLConnection>?
  private let connection: PostgreSQLConnection
  private let gathering: GatheringTable
  /// The gathering table's name for statements.
  var fullName: String { gathering.name }

  private static let mark = "Sluice gathers rows here, to replace those of "
  private static let markOfGeneration = "; format 1, generation "

  /// Throws when a target's rows can't be replaced without changing anything else.
  init(
    of table: PostgreSQLTable, _ home: PostgreSQLHome, _ jobs: [JobIdentity?],
    _ progress: SQLProgressTable<PostgreSQLConnection>?, in connection: PostgreSQLConnection
  ) throws(ImportError) {
    (self.home, self.progress, self.connection) = (home, progress, connection)
    let place = "table \(table.fullName) in \(connection.name)"
    guard table.facts.isTable else {
      throw ImportError(
        .conflict,
        "\(place) is a \(table.facts.kind == "v" ? "view" : "foreign table"), and its rows can't be"
          + " replaced: name the table that holds them")
    }
    if let referrers = table.facts.referrers {
      throw ImportError(
        .conflict,
        "the rows of \(place) can't be replaced: foreign keys of \(referrers) refer to them, and would"
          + " refuse that, or delete or change rows there. Upsert into it, or drop the foreign keys first"
      )
    }
    guard !table.facts.isRowSecure else {
      throw ImportError(
        .conflict,
        "the rows of \(place) can't be replaced: row security may hide some of them from this user."
          + " Connect as its owner")
    }
    self.table = table
    gathering = GatheringTable(
      of: table.fullName, jobs, prefix: PostgreSQLConnection.quoted(table.schema) + "."
    ) {
      "\($0)-\(table.number)-\(SourceFingerprint.hash(Array(table.structure.utf8)))"
    }
  }

  /// How this run would begin.
  func inspection() throws(ImportError) -> SinkInspection.Replacement {
    let found = try connection.query(
      "SELECT obj_description(c, 'pg_class') FROM to_regclass($1) AS c WHERE c IS NOT NULL",
      fullName)
    guard found.rowCount > 0 else { return .begun }
    guard let comment = found.text(0, 0), comment.hasPrefix(PostgreSQLReplacement.mark),
      let mark = comment.firstRange(of: PostgreSQLReplacement.markOfGeneration)
    else {
      throw gathering.taken(in: connection.name)
    }
    return gathering.inspection(of: comment[mark.upperBound...])
  }

  func beginAnew(
    _ target: SQLTarget, _ rejects: SQLRejectTable<PostgreSQLConnection>?
  ) throws(ImportError) -> SQLTarget {
    try connection.inTransaction { () throws(ImportError) in try begin(target, rejects) }
  }

  /// Makes the gathering table, without a row. Inside a transaction.
  func begin(
    _ target: SQLTarget, _ rejects: SQLRejectTable<PostgreSQLConnection>?
  ) throws(ImportError) -> SQLTarget {
    try progress?.forget(target: fullName)
    let comment =
      PostgreSQLReplacement.mark + table.fullName + PostgreSQLReplacement.markOfGeneration
      + (gathering.generation ?? "none")
    try connection.execute(
      """
      DROP TABLE IF EXISTS \(fullName);
      CREATE TABLE \(fullName) (LIKE \(table.fullName) INCLUDING ALL);
      COMMENT ON TABLE \(fullName) IS \(PostgreSQLConnection.literal(comment))
      """)
    try rejects?.forget(target: fullName)
    return try self.target(target)
  }

  /// Where its rows go.
  func target(_ target: SQLTarget) throws(ImportError) -> SQLTarget {
    let number = try number()
    return SQLTarget(
      fullName, shown: fullName, "\(number)", number: number, .replace,
      mayBeEmpty: target.mayBeEmpty)
  }

  private func number() throws(ImportError) -> Int {
    try connection.query("SELECT to_regclass($1)::oid::int8", fullName).integer(0, 0) ?? 0
  }

  /// Replaces the target's rows and their progress with the gathered ones, in one transaction. Returns how
  /// many of them the target's triggers and rules kept from being stored.
  func publish(
    _ target: SQLTarget, _ gathered: GatheredRows,
    _ rejects: SQLRejectTable<PostgreSQLConnection>?
  ) throws(ImportError) -> Int64 {
    do throws(ImportError) {
      try connection.execute(PostgreSQLConnection.beginning)
      try PostgreSQLTable.lock(making: table.fullName, in: connection)
      try target.checkNumber(in: connection)
      // Only readers beside this transaction, so that what is counted and compared is what is published.
      try connection.execute("LOCK TABLE \(fullName) IN SHARE MODE")
      let count = Int64(
        try connection.query("SELECT count(*) FROM \(fullName)").integer(0, 0) ?? 0)
      try GatheringTable.check(
        fullName, found: count,
        gathered: gathered.count(with: progress?.rows(of: fullName) ?? []))
      try table.target(nil, .replace).checkNumber(in: connection)
      let skipped = try putInPlace(count)
      let identity = home.identity.map { "\($0)" }
      if let progress {
        try progress.publish(
          from: fullName, to: table.fullName, identity, instead: progress.rows(of: home))
      }
      try rejects?.publish(
        from: fullName, to: RejectTarget(name: table.fullName, tableID: identity))
      try connection.execute("DROP TABLE \(fullName)")
      try connection.commit()
      return skipped
    } catch {
      guard error.kind != .lostConnection else { throw error }
      throw gathering.unpublished(error, for: table.fullName)
    }
  }

  private func putInPlace(_ count: Int64) throws(ImportError) -> Int64 {
    // Rows of tables that inherit from it belong to those tables.
    let target = (table.facts.kind == "r" ? "ONLY " : "") + table.fullName
    try connection.execute(
      """
      LOCK TABLE \(target) IN SHARE ROW EXCLUSIVE MODE;
      SET CONSTRAINTS ALL DEFERRED;
      DELETE FROM \(target)
      """)
    for name in [table.fullName, fullName] { try table.checkTypes(of: name, in: connection) }
    guard try !connection.query("SELECT EXISTS (SELECT FROM \(target))").bool(0, 0) else {
      throw ImportError(
        .conflict, "a trigger or a rule of the table keeps its rows from being deleted")
    }
    let list = table.columnList
    let stored = connection.run(
      "INSERT INTO \(table.fullName) (\(list)) OVERRIDING SYSTEM VALUE SELECT \(list) FROM \(fullName)"
    )
    guard stored.isDone else { throw connection.fault(stored) }
    let skipped = max(count - Int64(stored.changes), 0)
    // Another client may have made a trigger since the job began.
    if skipped > 0, try !PostgreSQLTable.facts(table.number, in: connection).maySkipRows {
      throw ImportError(
        .conflict, "the table has taken \(stored.changes) of \(count) rows, and nothing says why")
    }
    try connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
    return skipped
  }
}
