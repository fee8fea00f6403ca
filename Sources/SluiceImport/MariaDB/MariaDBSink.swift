public import SluiceFeed

/// Rows into a table of a MariaDB or MySQL database.
///
/// A batch is one transaction: its rows go through `LOAD DATA LOCAL`, which counts only when the server has no
/// warning and stored each of them; otherwise they go through a temporary table. The job's checkpoint is a row
/// of the table `sluice_progress` in the same database, written in that transaction.
///
/// The table is made when it is missing (int → bigint, real → double, text → longtext, bool → boolean, json →
/// json, decimal → decimal(65,30), date → date, timestamp and the epochs → datetime(6) in UTC, uuid →
/// char(36), blob → longblob). An existing one must have the columns, with types that store the values
/// unchanged, and an engine with transactions. Values that do not fit without rounding or cutting are rejected.
///
/// `replace` gathers its rows in a table of their own, and replaces the target's rows with them in one
/// transaction at the job's end. `upsert` and `ignore` need a unique index on exactly their key.
///
/// Progress belongs to one table, which a mark in its comment distinguishes from another of its name.
///
/// Memory: the rows since the last commit, 16 MiB at most, or the largest row.
public final class MariaDBSink: Sink {
  public let table: String
  public let mode: WriteMode
  let choices: TableChoices
  let changes: TableChanges
  public let rejectTable: String?
  let address: String
  public private(set) lazy var name: String =
    "table \"\(table)\" in \(MariaDBAddress(address).shown)"

  public var usualBatchSize: Int { 50_000 }

  /// True for a replacement.
  public var keepsRowsBack: Bool { mode == .replace }

  public var refusesLate: Bool { true }

  public var takesOtherColumns: Bool { changes.addsColumns }

  public var notes: [ImportNote] { session?.notes ?? [] }

  /// Nil until the job opens the sink, and again once it was rolled back.
  private var session: MariaDBSession?

  /// The longest name of a table or a column, in characters.
  private static let longest = 64

  /// `address` is a URL, `mariadb://USER@HOST:PORT/DATABASE` or `mysql://…`, with the options `socket` (the
  /// path of a Unix socket), `ssl` (true: the connection must be encrypted) and `ssl-ca` (a file of
  /// certificates that the server's must descend from). Does not connect yet.
  ///
  /// Throws `ImportError` for a name that no table can have.
  public init(
    address: String, table: String, mode: WriteMode = .append, choices: TableChoices = [],
    changes: TableChanges = TableChanges(), rejectTable: String? = nil
  ) throws(ImportError) {
    for name in [table, rejectTable].compactMap({ $0 }) {
      guard !name.isEmpty, !name.utf8.contains(0), name.count <= MariaDBSink.longest,
        name.last != " "
      else { throw ImportError(.sink, "\"\(name)\" can't be a table's name") }
      guard name != MariaDBProgressTable.name else {
        throw ImportError(.sink, "the table \(name) keeps the jobs' progress: name another")
      }
    }
    guard rejectTable != table else {
      throw ImportError(
        .rejects, "rejects can't go to the table \"\(table)\": name one of their own")
    }
    (self.address, self.table, self.mode, self.choices) = (address, table, mode, choices)
    (self.changes, self.rejectTable) = (changes, rejectTable)
  }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let key = try checked(columns)
    let session = try MariaDBSession(
      jobs, self, columns: columns, key: key, over: MariaDBConnection(address))
    self.session = session
    return session.earlier
  }

  /// The numbers of the key's columns. Throws for columns that no table of the server can have.
  func checked(_ columns: [ImportColumn]) throws(ImportError) -> [Int] {
    for column in columns
    where column.name.count > MariaDBSink.longest || column.name.last == " " {
      throw ImportError(
        .badColumn,
        "column \"\(column.name)\": a name has at most \(MariaDBSink.longest) characters in MariaDB, and no"
          + " space at its end")
    }
    try changes.check(columns)
    return try mode.keyColumns(in: columns)
  }

  public func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    guard let session else { throw notOpen }
    return try session.switchSource(to: job)
  }

  public func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    guard let session else { throw notOpen }
    return try session.append(row)
  }

  /// Discards the rows that a replacement has gathered.
  public func beginAnew() throws(ImportError) {
    guard let session else { throw notOpen }
    try session.beginAnew()
  }

  /// Sends the rest of the rows, and returns those that the server refused since the last commit.
  public func settle() throws(ImportError) -> [LateRefusal] { try session?.settle() ?? [] }

  /// The number of rows whose key was there, in mode `ignore`.
  public var skippedRows: Int64 { session?.skippedRows ?? 0 }

  public func store(_ rejects: [Reject]) throws(ImportError) {
    guard let session else { throw notOpen }
    try session.store(rejects)
  }

  public func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    guard let session else { throw notOpen }
    try session.commit(checkpoint)
  }

  /// Publishes a replacement: deletes the target's rows and inserts the gathered ones, with their progress, in
  /// one transaction. When the server refuses that, nothing is published, the gathered rows stay, and the next
  /// run of the job tries again.
  public func finish() throws(ImportError) {
    guard let session else { throw notOpen }
    try session.finish()
  }

  public func rollBack() {
    session?.rollBack()
    session = nil
  }

  private var notOpen: ImportError { ImportError(.sink, "\(name) is not open") }
}
