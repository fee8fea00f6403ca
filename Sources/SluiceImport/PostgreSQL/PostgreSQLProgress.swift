import Sluice

/// The progress of one job: a row of the table `sluice_progress`, for its source and target table.
///
/// The transaction that stores rows also changes the row of progress that counts them. Writing it names the
/// checkpoint that the job believes to be the last, and the table that it began with. When another process
/// has moved the checkpoint, or made the table anew, nothing is written, and the job stops.
final class PostgreSQLProgress {
  static let table = DatabaseSink.progressTable

  private let job: JobIdentity
  private let target: PostgreSQLTarget
  private let progress: PostgreSQLProgressTable
  private let connection: PostgreSQLConnection
  /// The job as a number, for statements that take no parameters.
  private let lockNumber: Int
  /// The checkpoint in the row, as far as this process knows; nil: there is no row.
  private var known: String?
  /// The columns in the row.
  private var knownColumns: ByteName?

  /// Inside a transaction.
  init(
    _ job: JobIdentity, target: PostgreSQLTarget, in progress: PostgreSQLProgressTable,
    over connection: PostgreSQLConnection
  ) throws(ImportError) {
    self.job = job
    self.target = target
    self.progress = progress
    self.connection = connection
    let number = try connection.query(
      "SELECT hashtextextended($1, 0)", "sluice\n\(job.source)\n\(target.home)")
    lockNumber = number.integer(0, 0) ?? 0
  }

  /// A statement that holds a lock until the transaction's end. A server continues for a moment after its
  /// client was killed, and may be about to commit. Reading the checkpoint under the lock waits for that,
  /// and reads the right one.
  var lock: String { "SELECT pg_advisory_xact_lock(\(lockNumber))" }

  /// Whether the row names other columns than the job has.
  var hasOtherColumns: Bool { knownColumns.map { $0 != job.columns } ?? false }

  /// The checkpoint of an earlier run. Throws when that run had other columns.
  func read() throws(ImportError) -> Checkpoint? {
    let found = try PostgreSQLProgress.read(job, target.name, in: progress, connection)
    known = found?.text
    knownColumns = found?.columns
    return found?.checkpoint
  }

  /// The same, but only for inspection.
  static func read(
    _ job: JobIdentity, _ target: String, in progress: PostgreSQLProgressTable,
    _ connection: PostgreSQLConnection
  ) throws(ImportError) -> (checkpoint: Checkpoint, text: String, columns: ByteName)? {
    guard let row = try progress.rows(of: target, source: job.source.text, in: connection).first
    else {
      return nil
    }
    let checkpoint = try row.checkpoint(
      of: job, in: target, at: "\(progress.fullName) in \(connection.name)")
    return (checkpoint, row.checkpoint, row.columns)
  }

  func write(_ checkpoint: Checkpoint) throws(ImportError) {
    let text = try checkpoint.text
    let number = "\(target.number)"
    let changes =
      try known == nil
      ? connection.query(
        """
        INSERT INTO \(progress.fullName)
          (checkpoint, source, target, columns, mode, table_number, may_be_empty)
        SELECT $1, $2, $3, $4, $5, $6::bigint, $7::boolean
        WHERE to_regclass($8)::oid = $9::bigint::oid
          AND NOT EXISTS (SELECT FROM \(progress.fullName)
            WHERE source = $2 AND table_number = $6::bigint) ON CONFLICT DO NOTHING
        """, text, job.source.text, target.name, job.columns.text, target.mode.word,
        "\(target.home)", target.mayBeEmpty ? "t" : "f", target.name, number
      ).changes
      : connection.query(
        """
        UPDATE \(progress.fullName) SET checkpoint = $1, columns = $4, mode = $5,
          table_number = $6::bigint
        WHERE source = $2 AND target = $3 AND columns = $9 AND checkpoint = $7
          AND to_regclass($8)::oid = $10::bigint::oid
        """, text, job.source.text, target.name, job.columns.text, target.mode.word,
        "\(target.home)", known, target.name, knownColumns?.text, number
      ).changes
    guard changes == 1 else {
      try target.checkIdentity(in: connection)
      throw ImportError(
        .conflict,
        "another process is running this job, and is ahead: nothing of this batch was stored")
    }
    // If the transaction fails to commit, the row is not there, but then the job ends.
    known = text
    knownColumns = job.columns
  }
}

/// Where rows go, in the form that the progress records.
struct PostgreSQLTarget {
  /// Schema and name for statements; for a replacement, those of the table that gathers its rows.
  let name: String
  let number: Int
  /// The number of the table to which the progress belongs.
  let home: Int
  let mode: WriteMode
  /// Whether the caller has said that others remove the table's rows.
  var mayBeEmpty = false

  /// Throws when the name now belongs to another table.
  func checkIdentity(in connection: PostgreSQLConnection) throws(ImportError) {
    let found = try connection.query("SELECT to_regclass($1)::oid::int8", name).integer(0, 0)
    guard found != number else { return }
    throw ImportError(
      .conflict,
      "the table \(name) in \(connection.name) was "
        + (found == nil ? "dropped or renamed" : "made anew")
        + " while rows were written into it: nothing of"
        + " this batch was stored. Run the job again")
  }
}
