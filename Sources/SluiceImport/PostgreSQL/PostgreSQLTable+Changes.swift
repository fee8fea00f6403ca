import Sluice

/// The changes that a job may make to its table.
struct PostgreSQLTableChanges {
  /// What gives an existing table what the job has and it lacks, as far as the caller has asked for that.
  let statements: [String]
  /// The columns that it lacks, by their numbers among the job's.
  let missing: Set<Int>
  /// Columns of the table that the job leaves NULL.
  let note: ImportNote?

  /// Looks at a table. Inside a transaction.
  init(
    of name: PostgreSQLName, _ columns: [ImportColumn], _ changes: TableChanges,
    in connection: PostgreSQLConnection
  ) throws(ImportError) {
    let number = "\(name.number ?? 0)"
    let found = try connection.query(
      """
      SELECT a.attname, NOT (a.atthasdef OR a.attidentity <> '' OR a.attgenerated <> ''),
        format_type(a.atttypid, a.atttypmod)
      FROM pg_attribute a WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum
      """, number)
    var existing: [(name: ByteName, isLeftNull: Bool)] = []
    for row in 0..<found.rowCount {
      existing.append((ByteName(found.text(row, 0) ?? ""), found.bool(row, 1)))
    }
    let places = ColumnPlaces(existing.map(\.name))
    missing = Set(columns.indices.filter { !places.contains(columns[$0].name) })
    var statements: [String] = []
    if changes.addsColumns {
      for column in missing.sorted().map({ columns[$0] }) {
        statements.append(
          "ALTER TABLE \(name.fullName) ADD COLUMN \(PostgreSQLConnection.quoted(column.name))"
            + " \(PostgreSQLTable.declaredType(column.type))")
      }
    }
    if !changes.indexes.isEmpty {
      let known = try PostgreSQLTableChanges.indexes(number, connection)
      statements += PostgreSQLTableChanges.creations(
        changes.indexes.filter { index in
          !known.contains { index.isServed(by: $0.columns, isUnique: $0.isUnique) }
        }, on: name.fullName)
    }
    self.statements = statements
    let names = Set(columns.map(\.name))
    note = TableChanges.note(
      lacking: existing.filter { $0.isLeftNull && !names.contains($0.name) }.map(\.name),
      of: "table \(name.fullName) in \(connection.name)")
  }

  /// The statements that make indexes, whose names the server chooses.
  static func creations(_ indexes: [TableIndex], on table: String) -> [String] {
    indexes.map { index in
      let list = index.columns.map(PostgreSQLConnection.quoted).joined(separator: ", ")
      return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX ON \(table) (\(list))"
    }
  }

  /// The indexes over plain columns and without a condition.
  private static func indexes(
    _ number: String, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> [(columns: [ByteName], isUnique: Bool)] {
    let found = try connection.query(
      """
      SELECT i.indexrelid::int8, i.indisunique AND i.indimmediate, a.attname
      FROM pg_index i CROSS JOIN generate_series(1, i.indnkeyatts) AS k (place)
        LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[k.place - 1]
      WHERE i.indrelid = $1::oid AND i.indisvalid AND i.indpred IS NULL
      ORDER BY i.indexrelid, k.place
      """, number)
    var indexes: [(columns: [ByteName], isUnique: Bool)] = []
    for row in 0..<found.rowCount {
      if row == 0 || found.integer(row, 0) != found.integer(row - 1, 0) {
        indexes.append(([], found.bool(row, 1)))
      }
      // An expression equals no column.
      indexes[indexes.count - 1].columns.append(ByteName(found.text(row, 2) ?? ""))
    }
    return indexes
  }

  /// Changes the table. Inside a transaction.
  static func make(
    _ name: PostgreSQLName, _ columns: [ImportColumn], _ changes: TableChanges,
    in connection: PostgreSQLConnection
  ) throws(ImportError) -> ImportNote? {
    var found = try PostgreSQLTableChanges(of: name, columns, changes, in: connection)
    if !found.statements.isEmpty {
      // Another job may be making the same changes.
      try PostgreSQLTable.lock(making: name.fullName, in: connection)
      found = try PostgreSQLTableChanges(of: name, columns, changes, in: connection)
    }
    for statement in found.statements {
      let result = connection.run(statement)
      guard !result.isDone else { continue }
      let error = connection.fault(result)
      guard error.kind != .lostConnection else { throw error }
      throw ImportError(
        .conflict,
        "the table \(name.fullName) can't be changed, and nothing was written: \(statement):"
          + " \(error.message)")
    }
    return found.note
  }
}
