import Sluice
public import SluiceFeed

/// What the sinks of databases share: the settings of a table, and a session that does the work once a job has
/// opened the sink. Make one of its subclasses.
public class DatabaseSink {
  public let table: String
  public let mode: WriteMode
  let choices: TableChoices
  public var restarts: Bool { choices.contains(.restart) }
  let changes: TableChanges
  /// What ends waits for the database.
  package let waits = SinkWaits()
  public let rejectTable: String?
  /// Where the table is: a file, or an address without anything secret.
  private let place: () -> String
  public private(set) lazy var name: String = "table \"\(table)\" in \(place())"

  private let tables: any TableReading

  /// Nil until the job opens the sink, and again once it was rolled back. It doesn't keep the sink: connections end with
  /// the sink, and not with the process.
  private var session: (any SinkSession)?

  init(
    _ table: String, in place: @autoclosure @escaping () -> String, _ mode: WriteMode,
    _ choices: TableChoices, _ changes: TableChanges, rejects rejectTable: String?,
    _ tables: any TableReading
  ) {
    self.tables = tables
    (self.table, self.place, self.mode) = (table, place, mode)
    (self.choices, self.changes, self.rejectTable) = (choices, changes, rejectTable)
  }

  /// Throws for a name that no table can have. `isName`: whether the database takes it; `normal`: the same for names
  /// that are of one table.
  static func check(
    _ table: String, rejects rejectTable: String?, isName: (String) -> Bool = { _ in true },
    normal: (ByteName) -> ByteName = { $0 }
  ) throws(ImportError) {
    for name in [table, rejectTable].compactMap({ $0 }) {
      guard !name.isEmpty, !name.utf8.contains(0), isName(name) else {
        throw ImportError(.sink, "\"\(name)\" can't be a table's name")
      }
      guard normal(ByteName(name)) != ByteName(progressTable) else {
        throw ImportError(.sink, "the table \(name) keeps the jobs' progress: name another")
      }
    }
    guard rejectTable.map({ normal(ByteName($0)) }) != normal(ByteName(table)) else {
      throw noRejects(into: table)
    }
  }

  static func noRejects(into table: String) -> ImportError {
    ImportError(.rejects, "rejects can't go to the table \"\(table)\": name one of their own")
  }

  /// The table of a database in which jobs keep their progress.
  static let progressTable = "sluice_progress"

  /// True for a replacement.
  public var keepsRowsBack: Bool { mode == .replace }

  /// Whether the job may add columns.
  public var takesOtherColumns: Bool { changes.addsColumns }

  /// Columns of the table that the job leaves NULL, say.
  public var notes: [ImportNote] { session?.notes ?? [] }

  /// The number of rows that the table accepted and did not store: their keys were there, or a trigger or a rule
  /// decided so.
  public var skippedRows: Int64 { session?.skippedRows ?? 0 }

  /// A stop ends waits for other clients' locks and for the server.
  public func heed(_ stop: FeedStop) { waits.heed(stop) }

  /// Whether an earlier run of the current source had other columns.
  public var hasOtherColumns: Bool { session?.hasOtherColumns ?? false }

  public func countRows() throws(ImportError) -> Int64? { try tables.countRows(of: self) }

  public func knownSources() throws(ImportError) -> [KnownSource] {
    try tables.knownSources(of: self)
  }

  /// Calls `body` with the rejects of this table that the table of rejects has, in the order in which they were stored.
  func forEachStoredReject(_ body: (Reject) throws -> Void) throws {
    try tables.forEachReject(of: self, body)
  }

  func begin(_ session: any SinkSession) -> Checkpoint? {
    self.session = session
    return session.earlier
  }

  private func opened() throws(ImportError) -> any SinkSession {
    guard let session else { throw ImportError(.sink, "\(name) is not open") }
    return session
  }

  public func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    try opened().switchSource(to: job)
  }

  /// Discards the rows that a replacement has gathered.
  public func beginAnew() throws(ImportError) { try opened().beginAnew() }

  public func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    try opened().append(row)
  }

  /// Sends the rest of the rows, and returns those that the database refused since the last commit.
  public func settle() throws(ImportError) -> [LateRefusal] { try session?.settle() ?? [] }

  public func store(_ rejects: [Reject]) throws(ImportError) { try opened().store(rejects) }

  public func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    try opened().commit(checkpoint)
  }

  public func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool {
    try opened().hold(checkpoint)
  }

  public func commitHeld() throws(ImportError) { try opened().commitHeld() }

  /// Publishes a replacement. Others see the old rows until all new ones are there, with their progress.
  ///
  /// When the database refuses that (a foreign key, a trigger), nothing is published and the gathered rows stay: the
  /// next run of the job tries again.
  public func finish() throws(ImportError) { try opened().finish() }

  /// Waits until what was committed is on the disk, if commits don't.
  public func synchronize() throws(ImportError) { try session?.synchronize() }

  public func rollBack() {
    session?.rollBack()
    session = nil
  }
}
