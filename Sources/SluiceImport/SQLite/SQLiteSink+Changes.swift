import Sluice

/// The changes that a job may make to its table.
extension SQLiteSink {
  /// Compares a table with the job.
  func changes(
    of columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> SQLTableChanges {
    try SQLTableChanges(of: connection.table(named: table), columns, changes, in: connection)
  }

  /// Changes the table. Inside a transaction.
  func change(
    _ columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> SQLTableChanges {
    let changes = try changes(of: columns, in: connection)
    for statement in changes.statements {
      do throws(ImportError) {
        try connection.execute(statement)
      } catch {
        throw ImportError(
          .conflict,
          "\(name) can't be changed, and nothing was written: \(statement): \(error.message)")
      }
    }
    return changes
  }
}

extension SQLiteConnection {
  func existing(
    _ table: SQLTableName, for columns: [ImportColumn]
  ) throws(ImportError) -> ExistingTable {
    ExistingTable(
      columns: try existingColumns(of: table.text).map { ($0.name, $0.isLeftNull) },
      serves: ExistingTable.serving(
        try knownIndexes(of: table.text), normal: { SQLiteSink.folded($0) }),
      normal: { SQLiteSink.folded($0) })
  }

  /// The indexes without a condition, with their columns in lowercase; also the table's row number.
  private func knownIndexes(
    of table: String
  ) throws(ImportError) -> [(columns: [ByteName], isUnique: Bool)] {
    var known: [(columns: [ByteName], isUnique: Bool)] = []
    let list = try prepare(
      "SELECT name, \"unique\" FROM pragma_index_list(?1) WHERE NOT partial")
    try list.bind(table, at: 1)
    while try list.step() {
      let parts = try prepare(
        "SELECT name, coll FROM pragma_index_xinfo(?1) WHERE key ORDER BY seqno")
      try parts.bind(list.text(at: 0), at: 1)
      var columns: [ByteName] = []
      while try parts.step() {
        // An expression has no name, and equals no column.
        let isPlain = parts.text(at: 1) == "BINARY"
        columns.append(isPlain ? ByteName(parts.text(at: 0) ?? "").asciiLowercased : "")
      }
      known.append((columns, list.integer(at: 1) != 0))
    }
    let keys = try prepare(
      "SELECT name FROM pragma_table_info(?1) WHERE pk ORDER BY pk")
    try keys.bind(table, at: 1)
    var primary: [ByteName] = []
    while try keys.step() { primary.append(ByteName(keys.text(at: 0) ?? "").asciiLowercased) }
    if !primary.isEmpty { known.append((primary, true)) }
    return known
  }

  /// Names of indexes are unique within the database.
  func creations(
    of indexes: [TableIndex], on table: SQLTableName
  ) throws(ImportError) -> [String] {
    var names: Set<ByteName> = []
    return try indexes.map { index throws(ImportError) in
      let plain = "idx_\(table.text)_\(index.columns.map(\.text).joined(separator: "_"))"
      var (name, number) = (plain, 1)
      while try isTaken(name) || !names.insert(SQLiteSink.folded(ByteName(name))).inserted {
        number += 1
        name = "\(plain)_\(number)"
      }
      return SQLiteConnection.creation(of: index, named: name, on: table)
    }
  }

  private func isTaken(_ name: String) throws(ImportError) -> Bool {
    try !rows(of: "SELECT 1 FROM sqlite_schema WHERE lower(name) = \(SQLiteSink.folded(name))")
      .isEmpty
  }
}
