import Sluice
import SluiceFeed

/// A job's rejects in a table of the SQLite database that its rows go to.
final class SQLiteRejectTable {
  private let connection: SQLiteConnection
  private let table: String
  private let insert: SQLiteStatement

  /// Makes the table if it is missing. Inside a transaction.
  init(_ table: String, in connection: SQLiteConnection) throws(ImportError) {
    self.connection = connection
    self.table = table
    if let creation = try SQLiteRejectTable.creation(of: table, in: connection) {
      try connection.execute(creation)
    }
    let list = RejectTable.list(SQLiteConnection.quoted)
    let places = RejectTable.columns.map { _ in "?" }.joined(separator: ", ")
    insert = try connection.prepare(
      "INSERT INTO \(SQLiteConnection.quoted(table)) (\(list)) VALUES (\(places))")
  }

  /// Whether the table is there. Throws when another table has the name.
  private static func isThere(
    _ table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> Bool {
    let statement = try connection.prepare("SELECT name FROM pragma_table_info(?1)")
    try statement.bind(table, at: 1)
    var found: [String] = []
    while try statement.step() { found.append(statement.text(at: 0) ?? "") }
    guard !found.isEmpty else { return false }
    try RejectTable.check(found, of: "the table \"\(table)\" in \(connection.path)")
    return true
  }

  /// The statement that makes the table; nil when it is there. Throws when another table has the name.
  static func creation(
    of table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> String? {
    guard try !isThere(table, in: connection) else { return nil }
    let columns = RejectTable.declarations(SQLiteConnection.quoted) {
      $1 == .text ? "TEXT" : "INTEGER"
    }
    return "CREATE TABLE \(SQLiteConnection.quoted(table)) (\(columns))"
  }

  /// Adds rejects. Inside a transaction.
  func store(_ rejects: [Reject], for target: RejectTarget) throws(ImportError) {
    for reject in rejects {
      let values = RejectTable.values(of: reject, for: target)
      for (number, value) in values.enumerated() {
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

  /// Forgets those of a target, or of some of its sources, by the names that they were given: its rows are gone, or are
  /// imported again. Inside a transaction.
  func forget(of target: RejectTarget, sources: RejectedSources? = nil) throws(ImportError) {
    let statements = RejectTable.removals(
      of: target, sources: sources, gone: try tablesGone(of: target),
      from: SQLiteConnection.quoted(table),
      SQLiteConnection.quoted, SQLiteConnection.literal)
    for statement in statements { try connection.execute(statement) }
  }

  /// The identities of tables that had the target's name, and are no longer there.
  private func tablesGone(of target: RejectTarget) throws(ImportError) -> [String] {
    let others = RejectTable.otherTables(
      of: target, in: SQLiteConnection.quoted(table), SQLiteConnection.quoted,
      SQLiteConnection.literal)
    guard let others else { return [] }
    let statement = try connection.prepare(others)
    var gone: [String] = []
    while try statement.step() {
      guard let identity = statement.text(at: 0) else { continue }
      if try SQLiteTableIdentity.table(identity, in: connection) == nil { gone.append(identity) }
    }
    return gone
  }

  /// Makes those of a replacement final, instead of all others. Inside a transaction.
  func publish(from side: String, to target: RejectTarget) throws(ImportError) {
    try forget(of: target)
    let statement = try connection.prepare(
      "UPDATE \(SQLiteConnection.quoted(table)) SET target = ?2, table_id = ?3 WHERE target = ?1")
    try statement.bind(side, at: 1)
    try statement.bind(target.name, at: 2)
    try statement.bind(target.tableID, at: 3)
    try statement.run()
  }

  static func forEach(
    of table: String, in path: String, _ patience: SQLitePatience,
    _ body: (Reject, RejectTarget) throws -> Void
  ) throws {
    let place = "the table \"\(table)\" in \(path)"
    guard let connection = try SQLiteConnection(lookingAt: path, patience),
      try isThere(table, in: connection)
    else { throw ImportError(.rejects, "\(place) does not exist") }
    let statement = try connection.prepare(
      "SELECT \(RejectTable.list(SQLiteConnection.quoted)) FROM \(SQLiteConnection.quoted(table)) ORDER BY rowid"
    )
    while try statement.step() {
      let values = RejectTable.columns.indices.map { statement.text(at: Int32($0)) }
      try body(try RejectTable.reject(values, at: place), RejectTable.target(values))
    }
  }
}
