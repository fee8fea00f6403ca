import Sluice

/// The progress of one job: a row of the table of progress.
///
/// The transaction that stores rows also changes the row of progress that counts them. Writing it names the
/// position that the job believes to be the last. When another process has moved it, nothing is written,
/// and the job stops.
final class SQLProgress<Database: TransactionalDatabase> {
  private let job: JobIdentity
  private let target: SQLTarget
  private let table: SQLProgressTable<Database>
  /// The row, as far as this process knows; nil: it has not been added yet.
  private var known: ProgressRow?

  init(_ job: JobIdentity, _ target: SQLTarget, in table: SQLProgressTable<Database>) {
    (self.job, self.target, self.table) = (job, target, table)
  }

  /// Whether the row names other columns than the job has.
  var hasOtherColumns: Bool { known.map { $0.columns != job.columns } ?? false }

  /// What locks the row until the transaction's end. Waits for a server that still works for a killed client.
  ///
  /// Where there is no row, a server would lock the gap, also for other jobs, whose first rows of progress come into
  /// it: two of them would wait for each other. Writing finds out then whether another process was faster.
  var lock: SQLStatement? {
    let form = table.database.progressForm
    if let advisory = form.advisoryLock { return advisory(job.source, target) }
    guard known != nil, !form.lock.isEmpty else { return nil }
    return table.locking(job.source, target.recorded)
  }

  /// The checkpoint of an earlier run. Throws when that run had other columns. `waits`: for other transactions, inside one
  /// of its own.
  func read(waits: Bool = false) throws(ImportError) -> Checkpoint? {
    if let advisory = table.database.progressForm.advisoryLock {
      _ = try table.database.rows(of: advisory(job.source, target))
    }
    known = try table.row(of: job.source, in: target.recorded, locks: waits)
    return try known?.checkpoint(of: job, in: target.shown, at: table.place)
  }

  func write(_ checkpoint: Checkpoint) throws(ImportError) {
    let form = table.database.progressForm.checkpoint
    let row = ProgressRow(
      source: job.source, target: target.recorded, columns: job.columns, mode: target.mode.word,
      values: try form.values(checkpoint), form: form, tableID: target.identity,
      mayBeEmpty: target.mayBeEmpty)
    let isWritten =
      if let known { try table.replace(known, by: row) } else { try table.add(row) }
    guard isWritten else {
      throw ImportError(
        .conflict,
        "another process is running this job, and is ahead: nothing of this batch was stored")
    }
    // If the transaction fails to commit, the row is not there, but then the job ends.
    known = row
  }
}

/// Where rows go, in the form that the progress records it.
struct SQLTarget {
  /// The table, or the one that gathers a replacement for it, as the progress records it.
  let recorded: String
  /// The same for messages about a source.
  let shown: String
  let identity: String?
  let mode: WriteMode
  /// Whether the caller has said that others remove the table's rows.
  let mayBeEmpty: Bool
  /// The name in rejects, which is that of the table.
  let name: String
  /// What the name leads to, where that is not the identity.
  let number: Int?

  init(
    _ name: String, recorded: String? = nil, shown: String? = nil, _ identity: String?,
    number: Int? = nil, _ mode: WriteMode, mayBeEmpty: Bool = false
  ) {
    (self.name, self.recorded, self.shown) = (name, recorded ?? name, shown ?? "\"\(name)\"")
    (self.identity, self.number, self.mode) = (identity, number, mode)
    self.mayBeEmpty = mayBeEmpty
  }

  var ofRejects: RejectTarget { RejectTarget(name: name, tableID: identity) }
}
