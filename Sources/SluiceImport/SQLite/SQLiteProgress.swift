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
  private let statements: SQLiteProgressStatements
  /// The offset in the row, as far as this process knows; nil: there is no row.
  private var knownOffset: Int64?
  /// The columns in the row.
  private var knownColumns: ByteName?

  init(
    _ job: JobIdentity, _ target: Target, mode: WriteMode, _ statements: SQLiteProgressStatements
  ) {
    self.job = job
    self.mode = mode
    self.target = target
    self.statements = statements
  }

  /// Whether the row names other columns than the job has.
  var hasOtherColumns: Bool { knownColumns.map { $0 != job.columns } ?? false }

  /// The checkpoint of an earlier run. Throws when that run had other columns.
  func read() throws(ImportError) -> Checkpoint? {
    let found = try SQLiteProgress.row(job, target.table, by: statements.select)
    knownOffset = found?.checkpoint.position.offset
    knownColumns = found?.columns
    return found?.checkpoint
  }

  /// The same, for readers that write nothing.
  static func read(
    _ job: JobIdentity, _ table: String, in connection: SQLiteConnection
  ) throws(ImportError) -> Checkpoint? {
    try row(job, table, by: connection.prepare(SQLiteProgressStatements.selection))?.checkpoint
  }

  private static func row(
    _ job: JobIdentity, _ table: String, by statement: SQLiteStatement
  ) throws(ImportError) -> (checkpoint: Checkpoint, columns: ByteName)? {
    // What it reads is released: an open statement would keep the log of the database from being checkpointed.
    defer { statement.reset() }
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
      "SELECT \(SQLiteProgressStatements.checkpointColumns) FROM sluice_progress"
        + " WHERE source = ?1 AND target = ?2")
    try statement.bind(source.text, at: 1)
    try statement.bind(target, at: 2)
    return try statement.step() ? checkpoint(in: statement) : nil
  }

  func write(_ checkpoint: Checkpoint) throws(ImportError) {
    let statement = knownOffset == nil ? statements.insert : statements.update
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
    guard unsafe sqlite3_changes(statements.connection.handle) == 1 else {
      throw ImportError(
        .conflict,
        "another process is running this job, and is ahead: nothing of this batch was stored")
    }
    knownOffset = checkpoint.position.offset
    knownColumns = job.columns
  }
}
