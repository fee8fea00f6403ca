import Sluice
import SluiceFeed

/// A sink whose table of rejects can be read again.
protocol StoredRejects: Sink {
  /// Calls the body with the rejects of this target, in the order in which they were stored. Only for a sink with a
  /// table of rejects.
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws
}

/// Recognises the rejects of a table: by its identity, or by its name where no other table has the identity that was
/// recorded (the table was restored and adopted, say).
private struct RejectsOfTable {
  let name: String
  let tableID: String?
  /// The name of the table with an identity; nil: none has it.
  let nameNow: (String) throws(ImportError) -> String?
  private var others: [ByteName: Bool] = [:]

  init(
    _ name: String, _ tableID: String?, nameNow: @escaping (String) throws(ImportError) -> String?
  ) {
    (self.name, self.tableID, self.nameNow) = (name, tableID, nameNow)
  }

  mutating func has(_ target: RejectTarget) throws(ImportError) -> Bool {
    if let recorded = target.tableID {
      if recorded == tableID { return true }
      let identity = ByteName(recorded)
      if others[identity] == nil { others[identity] = try nameNow(recorded) != nil }
      if others[identity] == true { return false }
    }
    return ByteName(target.name) == ByteName(name)
  }
}

extension SQLiteSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable, let connection = try SQLiteConnection(lookingAt: path, patience) else {
      return
    }
    var own = RejectsOfTable(table, try SQLiteTableIdentity.read(of: table, in: connection)) {
      identity throws(ImportError) in try SQLiteTableIdentity.table(identity, in: connection)
    }
    try SQLiteRejectTable.forEach(of: rejectTable, in: path, patience) { (reject, target) in
      if try own.has(target) { try body(reject) }
    }
  }
}

extension PostgreSQLSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let connection = try PostgreSQLConnection(address, waits)
    let home = try PostgreSQLHome(of: PostgreSQLName(table, in: connection), in: connection)
    var own = RejectsOfTable(home.fullName, home.identity.map { "\($0)" }) {
      identity throws(ImportError) in try PostgreSQLHome.name(ofTable: identity, in: connection)
    }
    try PostgreSQLRejectTable.forEach(of: rejectTable, in: address, waits) { (reject, target) in
      if try own.has(target) { try body(reject) }
    }
  }
}

extension MariaDBSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let connection = try MariaDBConnection(address, waits)
    var own = RejectsOfTable(table, try MariaDBTableIdentity.read(of: table, in: connection)) {
      identity throws(ImportError) in
      try MariaDBTableIdentity.tables(identity, in: connection).first
    }
    try MariaDBRejectTable.forEach(of: rejectTable, in: address, waits) { (reject, target) in
      if try own.has(target) { try body(reject) }
    }
  }
}

extension DuckDBSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let connection = try DuckDBConnection(path: path, isReadOnly: true)
    var own = RejectsOfTable(table, try DuckDBTableIdentity.read(of: table, in: connection)) {
      identity throws(ImportError) in try DuckDBTableIdentity.table(identity, in: connection)
    }
    try DuckDBRejectTable.forEach(of: rejectTable, in: path) { (reject, target) in
      if try own.has(target) { try body(reject) }
    }
  }
}

extension ClickHouseSink: StoredRejects {
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    guard let rejectTable else { return }
    let connection = try ClickHouseConnection(address, waits)
    let identity = try ClickHouseTableState(of: table, in: connection)?.identity
    var own = RejectsOfTable(table, identity) { identity throws(ImportError) in
      try ClickHouseTableState.name(ofTable: identity, in: connection)
    }
    try ClickHouseRejectTable.forEach(of: rejectTable, in: address, waits) { (reject, target) in
      if try own.has(target) { try body(reject) }
    }
  }
}
