import Sluice
import SluiceFeed

/// A job's rejects in a table of the MariaDB or MySQL database that its rows go to.
struct MariaDBRejectTable {
  private let table: String
  private let connection: MariaDBConnection

  /// The column that numbers them in the order in which they were stored.
  private static let number = "number"

  /// Makes the table if it is missing. Outside a transaction.
  init(_ table: String, in connection: MariaDBConnection) throws(ImportError) {
    (self.table, self.connection) = (table, connection)
    if let creation = try MariaDBRejectTable.creation(of: table, in: connection) {
      let answer = connection.run(creation)
      // Another job may have been faster.
      guard answer.isDone || answer.error == 1050 else { throw connection.fault(answer) }
    }
  }

  /// Whether the table is there. Throws when another table has the name.
  private static func isThere(
    _ table: String, in connection: MariaDBConnection
  ) throws(ImportError) -> Bool {
    let found = try MariaDBTable.existing(table, in: connection).map(\.name.text)
    guard !found.isEmpty else { return false }
    try RejectTable.check(found, of: MariaDBTable.place(table, connection))
    return true
  }

  /// The statement that makes the table; nil when it is there. Throws when another table has the name.
  static func creation(
    of table: String, in connection: MariaDBConnection
  ) throws(ImportError) -> String? {
    guard try !isThere(table, in: connection) else { return nil }
    let columns = RejectTable.declarations(MariaDBConnection.quoted) { column, kind in
      switch kind {
      case .number: "bigint"
      case .truth: "int"
      case .text: column == "target" ? "varchar(64)" : "longtext"
      }
    }
    return "CREATE TABLE \(MariaDBConnection.quoted(table)) (\(columns),"
      + " \(number) bigint NOT NULL AUTO_INCREMENT PRIMARY KEY)"
      + MariaDBTable.options(isMariaDB: connection.isMariaDB)
  }

  /// Adds rejects. Inside a transaction. A statement is well below the least that servers take
  /// (`max_allowed_packet`).
  func store(_ rejects: [Reject], for target: RejectTarget) throws(ImportError) {
    let statements = RejectTable.insertions(
      of: rejects, for: target, into: table, MariaDBConnection.quoted,
      MariaDBConnection.literal)
    for statement in statements { try connection.execute(statement) }
  }

  /// Forgets those of a replacement that is discarded. Inside a transaction.
  func forget(target: String) throws(ImportError) {
    try connection.execute(
      "DELETE FROM \(MariaDBConnection.quoted(table)) WHERE target = "
        + MariaDBConnection.literal(target))
  }

  /// Forgets those of a target, or of some of its sources, by the names that they were given: its rows are gone, or are
  /// imported again. Inside a transaction.
  func forget(of target: RejectTarget, sources: RejectedSources? = nil) throws(ImportError) {
    let statements = RejectTable.removals(
      of: target, sources: sources, gone: try tablesGone(of: target),
      from: MariaDBConnection.quoted(table),
      MariaDBConnection.quoted, { MariaDBConnection.literal($0) })
    for statement in statements { try connection.execute(statement) }
  }

  /// The identities of tables that had the target's name, and are no longer there.
  private func tablesGone(of target: RejectTarget) throws(ImportError) -> [String] {
    let others = RejectTable.otherTables(
      of: target, in: MariaDBConnection.quoted(table), MariaDBConnection.quoted,
      { MariaDBConnection.literal($0) })
    guard let others else { return [] }
    let found = try connection.query(others)
    var gone: [String] = []
    // It may be in another database by now.
    for identity in (0..<found.rowCount).compactMap({ found.text($0, 0) })
    where try MariaDBTableIdentity.tables(identity, of: "TABLE_SCHEMA", in: connection).isEmpty {
      gone.append(identity)
    }
    return gone
  }

  /// Makes those of a replacement final, instead of all others. Inside a transaction.
  func publish(from side: String, to target: RejectTarget) throws(ImportError) {
    try forget(of: target)
    let literal = MariaDBConnection.literal
    try connection.execute(
      "UPDATE \(MariaDBConnection.quoted(table)) SET target = \(literal(target.name)),"
        + " table_id = \(literal(target.tableID)) WHERE target = \(literal(side))")
  }

  static func forEach(
    of table: String, in address: String, _ waits: SinkWaits,
    _ body: (Reject, RejectTarget) throws -> Void
  ) throws {
    let connection = try MariaDBConnection(address, waits)
    let place = MariaDBTable.place(table, connection)
    guard try isThere(table, in: connection) else {
      throw ImportError(.rejects, "the \(place) does not exist")
    }
    var last = "-1"
    try RejectTable.forEach(at: "the \(place)", body) { () throws(ImportError) in
      let found = try connection.query(
        "SELECT \(RejectTable.list(MariaDBConnection.quoted)), \(number) FROM \(MariaDBConnection.quoted(table)) WHERE \(number) > \(last)"
          + " ORDER BY \(number) LIMIT 200")
      last = (found.rows.last?.last ?? nil) ?? last
      return found.rows
    }
  }
}
