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
    try SQLiteRejectTable.forEach(of: rejectTable, in: path) { (reject, target) in
      if ByteName(target) == ByteName(table) { try body(reject) }
    }
  }
}

extension PostgreSQLSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let own = try PostgreSQLName(table, in: try PostgreSQLConnection(address)).fullName
    try PostgreSQLRejectTable.forEach(of: rejectTable, in: address) { (reject, target) in
      if ByteName(target) == ByteName(own) { try body(reject) }
    }
  }
}

extension MariaDBSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    try MariaDBRejectTable.forEach(of: rejectTable, in: address) { (reject, target) in
      if ByteName(target) == ByteName(table) { try body(reject) }
    }
  }
}

extension DuckDBSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    try DuckDBRejectTable.forEach(of: rejectTable, in: path) { (reject, target) in
      if ByteName(target) == ByteName(table) { try body(reject) }
    }
  }
}

extension ClickHouseSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    try ClickHouseRejectTable.forEach(of: rejectTable, in: address) { (reject, target) in
      if ByteName(target) == ByteName(table) { try body(reject) }
    }
  }
}
