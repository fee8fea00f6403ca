public import SluiceFeed

/// Rows into a table of a PostgreSQL database.
///
/// A batch is one transaction: its rows go through `COPY … FROM STDIN (FORMAT binary)`. The job's
/// checkpoint is a row of the table `sluice_progress` in the target's schema, written in that transaction.
/// What is committed is as durable as the server's `synchronous_commit` says.
///
/// The table is made when it is missing (int → bigint, real → double precision, text → text, bool →
/// boolean, json → json, decimal → numeric, date → date, timestamp and the epochs → timestamp with time
/// zone, uuid → uuid, blob → bytea). An existing one must have the columns, with types that store the
/// values unchanged. Those are also smallint, integer, `varchar(n)`, jsonb, `numeric(p, s)` and
/// `timestamptz(p)`; values that do not fit them without rounding are rejected.
///
/// A binary COPY fails as a whole. Refusals that can be foreseen are found before anything is sent. When
/// the server refuses others, its rows are sent again in parts until the ones are found that fail alone.
/// Those are late refusals (``settle()``); all others are stored. Rows of an `upsert`, and those of a view,
/// of a table with rewrite rules or with row security, go by COPY into a temporary table, and from there
/// with one `INSERT … SELECT`.
///
/// `replace` gathers its rows in a table of their own. At the job's end it replaces the target's rows with
/// them in one transaction: see ``finish()``.
///
/// Progress belongs to one table. When that is gone, was made anew, or is empty though rows were stored,
/// ``open(_:columns:)`` throws, unless the caller has made a choice (``TableChoices``).
///
/// Memory: the rows since the last commit, 16 MiB at most, or the largest row.
public final class PostgreSQLSink: Sink {
  public let table: String
  public let mode: WriteMode
  let choices: TableChoices
  let changes: TableChanges
  public let rejectTable: String?
  let address: String
  public private(set) lazy var name: String =
    "table \"\(table)\" in \(PostgreSQLAddress(address).shown)"

  /// The server is idle during the round trips of a commit and the next COPY, so there should be few of
  /// them. A batch still takes less than a second.
  public var usualBatchSize: Int { 50_000 }

  /// True for a replacement.
  public var keepsRowsBack: Bool { mode == .replace }

  public var refusesLate: Bool { true }

  public var takesOtherColumns: Bool { changes.addsColumns }

  public var notes: [ImportNote] { session?.notes ?? [] }

  /// Nil until the job opens the sink, and again once it was rolled back.
  private var session: PostgreSQLSession?

  /// `address` is a `postgresql://` URI or libpq's keywords (PostgreSQL's manual, "Connection Strings").
  /// Does not connect yet. The table is looked up on the connection's search path; `SCHEMA.TABLE` means
  /// that schema's where the schema exists. `choices` says what to do when the table is not as earlier runs
  /// left it, and `changes` what the job may change about it.
  ///
  /// Throws `ImportError` for a name that no table can have.
  public init(
    address: String, table: String, mode: WriteMode = .append, choices: TableChoices = [],
    changes: TableChanges = TableChanges(), rejectTable: String? = nil
  ) throws(ImportError) {
    try PostgreSQLName.check(table)
    if let rejectTable {
      try PostgreSQLName.check(rejectTable)
      guard rejectTable != table else {
        throw ImportError(
          .rejects, "rejects can't go to the table \"\(table)\": name one of their own")
      }
    }
    self.rejectTable = rejectTable
    self.address = address
    self.table = table
    self.mode = mode
    self.choices = choices
    self.changes = changes
  }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let key = try checked(columns)
    let connection = try PostgreSQLConnection(address)
    let session = try PostgreSQLSession(
      jobs, table: table, columns: columns, key: key, mode: mode, choices: choices,
      changes: changes, rejectTable: rejectTable, over: connection)
    self.session = session
    return session.earlier
  }

  /// The numbers of the key's columns. Throws for columns that no table of the server can have.
  func checked(_ columns: [ImportColumn]) throws(ImportError) -> [Int] {
    for column in columns where column.name.utf8.count > PostgreSQLName.longest {
      throw ImportError(
        .badColumn,
        "column \"\(column.name)\": PostgreSQL would cut the name off after"
          + " \(PostgreSQLName.longest) bytes")
    }
    guard columns.count <= 1600 else {
      throw ImportError(.badColumn, "a table of PostgreSQL has at most 1600 columns")
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
  public func settle() throws(ImportError) -> [LateRefusal] {
    try session?.settle() ?? []
  }

  /// The number of rows that triggers or rules of the target kept from being stored, since the sink was
  /// opened.
  public var skippedRows: Int64 { session?.skippedRows ?? 0 }

  public func store(_ rejects: [Reject]) throws(ImportError) {
    guard let session else { throw notOpen }
    try session.store(rejects)
  }

  public func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    guard let session else { throw notOpen }
    try session.commit(checkpoint)
  }

  /// Publishes a replacement: deletes the target's rows and inserts the gathered ones, with their progress,
  /// in one transaction. Others may read the table meanwhile, and see the old rows until it is committed.
  ///
  /// When the server refuses that (a foreign key, a trigger), nothing is published and the gathered rows
  /// stay: the next run of the job tries again.
  public func finish() throws(ImportError) {
    guard let session else { throw notOpen }
    try session.finish()
  }

  /// With `synchronous_commit=off`, the server flushes commits to the disk later: this waits until it has.
  public func synchronize() throws(ImportError) { try session?.synchronize() }

  public func rollBack() {
    session?.rollBack()
    session = nil
  }

  private var notOpen: ImportError { ImportError(.sink, "\(name) is not open") }
}
