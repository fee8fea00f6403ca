import Sluice
import SluiceFeed

/// A job's session with a database: the table is ready, and rows go in, a transaction for each batch.
final class DuckDBSession: SinkSession {
  private(set) var earlier: Checkpoint?
  let notes: [ImportNote]
  private(set) var skippedRows: Int64 = 0
  private let connection: DuckDBConnection
  private let mode: WriteMode
  private let choices: TableChoices
  /// Whether the caller has said that others remove the table's rows.
  private let mayBeEmpty: Bool
  private let table: DuckDBTable
  /// Where rows go now: the table, or the one that gathers a replacement.
  private var target: (name: String, identity: String?)
  private var replacement: DuckDBReplacement?
  private let rejects: DuckDBRejectTable?
  /// Brings rows to the target from the staging table; nil: they go there themselves.
  private let stage: DuckDBStage?
  private var job: JobIdentity?
  private(set) var hasOtherColumns = false
  private var isInTransaction = false
  private var gathered = GatheredRows()
  private var appender: DuckDBAppender?
  private var staged = 0
  private var scratch = SinkBuffer()

  init(
    _ jobs: [JobIdentity?], _ sink: DuckDBSink, columns: [ImportColumn], key: [Int],
    over connection: DuckDBConnection
  ) throws(ImportError) {
    (self.connection, mode, choices) = (connection, sink.mode, sink.choices)
    let known = try sink.check(jobs, columns, key, in: connection)
    let identity = try connection.inTransaction { () throws(ImportError) -> String in
      try DuckDBProgressTable.ready(in: connection)
      if try !connection.has(table: sink.table) {
        try connection.query(DuckDBTable.creation(sink.table, columns, key))
      }
      for statement in try sink.statements(columns, in: connection) {
        try connection.query(statement)
      }
      let identity = try DuckDBTableIdentity.ready(for: sink.table, in: connection)
      try known.keep(identity, in: connection)
      return identity
    }
    table = try DuckDBTable(sink.table, columns: columns, key: key, in: connection)
    try sink.checkKey(columns, key, in: connection)
    notes = [table.note].compactMap { $0 }
    rejects = try sink.rejectTable.map { name throws(ImportError) in
      try DuckDBRejectTable(name, in: connection)
    }
    target = (sink.table, identity)
    if let rejects, mode != .replace, choices.contains(.restart) {
      try connection.inTransaction { () throws(ImportError) in
        try rejects.forget(
          of: RejectTarget(name: sink.table, tableID: identity),
          sources: RejectedSources(jobs))
      }
    }
    mayBeEmpty = known.mayBeEmpty(identity)
    if mode == .replace {
      let replacement = DuckDBReplacement(of: table, jobs)
      let found = try replacement.inspection(in: connection)
      if found != .resumed || choices.contains(.restart) {
        try replacement.begin(rejects, in: connection)
      }
      self.replacement = replacement
      target = (
        replacement.name, try DuckDBTableIdentity.read(of: replacement.name, in: connection)
      )
    }
    stage = try key.isEmpty ? nil : DuckDBStage(of: table, key: key, mode, in: connection)
    earlier = try enter(jobs.first ?? nil)
  }

  private func enter(_ job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    self.job = job
    hasOtherColumns = false
    guard let job,
      let row = try DuckDBProgressTable.row(of: job.source, target.name, in: connection)
    else { return nil }
    hasOtherColumns = row.columns != job.columns
    return try row.checkpoint(
      of: job, in: "\"\(target.name)\"", at: DuckDBProgressTable.place(connection))
  }

  func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    gathered.switchSource()
    return try enter(job)
  }

  func beginAnew() throws(ImportError) {
    guard let replacement else { return }
    gathered.removeAll()
    try replacement.begin(rejects, in: connection)
    target.identity = try DuckDBTableIdentity.read(of: replacement.name, in: connection)
    earlier = try enter(job)
  }

  private func begin() throws(ImportError) {
    guard !isInTransaction else { return }
    isInTransaction = true
    try connection.query("BEGIN TRANSACTION")
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    for column in 0..<row.count {
      if let refusal = table.codecs[column].refusal(of: row[column]) {
        return refusal.verdict(
          column: table.columns[column].name, type: table.types[column])
      }
    }
    let appender: DuckDBAppender
    if let open = self.appender {
      appender = open
    } else {
      try begin()
      let names = table.columns.map(\.name.text)
      appender = try DuckDBAppender(
        stage == nil ? target.name : DuckDBStage.table,
        columns: stage == nil ? names : names + [DuckDBStage.ordinal], isTemporary: stage != nil,
        in: connection)
      self.appender = appender
    }
    for column in 0..<row.count {
      try appender.append(row[column], table.codecs[column], &scratch)
    }
    if stage != nil { try appender.append(number: staged) }
    staged += 1
    try appender.endRow()
    return .stored
  }

  /// Brings the rows since the last commit into the transaction.
  func settle() throws(ImportError) -> [LateRefusal] {
    guard let appender else { return [] }
    try appender.flush()
    self.appender = nil
    if let stage { skippedRows += Int64(try stage.move(staged, in: connection)) }
    staged = 0
    return []
  }

  func store(_ rejects: [Reject]) throws(ImportError) {
    try begin()
    try self.rejects?.store(
      rejects, for: RejectTarget(name: target.name, tableID: target.identity))
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    _ = try settle()
    _ = try hold(checkpoint)
    try commitHeld()
    gathered.commit(checkpoint, of: job)
  }

  func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool {
    if let job {
      try begin()
      try DuckDBProgressTable.write(
        ProgressRow(
          source: job.source, target: target.name, columns: job.columns, mode: mode.word,
          checkpoint: try checkpoint.text, tableID: target.identity, mayBeEmpty: mayBeEmpty),
        in: connection)
    }
    hasOtherColumns = false
    return true
  }

  func commitHeld() throws(ImportError) {
    guard isInTransaction else { return }
    try connection.query("COMMIT")
    isInTransaction = false
  }

  func finish() throws(ImportError) {
    guard let replacement else { return }
    try replacement.publish(gathered, rejects, in: connection)
    self.replacement = nil
  }

  func rollBack() {
    appender = nil
    if isInTransaction { _ = try? connection.query("ROLLBACK") }
    isInTransaction = false
  }
}
