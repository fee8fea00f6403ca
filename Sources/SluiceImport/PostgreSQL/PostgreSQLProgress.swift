/// The table `sluice_progress`: a row for each job, that is for each source and target table.
///
/// The row is changed in the transaction that stores the rows it speaks of. Writing it names the
/// checkpoint that the job believes to be at: when another process has moved it, nothing is written,
/// and the job stops.
final class PostgreSQLProgress {
  static let table = "sluice_progress"

  private let job: JobIdentity
  private let target: String
  private let mode: WriteMode
  private let connection: PostgreSQLConnection
  /// The job as a number: it stands in statements that take no parameters.
  private let lockNumber: Int
  /// The checkpoint that stands in the row, as far as this process knows; nil: there is no row.
  private var known: String?

  /// `target` is the table's full name. Inside a transaction.
  init(
    _ job: JobIdentity, target: String, mode: WriteMode, in connection: PostgreSQLConnection
  ) throws(ImportError) {
    self.job = job
    self.target = target
    self.mode = mode
    self.connection = connection
    let number = try connection.query(
      "SELECT hashtextextended($1, 0)", "sluice\n\(job.source)\n\(target)")
    lockNumber = number.integer(0, 0) ?? 0
    // Looked at first: who may not create tables may well use this one.
    guard try !PostgreSQLProgress.isThere(in: connection) else { return }
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS sluice_progress (
        source text NOT NULL, target text NOT NULL, columns text NOT NULL, mode text NOT NULL,
        checkpoint text NOT NULL, PRIMARY KEY (source, target))
      """)
  }

  /// A statement that holds a lock until the transaction's end. A server goes on for a moment when its
  /// client was killed, and may be about to commit: whoever reads the checkpoint then waits for that,
  /// and reads the right one.
  var lock: String { "SELECT pg_advisory_xact_lock(\(lockNumber))" }

  /// The checkpoint of an earlier run, when this one is to go on from there. Throws when that run had
  /// other columns.
  func read() throws(ImportError) -> Checkpoint? {
    let found = try PostgreSQLProgress.read(job, target, in: connection)
    known = found?.text
    return found?.checkpoint
  }

  /// The same, looked at only, and as it stands there.
  static func read(
    _ job: JobIdentity, _ target: String, in connection: PostgreSQLConnection
  ) throws(ImportError) -> (checkpoint: Checkpoint, text: String)? {
    let row = try connection.query(
      "SELECT columns, checkpoint FROM sluice_progress WHERE source = $1 AND target = $2",
      job.source, target)
    guard row.rowCount > 0, let text = row.text(0, 1) else { return nil }
    let columns = row.text(0, 0) ?? ""
    guard columns == job.columns else {
      throw ImportError(
        .conflict,
        "\(job.source) was imported into table \(target) with other columns: "
          + columns.split(separator: "\n").joined(separator: " ")
          + "; give the same, or name another table")
    }
    let checkpoint = try Checkpoint(
      parsing: text, at: "the table sluice_progress in \(connection.name)")
    return (checkpoint, text)
  }

  /// Whether a job that replaces the table's rows, and takes the same columns, was interrupted: this one
  /// goes on with it instead of emptying the table again.
  func isInterruptedReplacement() throws(ImportError) -> Bool {
    try PostgreSQLProgress.isInterruptedReplacement(job, target, in: connection)
  }

  static func isInterruptedReplacement(
    _ job: JobIdentity, _ target: String, in connection: PostgreSQLConnection
  ) throws(ImportError) -> Bool {
    try connection.query(
      """
      SELECT FROM sluice_progress WHERE target = $1 AND columns = $2 AND mode = $3
        AND checkpoint LIKE '%"finished":false%'
      """, target, job.columns, WriteMode.replace.word
    ).rowCount > 0
  }

  /// Takes the progress of all jobs away that wrote into the table.
  static func forget(
    target: String, in connection: PostgreSQLConnection
  ) throws(ImportError) {
    guard try isThere(in: connection) else { return }
    _ = try connection.query("DELETE FROM sluice_progress WHERE target = $1", target)
  }

  static func isThere(in connection: PostgreSQLConnection) throws(ImportError) -> Bool {
    try connection.query("SELECT to_regclass('sluice_progress')").text(0, 0) != nil
  }

  func write(_ checkpoint: Checkpoint) throws(ImportError) {
    let text = try checkpoint.text
    let changes =
      try known == nil
      ? connection.query(
        """
        INSERT INTO sluice_progress (checkpoint, source, target, columns, mode)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
        """, text, job.source, target, job.columns, mode.word
      ).changes
      : connection.query(
        """
        UPDATE sluice_progress SET checkpoint = $1, mode = $5
        WHERE source = $2 AND target = $3 AND columns = $4 AND checkpoint = $6
        """, text, job.source, target, job.columns, mode.word, known
      ).changes
    guard changes == 1 else {
      throw ImportError(
        .conflict,
        "another process is running this job, and is ahead: nothing of this batch was stored")
    }
    // Of a transaction that fails to commit, the row is not there: the job ends then.
    known = text
  }
}
