import Sluice

/// The progress of one job: a row of the table `sluice_progress`.
///
/// The transaction that stores rows also changes the row of progress that counts them. Writing it names the
/// checkpoint that the job believes to be the last. When another process has moved it, nothing is written, and
/// the job stops.
final class MariaDBProgress {
  private let job: JobIdentity
  private let target: MariaDBTarget
  private let connection: MariaDBConnection
  /// The checkpoint and the columns in the row, as far as this process knows; nil: there is no row.
  private var known: (checkpoint: String, columns: ByteName)?

  init(_ job: JobIdentity, _ target: MariaDBTarget, over connection: MariaDBConnection) {
    (self.job, self.target, self.connection) = (job, target, connection)
  }

  /// Locks the row until the transaction's end. Waits for a server that still works for a killed client.
  ///
  /// Where there is no row, the server would lock the gap, also for other jobs, whose first rows of progress come into
  /// it: two of them would wait for each other. Writing finds out then whether another process was faster.
  func lock() throws(ImportError) {
    guard known != nil else { return }
    _ = try MariaDBProgressTable.row(
      of: target.name, source: job.source, locks: true, in: connection)
  }

  /// Whether the row names other columns than the job has.
  var hasOtherColumns: Bool { known.map { $0.columns != job.columns } ?? false }

  /// The checkpoint of an earlier run. Inside a transaction. Throws when that run had other columns.
  ///
  /// `locks`: whether to wait for a server that still works for a killed client. Otherwise writing finds out.
  func read(locks: Bool) throws(ImportError) -> Checkpoint? {
    let found = try MariaDBProgressTable.row(
      of: target.name, source: job.source, locks: locks, in: connection)
    known = found.map { ($0.checkpoint, $0.columns) }
    return try found.map { row throws(ImportError) in
      try row.checkpoint(
        of: job, in: "\"\(target.name)\"", at: MariaDBProgressTable.place(connection))
    }
  }

  func write(_ checkpoint: Checkpoint) throws(ImportError) {
    let text = try checkpoint.text
    let answer: MariaDBAnswer
    if let known {
      let literal = MariaDBConnection.literal
      answer = try connection.execute(
        """
        UPDATE \(MariaDBProgressTable.name) SET checkpoint = \(literal(text)),
          columns = \(literal(job.columns.text)), mode = \(literal(target.mode.word)),
          table_id = \(literal(target.identity)), format = \(ProgressFormat.version)
        WHERE id = \(literal(MariaDBProgressTable.id(job.source.text, target.name)))
          AND checkpoint = \(literal(known.checkpoint)) AND columns = \(literal(known.columns.text))
        """)
    } else {
      answer = MariaDBProgressTable.insert(
        ProgressRow(
          source: job.source, target: target.name, columns: job.columns, mode: target.mode.word,
          checkpoint: text, tableID: target.identity, mayBeEmpty: target.mayBeEmpty),
        in: connection)
      // The row is there already.
      guard answer.isDone || answer.error == 1062 else { throw connection.fault(answer) }
    }
    guard answer.isDone, answer.changes == 1 else {
      throw ImportError(
        .conflict,
        "another process is running this job, and is ahead: nothing of this batch was stored")
    }
    known = (text, job.columns)
  }
}

/// Where rows go, in the form that the progress records.
struct MariaDBTarget {
  /// The table; for a replacement, the one that gathers its rows.
  let name: String
  var identity: String?
  let mode: WriteMode
  /// Whether the caller has said that others remove the table's rows.
  var mayBeEmpty = false

  /// Throws when the name now belongs to another table.
  func checkIdentity(in connection: MariaDBConnection) throws(ImportError) {
    guard let identity else { return }
    let found = try MariaDBTableIdentity.read(of: name, in: connection)
    guard found != identity else { return }
    throw ImportError(
      .conflict,
      "the \(MariaDBTable.place(name, connection)) was dropped, renamed or made anew while rows were written into"
        + " it: nothing of this batch was stored. Run the job again")
  }
}
