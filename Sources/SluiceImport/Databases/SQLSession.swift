import SluiceFeed

/// What a session begins with: the table is ready, with its progress.
struct OpenedTable<Database: TransactionalDatabase> {
  /// Where rows go: the table, or the one that gathers a replacement.
  let target: SQLTarget
  var replacement: Database.Replacement?
  /// Nil: no source can be read again.
  let progress: SQLProgressTable<Database>?
  let rejects: SQLRejectTable<Database>?
  let notes: [ImportNote]
  let loader: Database.Loader
}

/// A job's session with a database: the table is ready, and rows go in, a transaction for each batch.
final class SQLSession<Database: TransactionalDatabase>: SinkSession {
  private(set) var earlier: Checkpoint?
  let notes: [ImportNote]
  private let database: Database
  /// By its protocol: a generic type's own would be looked up for each row, 2 % of an import into SQLite.
  private let loader: any RowLoader
  private let beginsAtOnce = Database.Loader.beginsAtOnce
  private let progressTable: SQLProgressTable<Database>?
  private let rejects: SQLRejectTable<Database>?
  private var target: SQLTarget
  /// Until it is published.
  private var replacement: Database.Replacement?
  private var job: JobIdentity?
  /// The progress of the current source; nil: it can't be read again.
  private var progress: SQLProgress<Database>?
  private var isInTransaction = false
  /// How many sources the current transaction holds.
  private var held = 0
  private var gathered = GatheredRows()
  /// The number of gathered rows that were not stored when they were published.
  private var skippedAtEnd: Int64 = 0

  init(
    _ job: JobIdentity?, into table: OpenedTable<Database>, in database: Database
  ) throws(ImportError) {
    self.database = database
    (target, replacement, loader) = (table.target, table.replacement, table.loader)
    (progressTable, rejects, notes) = (table.progress, table.rejects, table.notes)
    earlier = try enter(job)
  }

  /// Moves to a source's progress.
  private func enter(_ job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    self.job = job
    progress = nil
    guard let job, let progressTable else { return nil }
    let progress = SQLProgress(job, target, in: progressTable)
    self.progress = progress
    guard database.progressForm.isLocked, !isInTransaction else { return try progress.read() }
    return try database.inTransaction { () throws(ImportError) in try progress.read(waits: true) }
  }

  var hasOtherColumns: Bool { progress?.hasOtherColumns ?? false }

  func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    gathered.switchSource()
    return try enter(job)
  }

  func beginAnew() throws(ImportError) {
    guard let replacement else { return }
    gathered.removeAll()
    target = try replacement.beginAnew(target, rejects)
    earlier = try enter(job)
  }

  private func begin() throws(ImportError) {
    guard !isInTransaction else { return }
    isInTransaction = true
    try database.begin(storing: progress?.lock)
    try loader.check(begunInto: target)
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    if beginsAtOnce {
      if !isInTransaction { try begin() }
      return try loader.append(row)
    }
    let verdict = try loader.append(row)
    if loader.isDue {
      try begin()
      try loader.send()
    }
    return verdict
  }

  func settle() throws(ImportError) -> [LateRefusal] {
    if !beginsAtOnce { try begin() }
    return try loader.settle()
  }

  var skippedRows: Int64 { loader.skippedRows + skippedAtEnd }

  func store(_ rejects: [Reject]) throws(ImportError) {
    try begin()
    try self.rejects?.store(rejects, for: target.ofRejects)
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    if let refusal = try settle().first {
      throw ImportError(
        .sink,
        "\(database.place) refused a row, and the job was not asked to settle: \(refusal.message)")
    }
    try begin()
    try progress?.write(checkpoint)
    try commitHeld()
    gathered.commit(checkpoint, of: job)
  }

  func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool {
    guard loader.goesOn, held < Database.mostHeld else { return false }
    try begin()
    try progress?.write(checkpoint)
    try loader.keepBefore()
    held += 1
    return true
  }

  func commitHeld() throws(ImportError) {
    try loader.check(writtenInto: target)
    try database.commit()
    loader.end()
    (isInTransaction, held) = (false, 0)
  }

  func synchronize() throws(ImportError) { try database.synchronize() }

  func finish() throws(ImportError) {
    guard let replacement else { return }
    skippedAtEnd += try replacement.publish(target, gathered, rejects)
    self.replacement = nil
    progress = nil
  }

  func rollBack() {
    loader.abandon()
    if isInTransaction { database.rollBack() }
    isInTransaction = false
    replacement?.abandon(rejects)
    replacement = nil
  }
}
