/// A replacement: the rows that will replace a table's rows, gathered in a table of their own. Making, publishing and
/// dropping it are transactions.
struct DuckDBReplacement {
  let table: DuckDBTable
  let name: String
  /// Distinguishes it from other replacements of the target; nil: no run can resume it.
  private let generation: String?

  private static let mark = "Sluice gathers rows here; generation "

  init(of table: DuckDBTable, _ jobs: [JobIdentity?]) {
    self.table = table
    name = "sluice_replacement_\(SourceFingerprint.hash(Array(table.name.utf8)))"
    generation = SourceSet(jobs).fingerprint.map {
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
      throw ImportError(
        .conflict,
        "the table \(name) in \(connection.path) has the name under which rows are gathered, and no"
          + " comment that says so: rename or drop it")
    }
    let earlier = comment.dropFirst(DuckDBReplacement.mark.count).prefix { $0.isHexDigit }
    guard let generation, earlier == generation else {
      return .begunAnew(
        reason:
          "the interrupted replacement whose rows are in \(name) was of other sources or columns,"
          + " or of another table, or can't be resumed")
    }
    return .resumed
  }

  var quoted: String { DuckDBConnection.quoted(name) }

  /// Makes the gathering table, without a row.
  func begin(
    _ rejects: DuckDBRejectTable?, in connection: DuckDBConnection
  ) throws(ImportError) {
    let comment = DuckDBReplacement.mark + "\(generation ?? "none") sluice:\(RandomName.make())"
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
    _ rejects: DuckDBRejectTable?, in connection: DuckDBConnection
  ) throws(ImportError) {
    do throws(ImportError) {
      try connection.inTransaction { () throws(ImportError) in
        try connection.query("DELETE FROM \(table.quoted)")
        try connection.query(
          "INSERT INTO \(table.quoted) (\(table.columnList)) SELECT \(table.columnList) FROM \(quoted)"
            + " ORDER BY rowid")
        let rows = try DuckDBProgressTable.rows(of: name, in: connection)
        try DuckDBProgressTable.forget(target: name, in: connection)
        try DuckDBProgressTable.forget(target: table.name, in: connection)
        for var row in rows {
          row.tableID = table.identity
          try DuckDBProgressTable.write(row, target: table.name, in: connection)
        }
        try rejects?.publish(from: name, to: table.name)
        try connection.query("DROP TABLE \(quoted)")
      }
    } catch {
      throw ImportError(
        error.kind,
        "the rows of \(table.name) could not be replaced, and are as they were: \(error.message). The new"
          + " rows stay in \(name) meanwhile: remove what is in the way and run the same job again, which"
          + " tries this again")
    }
  }
}
