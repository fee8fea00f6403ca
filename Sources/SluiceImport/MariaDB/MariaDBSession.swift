import SluiceFeed

/// A job's session with a server: the table is ready, and rows go in, a transaction for each batch.
final class MariaDBSession: SinkSession {
  private(set) var earlier: Checkpoint?
  let notes: [ImportNote]
  private let connection: MariaDBConnection
  private let table: MariaDBTable
  /// Where rows go now: the table, or the one that gathers the replacement for its rows.
  private var target: MariaDBTarget
  private var replacement: MariaDBReplacement?
  private var progress: MariaDBProgress?
  private var job: JobIdentity?
  private let batch: MariaDBBatch
  private let rejects: MariaDBRejectTable?
  private var isInTransaction = false
  private var gathered = GatheredRows()

  init(
    _ jobs: [JobIdentity?], _ sink: MariaDBSink, columns: [ImportColumn], key: [Int],
    over connection: MariaDBConnection
  ) throws(ImportError) {
    self.connection = connection
    let isReplaced = sink.mode == .replace
    let keepsProgress = jobs.contains { $0 != nil }
    let lock = MariaDBLock(making: sink.table, in: connection)
    try lock.acquire(in: connection)
    let state = try sink.check(jobs, columns, key, in: connection)
    if keepsProgress { try MariaDBProgressTable.ready(in: connection) }
    try sink.make(columns, key, in: connection)
    let lacking = try MariaDBTableChanges.make(sink.table, columns, sink.changes, in: connection)
    if keepsProgress {
      _ = try MariaDBTableIdentity.ready(for: sink.table, isCopy: state.isCopy, in: connection)
    }
    table = try MariaDBTable(sink.table, columns: columns, key: key, in: connection)
    try sink.checkKey(columns, key, in: connection)
    let collation = isReplaced ? nil : MariaDBKeyCollation(of: table, key: key)
    notes = [
      lacking, collation?.note("the \(MariaDBTable.place(table.name, connection))"),
    ].compactMap { $0 }
    rejects = try sink.rejectTable.map { name throws(ImportError) in
      try MariaDBRejectTable(name, in: connection)
    }
    target = MariaDBTarget(
      name: table.name, identity: table.identity, mode: sink.mode,
      mayBeEmpty: state.mayBeEmpty(table.identity))
    if keepsProgress, !isReplaced {
      let (identity, rejects) = (table.identity, rejects)
      try connection.inTransaction { () throws(ImportError) in
        try state.keep(identity, in: connection)
        guard sink.choices.contains(.restart) else { return }
        try rejects?.forget(
          of: RejectTarget(name: sink.table, tableID: identity),
          sources: RejectedSources(jobs))
      }
    }
    try lock.release(in: connection)
    if isReplaced {
      let replacement = try MariaDBReplacement(of: table, jobs, in: connection)
      self.replacement = replacement
      try replacement.lock(in: connection)
      let found = try replacement.inspection(in: connection)
      let isResumed = found == .resumed && !sink.choices.contains(.restart)
      let identity =
        try isResumed
        ? MariaDBTableIdentity.read(of: replacement.name, in: connection)
        : replacement.begin(rejects, in: connection)
      target = MariaDBTarget(name: replacement.name, identity: identity, mode: sink.mode)
    }
    let stage = MariaDBStage(
      of: table, into: target.name, key: isReplaced ? [] : key, mode: sink.mode)
    try stage.prepare(in: connection)
    let loader = MariaDBLoader(
      stage, stage.isDirect ? try MariaDBUniqueness(of: table, in: target.name, connection) : nil,
      collation, mode: sink.mode, over: connection)
    batch = MariaDBBatch(table, loader)
    earlier = try enter(jobs.first ?? nil)
  }

  /// Moves to a source's progress.
  private func enter(_ job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    self.job = job
    progress = job.map { MariaDBProgress($0, target, over: connection) }
    guard let progress else { return nil }
    // Locks of what is not there would keep other jobs waiting until the commit of the sources that are held.
    guard !isInTransaction else { return try progress.read(locks: false) }
    return try connection.inTransaction { () throws(ImportError) in
      try progress.read(locks: true)
    }
  }

  var hasOtherColumns: Bool { progress?.hasOtherColumns ?? false }

  func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    gathered.switchSource()
    return try enter(job)
  }

  func beginAnew() throws(ImportError) {
    guard let replacement else { return }
    gathered.removeAll()
    target.identity = try replacement.begin(rejects, in: connection)
    earlier = try enter(job)
  }

  private func begin() throws(ImportError) {
    guard !isInTransaction else { return }
    isInTransaction = true
    try connection.execute("START TRANSACTION")
    try progress?.lock()
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    let verdict = batch.append(row)
    if batch.isFull {
      try begin()
      try batch.send()
    }
    return verdict
  }

  func settle() throws(ImportError) -> [LateRefusal] {
    try begin()
    return try batch.settle()
  }

  var skippedRows: Int64 { batch.skippedRows }

  func store(_ rejects: [Reject]) throws(ImportError) {
    try begin()
    try self.rejects?.store(
      rejects, for: RejectTarget(name: target.name, tableID: target.identity))
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    if let refusal = try settle().first {
      throw ImportError(
        .sink,
        "\(connection.name) refused a row, and the job was not asked to settle: \(refusal.message)")
    }
    _ = try hold(checkpoint)
    try commitHeld()
    gathered.commit(checkpoint, of: job)
  }

  func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool {
    try begin()
    try progress?.write(checkpoint)
    return true
  }

  func commitHeld() throws(ImportError) {
    // After the rows: the table is locked against changes by now.
    try target.checkIdentity(in: connection)
    try table.checkTypes(of: target.name, in: connection)
    try connection.commit()
    isInTransaction = false
  }

  func finish() throws(ImportError) {
    guard let replacement else { return }
    try replacement.publish(target, gathered, rejects, in: connection)
    self.replacement = nil
  }

  func rollBack() {
    batch.abandon()
    if isInTransaction { _ = connection.run("ROLLBACK") }
    isInTransaction = false
  }
}
