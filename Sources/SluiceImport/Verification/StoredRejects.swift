import SluiceFeed

/// A sink whose table of rejects can be read again.
protocol StoredRejects: Sink {
  /// Calls the body with the rejects of this target, in the order in which they were stored. Only for a sink with a
  /// table of rejects.
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws
}

extension SQLiteSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable, let connection = try SQLiteConnection(lookingAt: path, patience) else {
      return
    }
    try SQLRejectTable(reading: rejectTable, in: connection)
      .forEach(of: table, SQLiteTableIdentity.read(of: table, in: connection), body)
  }
}

extension PostgreSQLSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let connection = try PostgreSQLConnection(reading: address, waits)
    let home = try PostgreSQLHome(of: PostgreSQLName(table, in: connection), in: connection)
    try SQLRejectTable(reading: rejectTable, in: connection)
      .forEach(of: home.fullName, home.identity.map { "\($0)" }, body)
  }
}

extension MariaDBSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let connection = try MariaDBConnection(address, waits)
    try SQLRejectTable(reading: rejectTable, in: connection)
      .forEach(of: table, MariaDBTableIdentity.read(of: table, in: connection), body)
  }
}

extension DuckDBSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let connection = try DuckDBConnection(path: path, isReadOnly: true)
    try SQLRejectTable(reading: rejectTable, in: connection)
      .forEach(of: table, DuckDBTableIdentity.read(of: table, in: connection), body)
  }
}

extension ClickHouseSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let connection = try ClickHouseConnection(address, waits)
    try SQLRejectTable(reading: rejectTable, in: connection)
      .forEach(of: table, ClickHouseTableState(of: table, in: connection)?.identity, body)
  }
}
