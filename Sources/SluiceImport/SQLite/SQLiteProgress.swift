import CSQLite
import Sluice
import SluiceFeed

/// A job's row in the table `sluice_progress`, which has one for each source and target table.
///
/// The transaction that stores rows also changes the row of progress that counts them. Writing it names the
/// position that the job believes to be the last. When another process has moved it, nothing is written,
/// and the job stops.
final class SQLiteProgress {
  /// The table that rows go to, in the form that its progress records.
  struct Target {
    /// The table, or the one that gathers a replacement for it.
    let table: String
    var tableID: String?
    var mayBeEmpty = false
  }

  private let job: JobIdentity
  private let target: Target
  private let mode: WriteMode
  private let connection: SQLiteConnection
  private let insert: SQLiteStatement
  private let update: SQLiteStatement
  /// The offset in the row, as far as this process knows; nil: there is no row.
  private var knownOffset: Int64?
  /// The columns in the row.
  private var knownColumns: ByteName?

  /// The progress table already exists.
  init(
    _ job: JobIdentity, _ target: Target, mode: WriteMode, in connection: SQLiteConnection
  ) throws(ImportError) {
    self.job = job
    self.mode = mode
    self.target = target
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
  }

  /// Whether the row names other columns than the job has.
  var hasOtherColumns: Bool { knownColumns.map { $0 != job.columns } ?? false }

  /// The checkpoint of an earlier run. Throws when that run had other columns.
  func read() throws(ImportError) -> Checkpoint? {
    let found = try SQLiteProgress.row(job, target.table, in: connection)
    knownOffset = found?.checkpoint.position.offset
    knownColumns = found?.columns
    return found?.checkpoint
  }

  /// The same, for readers that write nothing.
  static func read(
    _ job: JobIdentity, _ table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> Checkpoint? {
    try row(job, table, in: connection)?.checkpoint
  }

  private static let checkpointColumns =
    "\"offset\", line, record, rows, rejects, source_size, source_head, source_tail, reject_file,"
    + " reject_length, finished"

  private static func row(
    _ job: JobIdentity, _ table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> (checkpoint: Checkpoint, columns: ByteName)? {
    let statement = try connection.prepare(
      "SELECT \(checkpointColumns), columns FROM sluice_progress WHERE source = ?1 AND target = ?2")
    try statement.bind(job.source.text, at: 1)
    // SQLite treats names that differ only in the case of ASCII letters as one table.
    try statement.bind(SQLiteSink.folded(table), at: 2)
    guard try statement.step() else { return nil }
    let columns = ByteName(statement.text(at: 11) ?? "")
    guard job.continues(columns) else { throw job.otherColumns(columns, in: "\"\(table)\"") }
    return (checkpoint(in: statement), columns)
  }

  private static func checkpoint(in row: SQLiteStatement) -> Checkpoint {
    Checkpoint(
      position: FeedPosition(
        offset: row.integer(at: 0), line: row.integer(at: 1), recordNumber: row.integer(at: 2)),
      rows: row.integer(at: 3), rejects: row.integer(at: 4),
      fingerprint: SourceFingerprint(
        size: row.integer(at: 5), head: row.text(at: 6) ?? "", tail: row.text(at: 7) ?? ""),
      rejectFile: row.text(at: 8).map { ByteName($0) }, rejectFileLength: row.integer(at: 9),
      isFinished: row.integer(at: 10) != 0)
  }

  /// The same, whatever its columns were.
  static func checkpoint(
    of source: ByteName, _ target: String, in connection: SQLiteConnection
  ) throws(ImportError) -> Checkpoint? {
    let statement = try connection.prepare(
      "SELECT \(checkpointColumns) FROM sluice_progress WHERE source = ?1 AND target = ?2")
    try statement.bind(source.text, at: 1)
    try statement.bind(target, at: 2)
    return try statement.step() ? checkpoint(in: statement) : nil
  }

  func write(_ checkpoint: Checkpoint) throws(ImportError) {
    let statement = knownOffset == nil ? insert : update
    let numbers: [(Int32, Int64)] = [
      (1, checkpoint.position.offset), (2, checkpoint.position.line),
      (3, checkpoint.position.recordNumber), (4, checkpoint.rows), (5, checkpoint.rejects),
      (6, checkpoint.fingerprint.size), (10, checkpoint.rejectFileLength),
      (11, checkpoint.isFinished ? 1 : 0), (18, target.mayBeEmpty ? 1 : 0),
    ]
    for (parameter, number) in numbers { try statement.bind(number, at: parameter) }
    try statement.bind(checkpoint.fingerprint.head, at: 7)
    try statement.bind(checkpoint.fingerprint.tail, at: 8)
    try statement.bind(checkpoint.rejectFile?.text, at: 9)
    try statement.bind(job.source.text, at: 12)
    try statement.bind(SQLiteSink.folded(target.table), at: 13)
    try statement.bind(job.columns.text, at: 14)
    try statement.bind(mode.word, at: 15)
    try statement.bind(target.tableID, at: 17)
    if let knownOffset {
      try statement.bind(knownOffset, at: 16)
      try statement.bind((knownColumns ?? job.columns).text, at: 19)
    }
    try statement.run()
    guard unsafe sqlite3_changes(connection.handle) == 1 else {
      throw ImportError(
        .conflict,
        "another process is running this job, and is ahead: nothing of this batch was stored")
    }
    knownOffset = checkpoint.position.offset
    knownColumns = job.columns
  }
}
