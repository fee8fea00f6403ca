import Sluice

extension PostgreSQLConnection {
  func existing(
    _ table: SQLTableName, for columns: [ImportColumn]
  ) throws(ImportError) -> ExistingTable {
    let number = try query("SELECT to_regclass($1)::oid::int8", table.text).text(0, 0) ?? "0"
    let found = try query(
      """
      SELECT a.attname, NOT (a.atthasdef OR a.attidentity <> '' OR a.attgenerated <> '')
      FROM pg_attribute a WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum
      """, number)
    return ExistingTable(
      columns: (0..<found.rowCount).map { row in
        (ByteName(found.text(row, 0) ?? ""), found.bool(row, 1))
      }, serves: ExistingTable.serving(try indexes(number)))
  }

  /// The indexes over plain columns and without a condition.
  private func indexes(
    _ number: String
  ) throws(ImportError) -> [(columns: [ByteName], isUnique: Bool)] {
    let found = try query(
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
}

/// The changes that a job may make to its table.
extension PostgreSQLSink {
  /// Compares a table with the job. Inside a transaction.
  func changes(
    of name: PostgreSQLName, _ columns: [ImportColumn], in connection: PostgreSQLConnection
  ) throws(ImportError) -> SQLTableChanges {
    try SQLTableChanges(of: connection.table(name), columns, changes, in: connection)
  }

  /// Changes the table. Inside a transaction.
  func change(
    _ name: PostgreSQLName, _ columns: [ImportColumn], in connection: PostgreSQLConnection
  ) throws(ImportError) -> ImportNote? {
    var found = try changes(of: name, columns, in: connection)
    if !found.statements.isEmpty {
      // Another job may be making the same changes.
      try PostgreSQLTable.lock(making: name.fullName, in: connection)
      found = try changes(of: name, columns, in: connection)
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
