/// A replacement: the rows that will replace a table's rows, gathered in a table of their own. Making, publishing and
/// dropping it are transactions.
struct DuckDBReplacement: RowReplacement {
  let table: DuckDBTable
  private let connection: DuckDBConnection
  private let gathering: GatheringTable
  var name: String { gathering.name }

  private static let mark = "Sluice gathers rows here; generation "

  init(of table: DuckDBTable, _ jobs: [JobIdentity?], in connection: DuckDBConnection) {
    (self.table, self.connection) = (table, connection)
    gathering = GatheringTable(of: table.name, jobs) {
      SourceFingerprint.hash(Array("\($0)\n\(table.identity ?? "")\n\(table.structure)".utf8))
    }
  }

  /// How this run would begin.
  func inspection() throws(ImportError) -> SinkInspection.Replacement {
    guard try connection.has(table: name) else { return .begun }
    let comment = try DuckDBTableIdentity.comment(of: name, in: connection)
    guard comment.hasPrefix(DuckDBReplacement.mark) else {
      throw gathering.taken(in: connection.path)
    }
    return gathering.inspection(
      of: comment.dropFirst(DuckDBReplacement.mark.count).prefix { $0.isHexDigit })
  }

  var quoted: String { DuckDBConnection.quoted(name) }

  /// Where its rows go. `target`: the table, or where they went before.
  func target(_ target: SQLTarget) throws(ImportError) -> SQLTarget {
    SQLTarget(
      name, try DuckDBTableIdentity.read(of: name, in: connection), .replace,
      mayBeEmpty: target.mayBeEmpty)
  }

  /// Makes the gathering table, without a row.
  func beginAnew(
    _ target: SQLTarget, _ rejects: SQLRejectTable<DuckDBConnection>?
  ) throws(ImportError) -> SQLTarget {
    let generation = gathering.generation ?? "none"
    let comment = DuckDBReplacement.mark + "\(generation) sluice:\(RandomName.make())"
    try connection.inTransaction { () throws(ImportError) in
      try SQLProgressTable(in: connection).forget(target: name)
      try rejects?.forget(target: name)
      try connection.query("DROP TABLE IF EXISTS \(quoted)")
      try connection.query("CREATE TABLE \(quoted) AS FROM \(table.quoted) LIMIT 0")
      try connection.query(
        "COMMENT ON TABLE \(quoted) IS \(DuckDBConnection.literal(comment))")
    }
    return try self.target(target)
  }

  /// Replaces the target's rows and their progress with the gathered ones.
  func publish(
    _ target: SQLTarget, _ gathered: GatheredRows, _ rejects: SQLRejectTable<DuckDBConnection>?
  ) throws(ImportError) -> Int64 {
    do throws(ImportError) {
      try connection.inTransaction { () throws(ImportError) in
        let progress = SQLProgressTable(in: connection)
        // Between two runs, others may have changed it; during one, DuckDB locks them out.
        try table.checkTypes(of: name, in: connection)
        let count = try connection.query("SELECT count(*) FROM \(quoted)").text(0, 0)
        try GatheringTable.check(
          name, found: count.flatMap { Int64($0) } ?? 0,
          gathered: gathered.count(with: progress.rows(of: name)))
        try connection.query("DELETE FROM \(table.quoted)")
        try connection.query(
          "INSERT INTO \(table.quoted) (\(table.columnList)) SELECT \(table.columnList) FROM \(quoted)"
            + " ORDER BY rowid")
        try progress.publish(
          from: name, to: table.name, table.identity,
          instead: progress.rows(of: table.name, table.identity))
        try rejects?.publish(
          from: name, to: RejectTarget(name: table.name, tableID: table.identity))
        try connection.query("DROP TABLE \(quoted)")
      }
      return 0
    } catch {
      throw gathering.unpublished(error, for: table.name)
    }
  }
}
