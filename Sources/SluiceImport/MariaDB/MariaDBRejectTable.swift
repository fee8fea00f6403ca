import Sluice
import SluiceFeed

/// A job's rejects in a table of the MariaDB or MySQL database that its rows go to.
struct MariaDBRejectTable {
  private let table: String
  private let connection: MariaDBConnection

  private static let list = RejectTable.columns.map(MariaDBConnection.quoted)
    .joined(separator: ", ")
  /// The column that numbers them in the order in which they were stored.
  private static let number = "number"
  /// The most bytes of a statement, well below the least that servers take (`max_allowed_packet`).
  private static let mostBytes = 1 << 19

  /// Makes the table if it is missing. Outside a transaction.
  init(_ table: String, in connection: MariaDBConnection) throws(ImportError) {
    (self.table, self.connection) = (table, connection)
    if let creation = try MariaDBRejectTable.creation(of: table, in: connection) {
      let answer = connection.run(creation)
      // Another job may have been faster.
      guard answer.isDone || answer.error == 1050 else { throw connection.fault(answer) }
    }
  }

  /// The statement that makes the table; nil when it is there. Throws when another table has the name.
  static func creation(
    of table: String, in connection: MariaDBConnection
  ) throws(ImportError) -> String? {
    let found = try MariaDBTable.existing(table, in: connection).map(\.name)
    guard found.isEmpty else {
      try RejectTable.check(found, of: MariaDBTable.place(table, connection))
      return nil
    }
    let columns = RejectTable.columns.map { column in
      let type =
        RejectTable.numbers.contains(column)
        ? "bigint"
        : column == "raw_is_cut" ? "int" : column == "target" ? "varchar(64)" : "longtext"
      return "\(MariaDBConnection.quoted(column)) \(type)"
        + (RejectTable.required.contains(column) ? " NOT NULL" : "")
    }
    return "CREATE TABLE \(MariaDBConnection.quoted(table)) (\(columns.joined(separator: ", ")),"
      + " \(number) bigint NOT NULL AUTO_INCREMENT PRIMARY KEY)"
      + MariaDBTable.options(isMariaDB: connection.isMariaDB)
  }

  private var head: String {
    "INSERT INTO \(MariaDBConnection.quoted(table)) (\(MariaDBRejectTable.list)) VALUES "
  }

  /// Adds rejects. Inside a transaction.
  func store(_ rejects: [Reject], for target: String) throws(ImportError) {
    var (rows, bytes): ([String], Int) = ([], 0)
    for reject in rejects {
      let values = RejectTable.values(of: reject, for: target).map(MariaDBConnection.literal)
      let row = "(\(values.joined(separator: ", ")))"
      if !rows.isEmpty, bytes + row.utf8.count > MariaDBRejectTable.mostBytes {
        try connection.execute(head + rows.joined(separator: ", "))
        (rows, bytes) = ([], 0)
      }
      rows.append(row)
      bytes += row.utf8.count
    }
    if !rows.isEmpty { try connection.execute(head + rows.joined(separator: ", ")) }
  }

  /// Forgets those of a replacement that is discarded. Inside a transaction.
  func forget(target: String) throws(ImportError) {
    try connection.execute(
      "DELETE FROM \(MariaDBConnection.quoted(table)) WHERE target = "
        + MariaDBConnection.literal(target))
  }

  /// Makes those of a replacement final. Inside a transaction.
  func publish(from side: String, to target: String) throws(ImportError) {
    try connection.execute(
      "UPDATE \(MariaDBConnection.quoted(table)) SET target = \(MariaDBConnection.literal(target))"
        + " WHERE target = \(MariaDBConnection.literal(side))")
  }

  static func forEach(
    of table: String, in address: String, _ body: (Reject, _ target: String) throws -> Void
  ) throws {
    let connection = try MariaDBConnection(address)
    let place = MariaDBTable.place(table, connection)
    guard try creation(of: table, in: connection) == nil else {
      throw ImportError(.rejects, "the \(place) does not exist")
    }
    var last = -1
    while true {
      // In portions, whatever their number is.
      let found = try connection.query(
        "SELECT \(list), \(number) FROM \(MariaDBConnection.quoted(table)) WHERE \(number) > \(last)"
          + " ORDER BY \(number) LIMIT 200")
      guard found.rowCount > 0 else { return }
      for row in 0..<found.rowCount {
        let values = RejectTable.columns.indices.map { found.text(row, $0) }
        try body(try RejectTable.reject(values, at: "the \(place)"), values[0] ?? "")
        last = found.integer(row, RejectTable.columns.count) ?? .max
      }
    }
  }
}
