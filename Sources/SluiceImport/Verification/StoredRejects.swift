import Sluice
import SluiceFeed

/// A sink whose table of rejects can be read again.
protocol StoredRejects: Sink {
  /// Calls the body with each reject in the table of rejects, in the order in which they were stored, and whether the
  /// target had its present name then. Only for a sink with a table of rejects.
  func forEachStoredReject(_ body: (Reject, _ hasName: Bool) throws -> Void) throws
}

extension SQLiteSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject, Bool) throws -> Void) throws {
    guard let rejectTable else { return }
    try SQLiteRejectTable.forEach(of: rejectTable, in: path) { (reject, target) in
      try body(reject, ByteName(target) == ByteName(table))
    }
  }
}

extension PostgreSQLSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject, Bool) throws -> Void) throws {
    guard let rejectTable else { return }
    let own = try PostgreSQLName(table, in: try PostgreSQLConnection(address)).fullName
    try PostgreSQLRejectTable.forEach(of: rejectTable, in: address) { (reject, target) in
      try body(reject, ByteName(target) == ByteName(own))
    }
  }
}

extension MariaDBSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject, Bool) throws -> Void) throws {
    guard let rejectTable else { return }
    try MariaDBRejectTable.forEach(of: rejectTable, in: address) { (reject, target) in
      try body(reject, ByteName(target) == ByteName(table))
    }
  }
}

extension DuckDBSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject, Bool) throws -> Void) throws {
    guard let rejectTable else { return }
    try DuckDBRejectTable.forEach(of: rejectTable, in: path) { (reject, target) in
      try body(reject, ByteName(target) == ByteName(table))
    }
  }
}

extension ClickHouseSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject, Bool) throws -> Void) throws {
    guard let rejectTable else { return }
    try ClickHouseRejectTable.forEach(of: rejectTable, in: address) { (reject, target) in
      try body(reject, ByteName(target) == ByteName(table))
    }
  }
}
