import Sluice

/// Changes the rows of ``PostgreSQLProgressTable``, inside a transaction.
struct PostgreSQLProgressStore: ProgressStore {
  let table: PostgreSQLProgressTable
  let connection: PostgreSQLConnection

  func name(ofTable identity: String) throws(ImportError) -> String? {
    try PostgreSQLHome.name(ofTable: identity, in: connection)
  }

  func put(
    _ row: ProgressRow, as target: String, _ identity: String?, mayBeEmpty: Bool
  ) throws(ImportError) {
    guard ByteName(row.target) != ByteName(target) else {
      // Another process may have moved the checkpoint.
      _ = try connection.query(
        "UPDATE \(table.fullName) SET table_number = $3::bigint, may_be_empty = $4::boolean"
          + " WHERE source = $1 AND target = $2", row.source.text, target, identity,
        mayBeEmpty ? "t" : "f")
      return
    }
    let row = row.row(as: target, identity, mayBeEmpty: mayBeEmpty)
    try forget(row)
    _ = try connection.query(
      """
      INSERT INTO \(table.fullName)
        (source, target, columns, mode, checkpoint, table_number, may_be_empty)
      VALUES ($1, $2, $3, $4, $5, $6::bigint, $7::boolean)
      """, row.source.text, target, row.columns.text, row.mode, row.checkpoint, identity,
      mayBeEmpty ? "t" : "f")
  }

  func forget(_ row: ProgressRow) throws(ImportError) {
    _ = try connection.query(
      "DELETE FROM \(table.fullName) WHERE source = $1 AND target = $2", row.source.text,
      row.target)
  }
}
