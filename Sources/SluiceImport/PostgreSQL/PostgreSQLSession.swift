import SluiceFeed

/// A job's session with a server: the table is ready, and rows go in, a transaction for each batch.
final class PostgreSQLSession: SinkSession {
  private(set) var earlier: Checkpoint?
  let notes: [ImportNote]
  private let connection: PostgreSQLConnection
  private let table: PostgreSQLTable
  private let home: PostgreSQLHome
  /// Where rows go now: the table, or the one that gathers the replacement for its rows.
  private var target: PostgreSQLTarget
  private let replacement: PostgreSQLReplacement?
  private let progressTable: PostgreSQLProgressTable?
  /// The progress of the current source; nil: it can't be read again.
  private var progress: PostgreSQLProgress?
  private var job: JobIdentity?
  private let batch: PostgreSQLBatch
  private let rejects: PostgreSQLRejectTable?
  private var isInTransaction = false
  private var gathered = GatheredRows()
  /// How many sources the current transaction holds.
  private var held = 0
  /// The most that one does: each takes one of the locks of which a server has 6,400 for all its clients, unless configured.
  private static let mostHeld = 500
  /// The number of gathered rows that were not stored when they were published.
  private var skippedAtEnd: Int64 = 0

  /// Begins a transaction. Each statement sees what others have committed, whatever the server's default
  /// is.
  static let begin = "BEGIN ISOLATION LEVEL READ COMMITTED"

  init(
    _ jobs: [JobIdentity?], _ sink: PostgreSQLSink, columns: [ImportColumn], key: [Int],
    _ connection: PostgreSQLConnection
  ) throws(ImportError) {
    self.connection = connection
    let (text, mode, choices) = (sink.table, sink.mode, sink.choices)
    try PostgreSQLSession.checkEncoding(connection)
    try connection.execute(PostgreSQLSession.begin)
    var name = try PostgreSQLName(text, in: connection)
    let isKept = jobs.contains { $0 != nil }
    // A replacement forgets existing progress, even when it keeps none of its own.
    var home = try PostgreSQLHome(of: name, in: connection)
    let found =
      isKept || mode == .replace
      ? try PostgreSQLProgressTable.find(for: home, connection) : nil
    let state = try PostgreSQLTableState(
      of: home, for: mode == .replace ? [] : jobs, choices, in: found, connection)
    if name.number == nil {
      try state.check(nil, in: connection)
      name = try PostgreSQLTable.make(name, as: text, columns: columns, key: key, in: connection)
      home = try PostgreSQLHome(of: name, in: connection)
    }
    let lacking = try PostgreSQLTableChanges.make(name, columns, sink.changes, in: connection)
    table = try PostgreSQLTable(name, columns: columns, key: key, in: connection)
    notes = [lacking, table.noteOfSkippedRows(mode, in: connection)].compactMap { $0 }
    try state.check(table, in: connection)
    progressTable =
      isKept || found != nil
      ? try PostgreSQLProgressTable.make(for: home, connection) : nil
    if mode != .replace, let progressTable {
      try state.keep(home, in: progressTable, connection)
    }
    self.home = home
    let fullName = table.fullName
    rejects = try sink.rejectTable.map { text throws(ImportError) in
      let rejects = try PostgreSQLRejectTable(text, in: connection)
      guard rejects.fullName != fullName else {
        throw ImportError(
          .rejects, "rejects can't go to the table \(fullName): name one of their own")
      }
      return rejects
    }
    target = PostgreSQLTarget(
      name: table.fullName, number: table.number, home: home.identity ?? table.number, mode: mode,
      mayBeEmpty: state.mayBeEmpty(home))
    if mode != .replace, choices.contains(.restart) {
      try rejects?.forget(
        of: RejectTarget(name: target.name, tableID: "\(target.home)"),
        sources: RejectedSources(jobs))
    }
    if mode == .replace {
      // A server continues for a moment after its client was killed, and may be about to publish.
      try PostgreSQLTable.lock(making: table.fullName, in: connection)
      let replacement = try PostgreSQLReplacement(of: table, jobs, in: connection)
      self.replacement = replacement
      let inspection = try replacement.inspection(in: connection)
      if choices.contains(.restart) {
        try replacement.begin(in: progressTable, connection)
        try rejects?.forget(target: replacement.fullName)
      } else if inspection != .resumed {
        try replacement.begin(in: progressTable, connection)
        try rejects?.forget(target: replacement.fullName)
      }
      target = try replacement.target(mayBeEmpty: state.mayBeEmpty(home), in: connection)
    } else {
      replacement = nil
    }
    let merge =
      mode != .replace && (!key.isEmpty || table.facts.needsInsert)
      ? PostgreSQLMerge(into: table, key: key, mode: mode) : nil
    try merge?.prepare(in: connection)
    let uniqueness =
      merge == nil
      ? try PostgreSQLUniqueness(of: table, in: target, connection) : nil
    batch = PostgreSQLBatch(
      into: target.name, table, merge: merge, uniqueness: uniqueness, over: connection)
    earlier = try enter(jobs.first ?? nil)
    try connection.commit()
  }

  /// Texts are sent as UTF-8; a server with another encoding can't hold all of them.
  static func checkEncoding(
    _ connection: PostgreSQLConnection
  ) throws(ImportError) {
    let encoding = try connection.query("SHOW server_encoding").text(0, 0) ?? ""
    guard encoding == "UTF8" else {
      throw ImportError(
        .conflict, "\(connection.name) has the encoding \(encoding); expected UTF8")
    }
  }

  /// Moves to a source's progress. Inside a transaction.
  private func enter(_ job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    self.job = job
    progress = nil
    guard let job, let progressTable else { return nil }
    let progress = try PostgreSQLProgress(
      job, target: target, in: progressTable, over: connection)
    self.progress = progress
    try connection.execute(progress.lock)
    return try progress.read()
  }

  var hasOtherColumns: Bool { progress?.hasOtherColumns ?? false }

  func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    gathered.switchSource()
    guard !isInTransaction else { return try enter(job) }
    try connection.execute(PostgreSQLSession.begin)
    let found = try enter(job)
    try connection.commit()
    return found
  }

  func beginAnew() throws(ImportError) {
    guard let replacement else { return }
    try connection.execute(PostgreSQLSession.begin)
    gathered.removeAll()
    try replacement.begin(in: progressTable, connection)
    try rejects?.forget(target: replacement.fullName)
    target = try replacement.target(mayBeEmpty: target.mayBeEmpty, in: connection)
    earlier = try enter(job)
    try connection.commit()
  }

  /// The statements that begin a transaction, each with its semicolon. Deferrable constraints are checked
  /// with each statement: at the commit it would not be known which row breaks one.
  private var start: String {
    "\(PostgreSQLSession.begin); " + (progress.map { "\($0.lock); " } ?? "")
      + "SET CONSTRAINTS ALL IMMEDIATE; "
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    if isInTransaction { return try batch.append(row, beginning: nil) }
    isInTransaction = true
    return try batch.append(row, beginning: start)
  }

  func store(_ rejects: [Reject]) throws(ImportError) {
    if !isInTransaction {
      isInTransaction = true
      try connection.execute(start)
    }
    try self.rejects?.store(
      rejects, for: RejectTarget(name: target.name, tableID: "\(target.home)"))
  }

  func settle() throws(ImportError) -> [LateRefusal] { try batch.settle() }

  /// The number of rows that were sent, and that the target neither stored nor refused.
  var skippedRows: Int64 { batch.skippedRows + skippedAtEnd }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    if let refusal = try settle().first {
      throw ImportError(
        .sink,
        "\(connection.name) refused a row, and the job was not asked to settle: \(refusal.message)")
    }
    try write(checkpoint)
    try commitHeld()
    gathered.commit(checkpoint, of: job)
  }

  private func write(_ checkpoint: Checkpoint) throws(ImportError) {
    if !isInTransaction {
      isInTransaction = true
      try connection.execute(start)
    }
    if let progress {
      try progress.write(checkpoint)
    } else {
      try target.checkIdentity(in: connection)
    }
  }

  func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool {
    guard batch.goesOn, held < PostgreSQLSession.mostHeld else { return false }
    try write(checkpoint)
    try batch.keepBefore()
    held += 1
    return true
  }

  func commitHeld() throws(ImportError) {
    try table.checkTypes(of: target.name, in: connection)
    try connection.commit()
    batch.end()
    (isInTransaction, held) = (false, 0)
  }

  func synchronize() throws(ImportError) { try connection.synchronize() }

  func finish() throws(ImportError) {
    guard let replacement else { return }
    skippedAtEnd += try replacement.publish(
      target, gathered, for: home, progressTable, rejects, in: connection)
  }

  func rollBack() {
    batch.abandon()
    if isInTransaction { try? connection.execute("ROLLBACK") }
    isInTransaction = false
  }
}

extension PostgreSQLConnection {
  /// Commits, and throws when the server rolls back instead.
  func commit() throws(ImportError) {
    let result = run("COMMIT")
    try check(result)
    guard result.command == "COMMIT" else {
      throw ImportError(
        .sink, "\(name): the server rolled the transaction back instead of committing it")
    }
  }
}
