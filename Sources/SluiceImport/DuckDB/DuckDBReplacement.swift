/// A replacement: the rows that will replace a table's rows, gathered in a table of their own. Making, publishing and
/// dropping it are transactions.
struct DuckDBReplacement {
  let table: DuckDBTable
  private let gathering: GatheringTable
  var name: String { gathering.name }

  private static let mark = "Sluice gathers rows here; generation "

  init(of table: DuckDBTable, _ jobs: [JobIdentity?]) {
    self.table = table
    gathering = GatheringTable(of: table.name, jobs) {
      SourceFingerprint.hash(Array("\($0)\n\(table.identity ?? "")\n\(table.structure)".utf8))
    }
  }

  /// How this run would begin.
  func inspection(
    in connection: DuckDBConnection
  ) throws(ImportError) -> SinkInspection.Replacement {
    guard try connection.has(table: name) else { return .begun }
    let comment = try DuckDBTableIdentity.comment(of: name, in: connection)
    guard comment.hasPrefix(DuckDBReplacement.mark) else {
      throw gathering.taken(in: connection.path)
    }
    return gathering.inspection(
      of: comment.dropFirst(DuckDBReplacement.mark.count).prefix { $0.isHexDigit })
  }

  var quoted: String { DuckDBConnection.quoted(name) }

  /// Makes the gathering table, without a row.
  func begin(
    _ rejects: DuckDBRejectTable?, in connection: DuckDBConnection
  ) throws(ImportError) {
    let generation = gathering.generation ?? "none"
    let comment = DuckDBReplacement.mark + "\(generation) sluice:\(RandomName.make())"
    try connection.inTransaction { () throws(ImportError) in
      try DuckDBProgressTable.forget(target: name, in: connection)
      try rejects?.forget(target: name)
      try connection.query("DROP TABLE IF EXISTS \(quoted)")
      try connection.query("CREATE TABLE \(quoted) AS FROM \(table.quoted) LIMIT 0")
      try connection.query(
        "COMMENT ON TABLE \(quoted) IS \(DuckDBConnection.literal(comment))")
    }
  }

  /// Replaces the target's rows and their progress with the gathered ones.
  func publish(
    _ gathered: GatheredRows, _ rejects: DuckDBRejectTable?, in connection: DuckDBConnection
  ) throws(ImportError) {
    do throws(ImportError) {
      try connection.inTransaction { () throws(ImportError) in
        let rows = try DuckDBProgressTable.rows(of: name, in: connection)
        // Between two runs, others may have changed it; during one, DuckDB locks them out.
        try table.checkTypes(of: name, in: connection)
        let count = try connection.query("SELECT count(*) FROM \(quoted)").text(0, 0)
        try GatheringTable.check(
          name, found: count.flatMap { Int64($0) } ?? 0, gathered: gathered.count(with: rows))
        try connection.query("DELETE FROM \(table.quoted)")
        try connection.query(
          "INSERT INTO \(table.quoted) (\(table.columnList)) SELECT \(table.columnList) FROM \(quoted)"
            + " ORDER BY rowid")
        try DuckDBProgressTable.forget(target: name, in: connection)
        let store = DuckDBProgressStore(connection: connection)
        let old = try DuckDBProgressTable.rows(of: table.name, table.identity, in: connection)
        try KnownProgress(old, of: table.name, table.identity, for: [], []).forgetAll(in: store)
        for row in rows {
          try store.put(row, as: table.name, table.identity, mayBeEmpty: row.mayBeEmpty)
        }
        try rejects?.publish(
          from: name, to: RejectTarget(name: table.name, tableID: table.identity))
        try connection.query("DROP TABLE \(quoted)")
      }
    } catch {
      throw gathering.unpublished(error, for: table.name)
    }
  }
}
