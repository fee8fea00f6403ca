import Sluice
import SluiceFeed

/// A job's rejects in a table of the DuckDB database that its rows go to.
struct DuckDBRejectTable {
  private let table: String
  private let connection: DuckDBConnection

  private static let list = RejectTable.columns.map(DuckDBConnection.quoted).joined(separator: ", ")

  /// Makes the table if it is missing.
  init(_ table: String, in connection: DuckDBConnection) throws(ImportError) {
    (self.table, self.connection) = (table, connection)
    if let creation = try DuckDBRejectTable.creation(of: table, in: connection) {
      try connection.query(creation)
    }
  }

  /// The statement that makes the table; nil when it is there. Throws when another table has the name.
  static func creation(
    of table: String, in connection: DuckDBConnection
  ) throws(ImportError) -> String? {
    let found = try DuckDBTable.existing(table, in: connection).map(\.name)
    guard found.isEmpty else {
      try RejectTable.check(found, of: DuckDBTable.place(table, connection))
      return nil
    }
    let columns = RejectTable.columns.map { column in
      let isNumber = RejectTable.numbers.contains(column) || column == "raw_is_cut"
      return "\(DuckDBConnection.quoted(column)) \(isNumber ? "BIGINT" : "VARCHAR")"
        + (RejectTable.required.contains(column) ? " NOT NULL" : "")
    }
    return "CREATE TABLE \(DuckDBConnection.quoted(table)) (\(columns.joined(separator: ", ")))"
  }

  /// Adds rejects. Inside a transaction.
  func store(_ rejects: [Reject], for target: String) throws(ImportError) {
    for reject in rejects {
      let values = RejectTable.values(of: reject, for: target).map(DuckDBConnection.literal)
      try connection.query(
        "INSERT INTO \(DuckDBConnection.quoted(table)) (\(DuckDBRejectTable.list)) VALUES"
          + " (\(values.joined(separator: ", ")))")
    }
  }

  /// Forgets those of a replacement that is discarded. Inside a transaction.
  func forget(target: String) throws(ImportError) {
    try connection.query(
      "DELETE FROM \(DuckDBConnection.quoted(table)) WHERE target ="
        + " \(DuckDBConnection.literal(target))")
  }

  /// Makes those of a replacement final. Inside a transaction.
  func publish(from side: String, to target: String) throws(ImportError) {
    try connection.query(
      "UPDATE \(DuckDBConnection.quoted(table)) SET target = \(DuckDBConnection.literal(target))"
        + " WHERE target = \(DuckDBConnection.literal(side))")
  }

  static func forEach(
    of table: String, in path: String, _ body: (Reject, _ target: String) throws -> Void
  ) throws {
    let connection = try DuckDBConnection(path: path, isReadOnly: true)
    let place = DuckDBTable.place(table, connection)
    guard try creation(of: table, in: connection) == nil else {
      throw ImportError(.rejects, "the \(place) does not exist")
    }
    var done = 0
    while true {
      // In portions, whatever their number is.
      let found = try connection.query(
        "SELECT \(list) FROM \(DuckDBConnection.quoted(table)) ORDER BY rowid LIMIT 200 OFFSET \(done)"
      )
      guard !found.rows.isEmpty else { return }
      for row in found.rows {
        try body(try RejectTable.reject(row, at: "the \(place)"), row[0] ?? "")
      }
      done += found.rows.count
    }
  }
}
