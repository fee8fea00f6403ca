import Sluice
import SluiceFeed

/// A job's rejects in a table of the database that its rows go to.
struct SQLRejectTable<Database: SQLDatabase> {
  let name: SQLTableName
  let database: Database

  /// Makes the table if it is missing, where the database makes tables: inside a transaction, or outside.
  init(_ name: String, in database: Database) throws(ImportError) {
    self.database = database
    self.name = try database.make(name) { table throws(ImportError) in
      try Self.creation(of: table, in: database)
    }
  }

  /// A table that is there. Throws for a name that none has.
  init(reading name: String, in database: Database) throws(ImportError) {
    self.database = database
    self.name = try database.table(named: name)
    guard try Self.isThere(self.name, in: database) else {
      throw ImportError(.rejects, "the \(self.name.words) does not exist")
    }
  }

  /// Throws when another table has the name.
  private static func isThere(
    _ table: SQLTableName, in database: Database
  ) throws(ImportError) -> Bool {
    let found = try database.columnNames(of: table).map(\.text)
    guard !found.isEmpty else { return false }
    try RejectRow.check(found, of: "the \(table.words)")
    return true
  }

  /// The statement that makes the table; nil when it is there. Throws when another table has the name.
  static func creation(
    of table: SQLTableName, in database: Database
  ) throws(ImportError) -> SQLStatement? {
    guard try !isThere(table, in: database) else { return nil }
    let form = database.rejectForm
    return
      "CREATE TABLE \(table) (\(sql: form.declarations(Database.quoted)))\(sql: form.options)"
  }

  /// The same for a job's table of rejects, if it has one, as text.
  static func creations(
    _ name: String?, in database: Database
  ) throws(ImportError) -> [String] {
    guard let name, let creation = try creation(of: database.table(named: name), in: database)
    else { return [] }
    return [database.text(of: creation)]
  }

  static var columns: SQLStatement {
    RejectRow.columns.map { "\(name: $0)" as SQLStatement }.joined(", ")
  }

  /// Adds rejects. Inside a transaction.
  func store(_ rejects: [Reject], for target: RejectTarget) throws(ImportError) {
    try database.insert(
      rejects.map { RejectRow.values(of: $0, for: target) }, into: name, Self.columns)
  }

  /// Forgets those of a replacement that is discarded. Inside a transaction.
  func forget(target: String) throws(ImportError) {
    try database.perform("DELETE FROM \(name) WHERE target = \(target)")
  }

  private static var mostSources: Int { 500 }

  /// Forgets those of a target, or of some of its sources, by the names that they were given: its rows are gone, or are
  /// imported again. Inside a transaction.
  func forget(of target: RejectTarget, sources: RejectedSources? = nil) throws(ImportError) {
    var condition: SQLStatement = "\(name: "target") = \(target.name)"
    if let own = target.tableID {
      let gone = try tablesGone(of: target)
      let isGone: SQLStatement =
        gone.isEmpty
        ? "" : " OR \(name: RejectRow.tableID) IN (\(gone.map { "\($0)" }.joined(", ")))"
      condition =
        "(\(name: RejectRow.tableID) = \(own) OR (\(name: RejectRow.tableID) IS NULL\(isGone)) AND \(condition))"
    }
    let removal: SQLStatement = "DELETE FROM \(name) WHERE \(condition)"
    guard let sources else {
      try database.perform(removal)
      return
    }
    let range: SQLStatement =
      sources.range.map {
        " AND \(name: "offset") >= \($0.lowerBound) AND \(name: "offset") < \($0.upperBound)"
      } ?? ""
    for start in stride(from: 0, to: sources.names.count, by: Self.mostSources) {
      let names = sources.names[start...].prefix(Self.mostSources).map { "\($0)" as SQLStatement }
      try database.perform(
        "\(removal) AND \(name: "source") IN (\(names.joined(", ")))\(range)")
    }
  }

  /// The identities of tables that had the target's name, and are no longer there.
  private func tablesGone(of target: RejectTarget) throws(ImportError) -> [String] {
    guard let own = target.tableID, database.rejectForm.forgetsGoneTables else { return [] }
    let id: SQLStatement = "\(name: RejectRow.tableID)"
    let others = try database.rows(
      of:
        "SELECT DISTINCT \(id) FROM \(name) WHERE \(name: "target") = \(target.name) AND \(id) <> \(own)"
    )
    var gone: [String] = []
    for identity in others.compactMap({ $0.first ?? nil })
    where try !database.isThere(tableWith: identity) {
      gone.append(identity)
    }
    return gone
  }

  /// Makes those of a replacement final, instead of all others. Inside a transaction.
  func publish(from side: String, to target: RejectTarget) throws(ImportError) {
    try forget(of: target)
    try database.perform(
      "UPDATE \(name) SET target = \(target.name), table_id = \(target.tableID) WHERE target = \(side)"
    )
  }

  /// Calls `body` with the rejects of a target, by its name as its progress records it and its identity. Those of a table
  /// with another identity are its own where no table has that one: the table was restored and adopted, say.
  func forEach(
    of target: String, _ tableID: String?, _ body: (Reject) throws -> Void
  ) throws {
    var others: [ByteName: Bool] = [:]
    try forEach { (reject, found) in
      if let recorded = found.tableID {
        if recorded == tableID { return try body(reject) }
        let identity = ByteName(recorded)
        let isThere = try others[identity] ?? (database.name(ofTable: recorded) != nil)
        others[identity] = isThere
        if isThere { return }
      }
      if ByteName(found.name) == ByteName(target) { try body(reject) }
    }
  }

  /// Calls `body` with each reject, in the order in which they were stored, and the target that it was meant for.
  func forEach(_ body: (Reject, RejectTarget) throws -> Void) throws {
    let next = try database.reader(of: Self.columns, from: name)
    while true {
      let rows = try next()
      guard !rows.isEmpty else { return }
      for row in rows {
        try body(try RejectRow.reject(row, at: "the \(name.words)"), RejectRow.target(row))
      }
    }
  }
}
