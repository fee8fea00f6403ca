import Sluice

/// The table `sluice_progress` of a database, which has a row for each source and target table.
enum MariaDBProgressTable {
  static let name = DatabaseSink.progressTable

  /// For messages.
  static func place(_ connection: MariaDBConnection) -> String { "\(name) in \(connection.name)" }

  /// Makes the table if it is missing. Outside a transaction. Throws if a newer release made it.
  static func ready(in connection: MariaDBConnection) throws(ImportError) {
    // A path is longer than a key of the server may be: the key is a hash.
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS \(name) (id char(32) PRIMARY KEY, source longtext NOT NULL,
        target varchar(64) NOT NULL, columns longtext NOT NULL, mode varchar(16) NOT NULL,
        checkpoint longtext NOT NULL, format int NOT NULL, table_id varchar(32),
        may_be_empty boolean NOT NULL DEFAULT FALSE)\(MariaDBTable.options(isMariaDB: connection.isMariaDB))
      """)
    try check(in: connection)
  }

  private static func check(in connection: MariaDBConnection) throws(ImportError) {
    let newest = try connection.query("SELECT MAX(format) FROM \(name)").integer(0, 0)
    try ProgressFormat.check(
      Int64(newest ?? Int(ProgressFormat.version)), at: "the table \(place(connection))")
  }

  static func isThere(in connection: MariaDBConnection) throws(ImportError) -> Bool {
    guard try MariaDBTable.isThere(name, in: connection) else { return false }
    try check(in: connection)
    return true
  }

  static func id(_ source: String, _ target: String) -> String {
    let bytes = Array("\(source)\n\(target)".utf8)
    return SourceFingerprint.hash(bytes) + SourceFingerprint.hash(bytes.reversed())
  }

  /// The row of a source in a target. `locks`: until the end of the transaction, so that a server that still works for a
  /// killed client is waited for.
  static func row(
    of target: String, source: ByteName, locks: Bool = false, in connection: MariaDBConnection
  ) throws(ImportError) -> ProgressRow? {
    try rows(
      where: "id = \(MariaDBConnection.literal(id(source.text, target)))", locks: locks,
      in: connection
    ).first
  }

  static func rows(
    of target: String, locks: Bool = false, in connection: MariaDBConnection
  ) throws(ImportError) -> [ProgressRow] {
    try rows(
      where: "target = \(MariaDBConnection.literal(target))", locks: locks, in: connection)
  }

  /// `database`: another one than the connection's.
  static func rows(
    where condition: String, locks: Bool = false, of database: String? = nil,
    in connection: MariaDBConnection
  ) throws(ImportError) -> [ProgressRow] {
    let place = database.map { MariaDBConnection.quoted($0) + "." } ?? ""
    let found = try connection.query(
      "SELECT source, columns, mode, checkpoint, table_id, may_be_empty, target FROM \(place)\(name)"
        + " WHERE \(condition) ORDER BY id" + (locks ? " FOR UPDATE" : ""))
    return (0..<found.rowCount).map { row in
      ProgressRow(
        source: ByteName(found.text(row, 0) ?? ""), target: found.text(row, 6) ?? "",
        columns: ByteName(found.text(row, 1) ?? ""), mode: found.text(row, 2) ?? "",
        checkpoint: found.text(row, 3) ?? "", tableID: found.text(row, 4),
        mayBeEmpty: found.integer(row, 5) == 1)
    }
  }

  static func insert(_ row: ProgressRow, in connection: MariaDBConnection) -> MariaDBAnswer {
    let texts = [
      id(row.source.text, row.target), row.source.text, row.target, row.columns.text, row.mode,
      row.checkpoint,
      row.tableID,
    ].map(MariaDBConnection.literal)
    return connection.run(
      "INSERT INTO \(name) (id, source, target, columns, mode, checkpoint, table_id, format,"
        + " may_be_empty) VALUES (\(texts.joined(separator: ", ")), \(ProgressFormat.version),"
        + " \(row.mayBeEmpty ? "TRUE" : "FALSE"))")
  }

  /// Deletes the progress of all jobs that wrote into a target.
  static func forget(
    target: String, in connection: MariaDBConnection
  ) throws(ImportError) {
    try connection.execute(
      "DELETE FROM \(name) WHERE target = \(MariaDBConnection.literal(target))")
  }
}

extension MariaDBConnection {
  /// Runs `body` in a transaction that is rolled back when it throws.
  func inTransaction<R>(_ body: () throws(ImportError) -> R) throws(ImportError) -> R {
    try execute("START TRANSACTION")
    do throws(ImportError) {
      let result = try body()
      try commit()
      return result
    } catch {
      _ = run("ROLLBACK")
      throw error
    }
  }
}
