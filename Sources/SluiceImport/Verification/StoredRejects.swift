import Sluice
import SluiceFeed

/// A sink whose table of rejects can be read again.
protocol StoredRejects: Sink {
  /// Calls the body with the rejects of this target, in the order in which they were stored. Only for a sink with a
  /// table of rejects.
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws
}

extension SQLiteSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let tableID = try SQLiteConnection(lookingAt: path).flatMap { connection in
      try SQLiteTableIdentity.read(of: table, in: connection)
    }
    try SQLiteRejectTable.forEach(of: rejectTable, in: path) { (reject, target) in
      if target.isTable(table, tableID) { try body(reject) }
    }
  }
}

extension PostgreSQLSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let connection = try PostgreSQLConnection(address)
    let own = try PostgreSQLHome(of: PostgreSQLName(table, in: connection), in: connection)
    let tableID = own.number.map { "\($0)" }
    try PostgreSQLRejectTable.forEach(of: rejectTable, in: address) { (reject, target) in
      if target.isTable(own.fullName, tableID) { try body(reject) }
    }
  }
}

extension MariaDBSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let tableID = try MariaDBTableIdentity.read(of: table, in: MariaDBConnection(address))
    try MariaDBRejectTable.forEach(of: rejectTable, in: address) { (reject, target) in
      if target.isTable(table, tableID) { try body(reject) }
    }
  }
}

extension DuckDBSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let tableID = try DuckDBTableIdentity.read(
      of: table, in: DuckDBConnection(path: path, isReadOnly: true))
    try DuckDBRejectTable.forEach(of: rejectTable, in: path) { (reject, target) in
      if target.isTable(table, tableID) { try body(reject) }
    }
  }
}

extension ClickHouseSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let tableID = try ClickHouseTableState(of: table, in: ClickHouseConnection(address))?.identity
    try ClickHouseRejectTable.forEach(of: rejectTable, in: address) { (reject, target) in
      if target.isTable(table, tableID) { try body(reject) }
    }
  }
}
