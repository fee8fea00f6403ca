import Sluice
import SluiceFeed
import SluiceSystem

/// A job's rejects in a table of the ClickHouse database that its rows go to.
struct ClickHouseRejectTable {
  private let table: String
  private let connection: ClickHouseConnection

  /// Numbers them in the order in which they were stored.
  private static let number = "stored"
  private static let order = "(\(number), record)"

  private static func type(of column: String) -> String {
    let inner =
      RejectTable.numbers.contains(column) ? "Int64" : column == "raw_is_cut" ? "UInt8" : "String"
    return RejectTable.required.contains(column) ? inner : "Nullable(\(inner))"
  }

  /// Makes the table if it is missing.
  init(_ table: String, in connection: ClickHouseConnection) throws(ImportError) {
    (self.table, self.connection) = (table, connection)
    if let creation = try ClickHouseRejectTable.creation(of: table, in: connection) {
      try connection.execute(
        creation.replacingBytes(of: "CREATE TABLE ", with: "CREATE TABLE IF NOT EXISTS "))
    }
    let place = ClickHouseTable.place(table, connection)
    try ClickHouseTableState(of: table, in: connection)?.check(place)
  }

  /// Whether the table is there. Throws when another table has the name.
  private static func isThere(
    _ table: String, in connection: ClickHouseConnection
  ) throws(ImportError) -> Bool {
    guard try ClickHouseTableState(of: table, in: connection) != nil else { return false }
    try RejectTable.check(
      ClickHouseTable.existing(table, in: connection).map(\.name.text),
      of: ClickHouseTable.place(table, connection))
    return true
  }

  /// The statement that makes the table; nil when it is there. Throws when another table has the name.
  static func creation(
    of table: String, in connection: ClickHouseConnection
  ) throws(ImportError) -> String? {
    guard try !isThere(table, in: connection) else { return nil }
    let columns = RejectTable.columns.map {
      "\(ClickHouseConnection.quoted($0)) \(type(of: $0))"
    }
    return "CREATE TABLE \(ClickHouseConnection.quoted(table)) (\(columns.joined(separator: ", ")),"
      + " \(number) DateTime64(6, 'UTC') DEFAULT now64(6))" + ClickHouseTable.engine(order: order)
  }

  /// Forgets those of a target, or of some of its sources, by the names that they were given: its rows are gone, or are
  /// imported again.
  func forget(of target: RejectTarget, sources: RejectedSources? = nil) throws(ImportError) {
    let statements = RejectTable.removals(
      of: target, sources: sources, gone: [], from: ClickHouseConnection.quoted(table),
      ClickHouseConnection.quoted, ClickHouseConnection.literal)
    for statement in statements { try connection.execute(statement) }
  }

  /// Adds rejects.
  func store(
    _ rejects: [Reject], for target: RejectTarget, token: String?
  ) throws(ImportError) {
    let types = RejectTable.columns.map(ClickHouseRejectTable.type)
    var rows = SinkBuffer()
    unsafe ClickHouseTable.head(RejectTable.columns, types)
      .withUnsafeBufferPointer { unsafe rows.append($0) }
    for reject in rejects {
      let values = RejectTable.values(of: reject, for: target)
      for (i, value) in values.enumerated() {
        let isNullable = types[i].hasPrefix("Nullable")
        if isNullable { rows.append(value == nil ? 1 : 0) }
        guard let value else { continue }
        if types[i].hasSuffix("Int64") {
          rows.append(littleEndian: UInt64(bitPattern: Int64(value) ?? 0), size: 8)
        } else if types[i].contains("UInt8") {
          rows.append(1)
        } else {
          rows.append(counted: value)
        }
      }
    }
    let list = RejectTable.list(ClickHouseConnection.quoted)
    try unsafe connection.insert(
      "INSERT INTO \(ClickHouseConnection.quoted(table)) (\(list))"
        + " FORMAT RowBinaryWithNamesAndTypes", rows.bytes, token: token)
  }

  static func forEach(
    of table: String, in address: String, _ waits: SinkWaits,
    _ body: (Reject, RejectTarget) throws -> Void
  ) throws {
    let connection = try ClickHouseConnection(address, waits)
    let place = ClickHouseTable.place(table, connection)
    guard try isThere(table, in: connection) else {
      throw ImportError(.rejects, "the \(place) does not exist")
    }
    var done = 0
    try RejectTable.forEach(at: "the \(place)", body) { () throws(ImportError) in
      let found = try connection.query(
        "SELECT \(RejectTable.list(ClickHouseConnection.quoted)) FROM \(ClickHouseConnection.quoted(table)) ORDER BY \(number), source, record"
          + " LIMIT 200 OFFSET \(done)")
      done += found.count
      return found
    }
  }
}
