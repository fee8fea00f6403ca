import Sluice

/// Changes the rows of ``SQLiteProgressTable``, inside a transaction.
struct SQLiteProgressStore: ProgressStore {
  let connection: SQLiteConnection

  func name(ofTable identity: String) throws(ImportError) -> String? {
    try SQLiteTableIdentity.table(identity, in: connection)
  }

  func put(
    _ row: SQLiteProgressTable.SQLiteProgressRow, as target: String, _ identity: String?,
    mayBeEmpty: Bool
  ) throws(ImportError) {
    let statement = try connection.prepare(
      """
      INSERT OR REPLACE INTO sluice_progress ("offset", line, record, rows, rejects, source_size,
        source_head, source_tail, reject_file, reject_length, finished, source, columns, mode,
        target, table_id, may_be_empty, version)
      SELECT "offset", line, record, rows, rejects, source_size,
        source_head, source_tail, reject_file, reject_length, finished, source, columns, mode,
        ?3, ?4, ?5, \(ProgressFormat.version)
      FROM sluice_progress WHERE source = ?1 AND target = ?2
      """)
    try statement.bind(row.source.text, at: 1)
    try statement.bind(row.target, at: 2)
    try statement.bind(target, at: 3)
    try statement.bind(identity, at: 4)
    try statement.bind(mayBeEmpty ? 1 : 0, at: 5)
    try statement.run()
  }

  func forget(_ row: SQLiteProgressTable.SQLiteProgressRow) throws(ImportError) {
    let statement = try connection.prepare(
      "DELETE FROM sluice_progress WHERE source = ?1 AND target = ?2")
    try statement.bind(row.source.text, at: 1)
    try statement.bind(row.target, at: 2)
    try statement.run()
  }
}
