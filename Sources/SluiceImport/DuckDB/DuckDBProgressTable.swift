/// The table `sluice_progress` of a DuckDB database, which has a row for each source and target table.
enum DuckDBProgressTable {
  static let name = "sluice_progress"

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
      newest.flatMap { Int64($0) } ?? ProgressFormat.version,
      at: "the table \(name) in \(connection.path)")
    return true
  }

  struct Row {
    let source: String
    var columns: String
    var mode: String
    var checkpoint: String
    var tableID: String?
    var mayBeEmpty: Bool

    /// The number of rows that were committed.
    func storedRows() throws(ImportError) -> Int64 {
      try Checkpoint(parsing: checkpoint, at: "the progress of \(source)").rows
    }

    func checkpoint(
      of job: JobIdentity, _ target: String, _ connection: DuckDBConnection
    ) throws(ImportError) -> Checkpoint {
      guard job.continues(columns) else { throw job.otherColumns(columns, in: "\"\(target)\"") }
      return try Checkpoint(
        parsing: checkpoint, at: "the table \(DuckDBProgressTable.name) in \(connection.path)")
    }
  }

  private static func condition(_ target: String, _ source: String?) -> String {
    "target = \(DuckDBConnection.literal(target))"
      + (source.map { " AND source = \(DuckDBConnection.literal($0))" } ?? "")
  }

  /// The rows of a target, or only that of one source.
  static func rows(
    of target: String, source: String? = nil, in connection: DuckDBConnection
  ) throws(ImportError) -> [Row] {
    guard try isThere(in: connection) else { return [] }
    let found = try connection.query(
      "SELECT source, columns, mode, checkpoint, table_id, may_be_empty FROM \(name) WHERE"
        + " \(condition(target, source)) ORDER BY source")
    return found.rows.indices.map { row in
      Row(
        source: found.text(row, 0) ?? "", columns: found.text(row, 1) ?? "",
        mode: found.text(row, 2) ?? "", checkpoint: found.text(row, 3) ?? "",
        tableID: found.text(row, 4), mayBeEmpty: found.text(row, 5) == "true")
    }
  }

  /// Replaces the row of a source. Inside the transaction that stores what it counts.
  static func write(
    _ row: Row, target: String, in connection: DuckDBConnection
  ) throws(ImportError) {
    try forget(target: target, source: row.source, in: connection)
    let texts = [row.source, target, row.columns, row.mode, row.checkpoint, row.tableID]
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
