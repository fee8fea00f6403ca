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

  static func checkpoint(
    of job: JobIdentity?, in target: String, _ connection: DuckDBConnection
  ) throws(ImportError) -> Checkpoint? {
    guard let job, let row = try rows(of: target, source: job.source.text, in: connection).first
    else {
      return nil
    }
    return try row.checkpoint(of: job, in: "\"\(target)\"", at: place(connection))
  }

  private static func condition(_ target: String, _ source: String?) -> String {
    "target = \(DuckDBConnection.literal(target))"
      + (source.map { " AND source = \(DuckDBConnection.literal($0))" } ?? "")
  }

  /// The rows of a target, or only that of one source.
  static func rows(
    of target: String, source: String? = nil, in connection: DuckDBConnection
  ) throws(ImportError) -> [ProgressRow] {
    guard try isThere(in: connection) else { return [] }
    let found = try connection.query(
      "SELECT source, columns, mode, checkpoint, table_id, may_be_empty FROM \(name) WHERE"
        + " \(condition(target, source)) ORDER BY source")
    return found.rows.indices.map { row in
      ProgressRow(
        source: ByteName(found.text(row, 0) ?? ""), columns: ByteName(found.text(row, 1) ?? ""),
        mode: found.text(row, 2) ?? "", checkpoint: found.text(row, 3) ?? "",
        tableID: found.text(row, 4), mayBeEmpty: found.text(row, 5) == "true")
    }
  }

  /// Replaces the row of a source. Inside the transaction that stores what it counts.
  static func write(
    _ row: ProgressRow, target: String, in connection: DuckDBConnection
  ) throws(ImportError) {
    try forget(target: target, source: row.source.text, in: connection)
    let texts = [row.source.text, target, row.columns.text, row.mode, row.checkpoint, row.tableID]
      .map(DuckDBConnection.literal).joined(separator: ", ")
    try connection.query(
      "INSERT INTO \(name) (source, target, columns, mode, checkpoint, table_id, format, may_be_empty)"
        + " VALUES (\(texts), \(ProgressFormat.version), \(row.mayBeEmpty))")
  }

  static func forget(
    target: String, source: String? = nil, in connection: DuckDBConnection
  ) throws(ImportError) {
    try connection.query("DELETE FROM \(name) WHERE \(condition(target, source))")
  }
}
