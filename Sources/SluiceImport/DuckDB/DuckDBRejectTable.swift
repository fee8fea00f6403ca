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
    let columns = RejectTable.declarations(DuckDBConnection.quoted) {
      $1 == .text ? "VARCHAR" : "BIGINT"
    }
    return "CREATE TABLE \(DuckDBConnection.quoted(table)) (\(columns))"
  }

  /// Adds rejects. Inside a transaction.
  func store(_ rejects: [Reject], for target: String) throws(ImportError) {
    let statements = RejectTable.insertions(
      of: rejects, for: target, into: table, DuckDBConnection.quoted, DuckDBConnection.literal)
    for statement in statements { try connection.query(statement) }
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
    try RejectTable.forEach(at: "the \(place)", body) { () throws(ImportError) in
      let found = try connection.query(
        "SELECT \(list) FROM \(DuckDBConnection.quoted(table)) ORDER BY rowid LIMIT 200 OFFSET \(done)"
      )
      done += found.rows.count
      return found.rows
    }
  }
}
