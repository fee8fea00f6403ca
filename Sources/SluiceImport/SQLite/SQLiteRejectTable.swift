import Sluice
import SluiceFeed

/// A job's rejects in a table of the SQLite database that its rows go to.
final class SQLiteRejectTable {
  private let connection: SQLiteConnection
  private let table: String
  private let insert: SQLiteStatement

  private static let list = RejectTable.columns.map(SQLiteConnection.quoted).joined(separator: ", ")

  /// Makes the table if it is missing. Inside a transaction.
  init(_ table: String, in connection: SQLiteConnection) throws(ImportError) {
    self.connection = connection
    self.table = table
    if let creation = try SQLiteRejectTable.creation(of: table, in: connection) {
      try connection.execute(creation)
    }
    let places = RejectTable.columns.map { _ in "?" }.joined(separator: ", ")
    insert = try connection.prepare(
      "INSERT INTO \(SQLiteConnection.quoted(table)) (\(SQLiteRejectTable.list)) VALUES (\(places))"
    )
  }

  /// The statement that makes the table; nil when it is there. Throws when another table has the name.
  static func creation(
    of table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> String? {
    let statement = try connection.prepare("SELECT name FROM pragma_table_info(?1)")
    try statement.bind(table, at: 1)
    var found: [String] = []
    while try statement.step() { found.append(statement.text(at: 0) ?? "") }
    guard found.isEmpty else {
      try RejectTable.check(found, of: "the table \"\(table)\" in \(connection.path)")
      return nil
    }
    let columns = RejectTable.declarations(SQLiteConnection.quoted) {
      $1 == .text ? "TEXT" : "INTEGER"
    }
    return "CREATE TABLE \(SQLiteConnection.quoted(table)) (\(columns))"
  }

  /// Adds rejects. Inside a transaction.
  func store(_ rejects: [Reject], for target: String) throws(ImportError) {
    for reject in rejects {
      for (number, value) in RejectTable.values(of: reject, for: target).enumerated() {
        try insert.bind(value, at: Int32(number + 1))
      }
      try insert.run()
    }
  }

  /// Forgets those of a replacement that is discarded. Inside a transaction.
  func forget(target: String) throws(ImportError) {
    let statement = try connection.prepare(
      "DELETE FROM \(SQLiteConnection.quoted(table)) WHERE target = ?1")
    try statement.bind(target, at: 1)
    try statement.run()
  }

  /// Makes those of a replacement final. Inside a transaction.
  func publish(from side: String, to target: String) throws(ImportError) {
    let statement = try connection.prepare(
      "UPDATE \(SQLiteConnection.quoted(table)) SET target = ?2 WHERE target = ?1")
    try statement.bind(side, at: 1)
    try statement.bind(target, at: 2)
    try statement.run()
  }

  static func forEach(
    of table: String, in path: String, _ body: (Reject, _ target: String) throws -> Void
  ) throws {
    let place = "the table \"\(table)\" in \(path)"
    guard let connection = try SQLiteConnection(lookingAt: path),
      try creation(of: table, in: connection) == nil
    else { throw ImportError(.rejects, "\(place) does not exist") }
    let statement = try connection.prepare(
      "SELECT \(list) FROM \(SQLiteConnection.quoted(table)) ORDER BY rowid")
    while try statement.step() {
      let values = RejectTable.columns.indices.map { statement.text(at: Int32($0)) }
      try body(try RejectTable.reject(values, at: place), values[0] ?? "")
    }
  }
}
