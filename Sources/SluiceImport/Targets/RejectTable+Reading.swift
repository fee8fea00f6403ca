public import SluiceFeed

extension RejectTable {
  /// Calls `body` with each reject, in the order in which they were stored. Throws `ImportError` for a
  /// table that is missing or not one of rejects, and the errors of `body`; of the kind `stopped` when `stop` ends a
  /// wait for the database.
  public func forEach(stop: FeedStop? = nil, _ body: (Reject) throws -> Void) throws {
    let waits = SinkWaits()
    if let stop { waits.heed(stop) }
    let body: (Reject, RejectTarget) throws -> Void = { (reject, _) in try body(reject) }
    switch place.place {
    case .sqlite(let path):
      let patience = SQLitePatience(milliseconds: SQLiteSink.usualTimeout, waits)
      guard let connection = try SQLiteConnection(lookingAt: path, patience) else {
        throw ImportError(.rejects, "the table \"\(table)\" in \(path) does not exist")
      }
      try SQLRejectTable(reading: table, in: connection).forEach(body)
    case .postgreSQL(let address):
      try SQLRejectTable(reading: table, in: PostgreSQLConnection(reading: address, waits))
        .forEach(body)
    case .mariaDB(let address):
      try SQLRejectTable(reading: table, in: MariaDBConnection(address, waits)).forEach(body)
    case .clickHouse(let address):
      try SQLRejectTable(reading: table, in: ClickHouseConnection(address, waits)).forEach(body)
    case .duckDB(let path):
      try SQLRejectTable(reading: table, in: DuckDBConnection(path: path, isReadOnly: true))
        .forEach(body)
    case .file, .kafka: break
    }
  }

  /// The file that is read, if the database is one.
  package var files: FileRoles {
    var files = FileRoles()
    switch place.place {
    case .sqlite(let path), .duckDB(let path): files.reads(path, as: "the database")
    default: break
    }
    return files
  }
}
