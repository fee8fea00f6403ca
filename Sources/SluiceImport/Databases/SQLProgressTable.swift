import Sluice

/// The table `sluice_progress` of a database, which has a row for each source and target table.
struct SQLProgressTable<Database: TransactionalDatabase> {
  let database: Database
  /// For statements.
  let name: String

  init(_ name: String = DatabaseSink.progressTable, in database: Database) {
    (self.database, self.name) = (database, name)
  }

  private var form: ProgressTableForm { database.progressForm }

  /// For messages.
  var place: String { "\(name) in \(database.place)" }

  /// Makes the table if it is missing, where the database makes tables. Throws if another release made it.
  func ready() throws(ImportError) {
    guard try !isThere() else { return }
    try database.perform("CREATE TABLE IF NOT EXISTS \(sql: name) \(sql: form.declarations)")
    _ = try isThere()
  }

  /// Whether the table exists. Throws if another release made it, and for a table that Sluice did not make.
  func isThere() throws(ImportError) -> Bool {
    let found = Set(try database.columnNames(of: database.table(named: name)))
    guard !found.isEmpty else { return false }
    let place = "the table \(place)"
    if found.contains(ByteName(form.version)) {
      let newest = try database.rows(of: "SELECT max(\(sql: form.version)) FROM \(sql: name)")
      if let version = newest.first?.first ?? nil {
        try ProgressFormat.check(Int64(version) ?? 0, at: place)
      }
    }
    guard form.columns.allSatisfy({ found.contains(ByteName($0)) }) else {
      throw ImportError(
        .conflict,
        "\(place) is not the one in which this release keeps its progress: it has the columns"
          + " \(found.sorted().map(\.text).joined(separator: ", ")). Rename it, or name another database"
      )
    }
    return true
  }

  // MARK: Reading

  /// The row of a source in a target. The table is there. `locks`: until the end of the transaction, so that a server that
  /// still works for a killed client is waited for.
  func row(
    of source: ByteName, in target: String, locks: Bool = false
  ) throws(ImportError) -> ProgressRow? {
    try rows(where: key(source, target), locks: locks).first
  }

  /// The rows with a table's name, and with its identity.
  func rows(of target: String, _ identity: String? = nil, locks: Bool = false)
    throws(ImportError) -> [ProgressRow]
  {
    let isOwn: SQLStatement = identity.map { " OR \(sql: form.identity) = \($0)" } ?? ""
    return try rows(where: "target = \(target)\(isOwn)", locks: locks)
  }

  func rows(
    where condition: SQLStatement, locks: Bool = false
  ) throws(ImportError) -> [ProgressRow] {
    let list =
      ["source", "target", "columns", "mode", form.identity, "may_be_empty"]
      + form.checkpoint.selected
    let order = form.key?.column ?? "source, target"
    let found = try database.rows(
      of:
        "SELECT \(sql: list.joined(separator: ", ")) FROM \(sql: name) WHERE \(condition) ORDER BY \(sql: order)\(sql: locks ? form.lock : "")"
    )
    return found.map { row in
      ProgressRow(
        source: ByteName(row[0] ?? ""), target: row[1] ?? "", columns: ByteName(row[2] ?? ""),
        mode: row[3] ?? "", values: Array(row[6...]), form: form.checkpoint, tableID: row[4],
        mayBeEmpty: ["1", "t", "true"].contains(row[5]))
    }
  }

  /// Selects a row, and locks it until the transaction's end.
  func locking(_ source: ByteName, _ target: String) -> SQLStatement {
    "SELECT 1 FROM \(sql: name) WHERE \(key(source, target))\(sql: form.lock)"
  }

  /// What selects a row.
  private func key(_ source: ByteName, _ target: String) -> SQLStatement {
    guard let key = form.key else { return "source = \(source.text) AND target = \(target)" }
    return "\(sql: key.column) = \(key.value(source.text, target))"
  }

  // MARK: Writing

  /// Adds a row. False: its source has one already, which another process has added.
  func add(_ row: ProgressRow) throws(ImportError) -> Bool {
    if form.hasOneRowForTable {
      let others = try rows(
        where: "source = \(row.source.text) AND \(sql: form.identity) = \(row.tableID)")
      guard others.isEmpty else { return false }
    }
    return try isInserted(row)
  }

  private func isInserted(_ row: ProgressRow) throws(ImportError) -> Bool {
    var columns = form.columns
    var values: [SQLStatement] = [
      "\(row.source.text)", "\(row.target)", "\(row.columns.text)", "\(row.mode)",
      "\(row.tableID)", "\(row.mayBeEmpty)", "\(ProgressFormat.version)",
    ]
    values += row.values.map { "\($0)" }
    if let key = form.key {
      columns.append(key.column)
      values.append("\(key.value(row.source.text, row.target))")
    }
    let list = columns.map { "\(name: $0)" as SQLStatement }.joined(", ")
    return try database.insert("INTO \(sql: name) (\(list)) VALUES (\(values.joined(", ")))")
  }

  /// Changes a row to another one of the same source and target. False: another process has moved its position.
  func replace(_ known: ProgressRow, by row: ProgressRow) throws(ImportError) -> Bool {
    let checkpoint = zip(form.checkpoint.columns, row.values).map {
      "\(name: $0) = \($1)" as SQLStatement
    }
    return try database.perform(
      """
      UPDATE \(sql: name) SET \(checkpoint.joined(", ")), columns = \(row.columns.text), mode = \(row.mode),
        \(sql: form.identity) = \(row.tableID), may_be_empty = may_be_empty OR \(row.mayBeEmpty),
        \(sql: form.version) = \(ProgressFormat.version)
      WHERE \(key(row.source, row.target)) AND columns = \(known.columns.text)
        AND \(name: form.checkpoint.columns[0]) = \(known.values[0])
      """) == 1
  }

  /// Adds a row that is not there. Throws when it is.
  func insert(_ row: ProgressRow) throws(ImportError) {
    guard try isInserted(row) else {
      throw ImportError(.conflict, "another process has changed the progress in \(place)")
    }
  }

  /// Keeps the progress of a table that lost its name to another one, until a job goes on in it.
  func setAside(_ row: ProgressRow) throws(ImportError) {
    guard let identity = row.tableID, try database.name(ofTable: identity) != nil else { return }
    try put(row, as: "sluice:\(identity)", identity, mayBeEmpty: row.mayBeEmpty)
  }

  /// Writes a row as that of a table, in place of what is there for its source and that name.
  func put(
    _ row: ProgressRow, as target: String, _ identity: String?, mayBeEmpty: Bool
  ) throws(ImportError) {
    guard ByteName(row.target) != ByteName(target) else {
      // Another process may have moved the checkpoint.
      try database.perform(
        "UPDATE \(sql: name) SET \(sql: form.identity) = \(identity), may_be_empty = \(mayBeEmpty), \(sql: form.version) = \(ProgressFormat.version) WHERE \(key(row.source, target))"
      )
      return
    }
    let row = row.row(as: target, identity, mayBeEmpty: mayBeEmpty)
    try forget(row)
    try insert(row)
  }

  func forget(_ row: ProgressRow) throws(ImportError) {
    try database.perform("DELETE FROM \(sql: name) WHERE \(key(row.source, row.target))")
  }

  /// Makes the progress of a replacement, which `side` has gathered, that of its target. `old`: what the table has of the
  /// target. Inside a transaction.
  func publish(
    from side: String, to target: String, _ identity: String?, instead old: [ProgressRow]
  ) throws(ImportError) {
    try KnownProgress(old, of: target, identity, for: [], []).forgetAll(in: self)
    guard form.key != nil else {
      try database.perform(
        "UPDATE \(sql: name) SET target = \(target), \(sql: form.identity) = \(identity) WHERE target = \(side)"
      )
      return
    }
    for row in try rows(of: side, locks: true) {
      try put(row, as: target, identity, mayBeEmpty: row.mayBeEmpty)
      try forget(row)
    }
  }

  /// Forgets the progress of all jobs that wrote into a target.
  func forget(target: String) throws(ImportError) {
    try database.perform("DELETE FROM \(sql: name) WHERE target = \(target)")
  }
}
