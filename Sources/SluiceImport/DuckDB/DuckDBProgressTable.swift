import Sluice

/// The table `sluice_progress` of a DuckDB database, which has a row for each source and target table.
enum DuckDBProgressTable {
  static let name = DatabaseSink.progressTable

  /// For messages.
  static func place(_ connection: DuckDBConnection) -> String { "\(name) in \(connection.path)" }

  static func ready(in connection: DuckDBConnection) throws(ImportError) {
    try connection.query(
      """
      CREATE TABLE IF NOT EXISTS \(name) (source VARCHAR NOT NULL, target VARCHAR NOT NULL,
        columns VARCHAR NOT NULL, mode VARCHAR NOT NULL, checkpoint VARCHAR NOT NULL, format INTEGER NOT NULL,
        table_id VARCHAR, may_be_empty BOOLEAN NOT NULL)
      """)
    _ = try isThere(in: connection)
  }

  static func isThere(in connection: DuckDBConnection) throws(ImportError) -> Bool {
    guard try connection.has(table: name) else { return false }
    let newest = try connection.query("SELECT max(format) FROM \(name)").text(0, 0)
    try ProgressFormat.check(
      newest.flatMap { Int64($0) } ?? ProgressFormat.version, at: "the table \(place(connection))")
    return true
  }

  /// The checkpoint of the row of a source in a target.
  static func checkpoint(
    of job: JobIdentity?, in target: String, _ connection: DuckDBConnection
  ) throws(ImportError) -> Checkpoint? {
    guard let job else { return nil }
    return try row(of: job.source, target, in: connection)?
      .checkpoint(of: job, in: "\"\(target)\"", at: place(connection))
  }

  /// The rows with a table's name, or with its identity.
  static func rows(
    of target: String, _ tableID: String? = nil, in connection: DuckDBConnection
  ) throws(ImportError) -> [ProgressRow] {
    guard try isThere(in: connection) else { return [] }
    let literal = DuckDBConnection.literal
    return try rows(
      where: "target = \(literal(target)) OR table_id = \(literal(tableID))", in: connection)
  }

  /// The row of a source in a target. The table is there.
  static func row(
    of source: ByteName, _ target: String, in connection: DuckDBConnection
  ) throws(ImportError) -> ProgressRow? {
    let literal = DuckDBConnection.literal
    return try rows(
      where: "target = \(literal(target)) AND source = \(literal(source.text))", in: connection
    ).first
  }

  private static func rows(
    where condition: String, in connection: DuckDBConnection
  ) throws(ImportError) -> [ProgressRow] {
    let found = try connection.query(
      "SELECT source, columns, mode, checkpoint, table_id, may_be_empty, target FROM \(name)"
        + " WHERE \(condition) ORDER BY source, target")
    return found.rows.indices.map { row in
      ProgressRow(
        source: ByteName(found.text(row, 0) ?? ""), target: found.text(row, 6) ?? "",
        columns: ByteName(found.text(row, 1) ?? ""), mode: found.text(row, 2) ?? "",
        checkpoint: found.text(row, 3) ?? "", tableID: found.text(row, 4),
        mayBeEmpty: found.text(row, 5) == "true")
    }
  }

  /// Replaces the row of a source. Inside the transaction that stores what it counts.
  static func write(_ row: ProgressRow, in connection: DuckDBConnection) throws(ImportError) {
    try forget(row, in: connection)
    let texts = [
      row.source.text, row.target, row.columns.text, row.mode, row.checkpoint, row.tableID,
    ].map(DuckDBConnection.literal).joined(separator: ", ")
    try connection.query(
      "INSERT INTO \(name) (source, target, columns, mode, checkpoint, table_id, format, may_be_empty)"
        + " VALUES (\(texts), \(ProgressFormat.version), \(row.mayBeEmpty))")
  }

  static func forget(_ row: ProgressRow, in connection: DuckDBConnection) throws(ImportError) {
    let literal = DuckDBConnection.literal
    try connection.query(
      "DELETE FROM \(name) WHERE target = \(literal(row.target)) AND source = \(literal(row.source.text))"
    )
  }

  static func forget(target: String, in connection: DuckDBConnection) throws(ImportError) {
    try connection.query("DELETE FROM \(name) WHERE target = \(DuckDBConnection.literal(target))")
  }
}
