import CSQLite
import SluiceFeed

/// The table `sluice_progress`: a row for each job, that is for each source and target table.
///
/// The row is changed in the transaction that stores the rows it speaks of. Writing it names the
/// position that the job believes to be at: when another process has moved it, nothing is written,
/// and the job stops.
final class SQLiteProgress {
  static let table = "sluice_progress"

  private let job: JobIdentity
  private let targetTable: String
  private let mode: WriteMode
  private let connection: SQLiteConnection
  private let insert: SQLiteStatement
  private let update: SQLiteStatement
  /// The offset that the row has, as far as this process knows; nil: there is no row.
  private var knownOffset: Int64?

  init(
    _ job: JobIdentity, table: String, mode: WriteMode, in connection: SQLiteConnection
  ) throws(ImportError) {
    self.job = job
    self.mode = mode
    // SQLite takes names that differ in the case of ASCII letters for one table.
    targetTable = SQLiteSink.folded(table)
    self.connection = connection
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS sluice_progress (
        source TEXT NOT NULL, target TEXT NOT NULL, columns TEXT NOT NULL,
        "offset" INTEGER NOT NULL, line INTEGER NOT NULL, record INTEGER NOT NULL,
        rows INTEGER NOT NULL, rejects INTEGER NOT NULL,
        source_size INTEGER NOT NULL, source_head TEXT NOT NULL, source_tail TEXT NOT NULL,
        reject_file TEXT, reject_length INTEGER NOT NULL,
        finished INTEGER NOT NULL, mode TEXT NOT NULL,
        PRIMARY KEY (source, target))
      """)
    insert = try connection.prepare(
      """
      INSERT OR IGNORE INTO sluice_progress ("offset", line, record, rows, rejects, source_size,
        source_head, source_tail, reject_file, reject_length, finished, source, target, columns,
        mode)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
      """)
    update = try connection.prepare(
      """
      UPDATE sluice_progress SET "offset" = ?1, line = ?2, record = ?3, rows = ?4, rejects = ?5,
        source_size = ?6, source_head = ?7, source_tail = ?8, reject_file = ?9,
        reject_length = ?10, finished = ?11, mode = ?15
      WHERE source = ?12 AND target = ?13 AND columns = ?14 AND "offset" = ?16
      """)
  }

  /// The checkpoint of an earlier run. Throws when that run had other columns.
  func read() throws(ImportError) -> Checkpoint? {
    let checkpoint = try SQLiteProgress.read(job, targetTable, in: connection)
    knownOffset = checkpoint?.position.offset
    return checkpoint
  }

  /// The same, looked at only. `table` is in the form in which names are compared.
  static func read(
    _ job: JobIdentity, _ table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> Checkpoint? {
    let statement = try connection.prepare(
      """
      SELECT "offset", line, record, rows, rejects, source_size, source_head, source_tail,
        reject_file, reject_length, finished, columns
      FROM sluice_progress WHERE source = ?1 AND target = ?2
      """)
    try statement.bind(job.source, at: 1)
    try statement.bind(table, at: 2)
    guard try statement.step() else { return nil }
    let columns = statement.text(at: 11) ?? ""
    let isFinished = statement.integer(at: 10) != 0
    guard columns == job.columns else {
      throw ImportError(
        .conflict,
        "\(job.source) was imported into table \"\(table)\" with other columns: "
          + columns.split(separator: "\n").joined(separator: " ")
          + "; give the same, or name another table")
    }
    return Checkpoint(
      position: FeedPosition(
        offset: statement.integer(at: 0), line: statement.integer(at: 1),
        recordNumber: statement.integer(at: 2)),
      rows: statement.integer(at: 3), rejects: statement.integer(at: 4),
      fingerprint: SourceFingerprint(
        size: statement.integer(at: 5), head: statement.text(at: 6) ?? "",
        tail: statement.text(at: 7) ?? ""),
      rejectFile: statement.text(at: 8), rejectFileLength: statement.integer(at: 9),
      isFinished: isFinished)
  }

  /// Whether a job that replaces the table's rows, and takes the same columns, was interrupted: this one
  /// goes on with it instead of emptying the table again.
  func isInterruptedReplacement() throws(ImportError) -> Bool {
    try SQLiteProgress.isInterruptedReplacement(job, targetTable, in: connection)
  }

  static func isInterruptedReplacement(
    _ job: JobIdentity, _ table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> Bool {
    let statement = try connection.prepare(
      """
      SELECT 1 FROM sluice_progress
      WHERE target = ?1 AND columns = ?2 AND mode = ?3 AND NOT finished
      """)
    try statement.bind(table, at: 1)
    try statement.bind(job.columns, at: 2)
    try statement.bind(WriteMode.replace.word, at: 3)
    return try statement.step()
  }

  /// Takes the progress of all jobs away that wrote into the table.
  static func forget(
    table: String, in connection: SQLiteConnection
  ) throws(ImportError) {
    guard try isThere(in: connection) else { return }
    let statement = try connection.prepare("DELETE FROM sluice_progress WHERE target = ?1")
    try statement.bind(SQLiteSink.folded(table), at: 1)
    try statement.run()
  }

  static func isThere(in connection: SQLiteConnection) throws(ImportError) -> Bool {
    try connection.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '\(SQLiteProgress.table)'"
    ).step()
  }

  func write(_ checkpoint: Checkpoint) throws(ImportError) {
    let statement = knownOffset == nil ? insert : update
    let numbers: [(Int32, Int64)] = [
      (1, checkpoint.position.offset), (2, checkpoint.position.line),
      (3, checkpoint.position.recordNumber), (4, checkpoint.rows), (5, checkpoint.rejects),
      (6, checkpoint.fingerprint.size), (10, checkpoint.rejectFileLength),
      (11, checkpoint.isFinished ? 1 : 0),
    ]
    for (parameter, number) in numbers { try statement.bind(number, at: parameter) }
    try statement.bind(checkpoint.fingerprint.head, at: 7)
    try statement.bind(checkpoint.fingerprint.tail, at: 8)
    try statement.bind(checkpoint.rejectFile, at: 9)
    try statement.bind(job.source, at: 12)
    try statement.bind(targetTable, at: 13)
    try statement.bind(job.columns, at: 14)
    try statement.bind(mode.word, at: 15)
    if let knownOffset { try statement.bind(knownOffset, at: 16) }
    try statement.run()
    guard sqlite3_changes(connection.handle) == 1 else {
      throw ImportError(
        .conflict,
        "another process is running this job, and is ahead: nothing of this batch was stored")
    }
    knownOffset = checkpoint.position.offset
  }
}
