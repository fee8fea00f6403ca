/// The statements about the table `sluice_progress` that a session needs for each of its sources.
final class SQLiteProgressStatements {
  let connection: SQLiteConnection
  let insert: SQLiteStatement
  let update: SQLiteStatement
  let select: SQLiteStatement

  static let checkpointColumns =
    "\"offset\", line, record, rows, rejects, source_size, source_head, source_tail, reject_file,"
    + " reject_length, finished"
  static let selection =
    "SELECT \(checkpointColumns), columns FROM sluice_progress WHERE source = ?1 AND target = ?2"

  /// The table already exists.
  init(in connection: SQLiteConnection) throws(ImportError) {
    self.connection = connection
    insert = try connection.prepare(
      """
      INSERT OR IGNORE INTO sluice_progress ("offset", line, record, rows, rejects, source_size,
        source_head, source_tail, reject_file, reject_length, finished, source, target, columns,
        mode, table_id, may_be_empty, version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?17, ?18,
        \(ProgressFormat.version))
      """)
    update = try connection.prepare(
      """
      UPDATE sluice_progress SET "offset" = ?1, line = ?2, record = ?3, rows = ?4, rejects = ?5,
        source_size = ?6, source_head = ?7, source_tail = ?8, reject_file = ?9,
        reject_length = ?10, finished = ?11, columns = ?14, mode = ?15, table_id = ?17,
        may_be_empty = may_be_empty OR ?18, version = \(ProgressFormat.version)
      WHERE source = ?12 AND target = ?13 AND columns = ?19 AND "offset" = ?16
      """)
    select = try connection.prepare(SQLiteProgressStatements.selection)
  }
}
