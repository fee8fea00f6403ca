import Sluice
import SluiceFeed

/// A job's rejects in a table of the DuckDB database that its rows go to.
struct DuckDBRejectTable {
  private let table: String
  private let connection: DuckDBConnection

  /// Makes the table if it is missing.
  init(_ table: String, in connection: DuckDBConnection) throws(ImportError) {
    (self.table, self.connection) = (table, connection)
    if let creation = try DuckDBRejectTable.creation(of: table, in: connection) {
      try connection.query(creation)
    }
  }

  /// Whether the table is there. Throws when another table has the name.
  private static func isThere(
    _ table: String, in connection: DuckDBConnection
  ) throws(ImportError) -> Bool {
    let found = try DuckDBTable.existing(table, in: connection).map(\.name.text)
    guard !found.isEmpty else { return false }
    try RejectTable.check(found, of: DuckDBTable.place(table, connection))
    return true
  }

  /// The statement that makes the table; nil when it is there. Throws when another table has the name.
  static func creation(
    of table: String, in connection: DuckDBConnection
  ) throws(ImportError) -> String? {
    guard try !isThere(table, in: connection) else { return nil }
    let columns = RejectTable.declarations(DuckDBConnection.quoted) {
      $1 == .text ? "VARCHAR" : "BIGINT"
    }
    return "CREATE TABLE \(DuckDBConnection.quoted(table)) (\(columns))"
  }

  /// Adds rejects. Inside a transaction.
  func store(_ rejects: [Reject], for target: RejectTarget) throws(ImportError) {
    let statements = RejectTable.insertions(
      of: rejects, for: target, into: table, DuckDBConnection.quoted,
      DuckDBConnection.literal)
    for statement in statements { try connection.query(statement) }
  }

  /// Forgets those of a replacement that is discarded. Inside a transaction.
  func forget(target: String) throws(ImportError) {
    try connection.query(
      "DELETE FROM \(DuckDBConnection.quoted(table)) WHERE target ="
        + " \(DuckDBConnection.literal(target))")
  }

  /// Forgets those of a target, or of some of its sources, by the names that they were given: its rows are gone, or are
  /// imported again. Inside a transaction.
  func forget(of target: RejectTarget, sources: RejectedSources? = nil) throws(ImportError) {
    let statements = RejectTable.removals(
      of: target, sources: sources, gone: try tablesGone(of: target),
      from: DuckDBConnection.quoted(table),
      DuckDBConnection.quoted, { DuckDBConnection.literal($0) })
    for statement in statements { try connection.query(statement) }
  }

  /// The identities of tables that had the target's name, and are no longer there.
  private func tablesGone(of target: RejectTarget) throws(ImportError) -> [String] {
    let others = RejectTable.otherTables(
      of: target, in: DuckDBConnection.quoted(table), DuckDBConnection.quoted,
      { DuckDBConnection.literal($0) })
    guard let others else { return [] }
    let found = try connection.query(others)
    var gone: [String] = []
    for identity in found.rows.indices.compactMap({ found.text($0, 0) })
    where try DuckDBTableIdentity.table(identity, in: connection) == nil {
      gone.append(identity)
    }
    return gone
  }

  /// Makes those of a replacement final, instead of all others. Inside a transaction.
  func publish(from side: String, to target: RejectTarget) throws(ImportError) {
    try forget(of: target)
    let literal = DuckDBConnection.literal
    try connection.query(
      "UPDATE \(DuckDBConnection.quoted(table)) SET target = \(literal(target.name)),"
        + " table_id = \(literal(target.tableID)) WHERE target = \(literal(side))")
  }

  static func forEach(
    of table: String, in path: String, _ body: (Reject, RejectTarget) throws -> Void
  ) throws {
    let connection = try DuckDBConnection(path: path, isReadOnly: true)
    let place = DuckDBTable.place(table, connection)
    guard try isThere(table, in: connection) else {
      throw ImportError(.rejects, "the \(place) does not exist")
    }
    var done = 0
    try RejectTable.forEach(at: "the \(place)", body) { () throws(ImportError) in
      let found = try connection.query(
        "SELECT \(RejectTable.list(DuckDBConnection.quoted)) FROM \(DuckDBConnection.quoted(table)) ORDER BY rowid LIMIT 200 OFFSET \(done)"
      )
      done += found.rows.count
      return found.rows
    }
  }
}
