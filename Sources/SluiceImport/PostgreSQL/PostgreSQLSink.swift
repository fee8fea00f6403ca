import CPostgreSQL

/// Rows into a table of a PostgreSQL database.
///
/// A batch is one transaction: its rows go through `COPY … FROM STDIN (FORMAT binary)`, and the
/// job's checkpoint is a row of the table `sluice_progress` in the same database, written in that
/// transaction. What is committed is as durable as the server's `synchronous_commit` says.
///
/// The table is made when it is missing (int → bigint, real → double precision, text → text, bool →
/// boolean, json → json, decimal → numeric, date → date, timestamp and the epochs → timestamp with time
/// zone, uuid → uuid, blob → bytea); one that is there must have the columns, with types that take the
/// values as they are: also smallint, integer, `varchar(n)`, jsonb, `numeric(p, s)` and
/// `timestamptz(p)` do, and what does not fit them without rounding is rejected.
///
/// A binary COPY fails as a whole. So what is known to be refused is found before it is sent, and a
/// table with rules that only the server can judge (a unique index, a CHECK, a foreign key, a
/// trigger) gets its rows one by one, which takes a round trip for each: the row that breaks a
/// rule is rejected, and the job goes on. `upsert` needs no such care for its key: its rows go by
/// COPY into a temporary table, and from there with `INSERT … ON CONFLICT DO UPDATE`.
///
/// Memory: about 64 KiB, or the largest row.
public final class PostgreSQLSink: Sink {
  public let table: String
  public let mode: WriteMode
  let address: String
  public var name: String { "table \"\(table)\" in \(SinkTarget.withoutPassword(address))" }

  /// The server is idle while a commit and the next COPY go there and back: where each takes some round
  /// trips, there should be few. A batch is a part of a second still.
  public var usualBatchSize: Int { 50_000 }

  /// Nil until the job opens the sink, and again when it was rolled back.
  private var session: PostgreSQLSession?

  /// `address` is a `postgresql://` URI or libpq's keywords (PostgreSQL's manual, "Connection
  /// Strings"). Connects to nothing yet. The table is looked for along the connection's search path.
  ///
  /// Throws ``ImportError`` for a name that no table can have.
  public init(
    address: String, table: String, mode: WriteMode = .append
  ) throws(ImportError) {
    guard !table.isEmpty, !table.utf8.contains(0) else {
      throw ImportError(.sink, "\"\(table)\" can't be a table's name")
    }
    guard table.utf8.count <= PostgreSQLSink.longestName else {
      throw ImportError(
        .sink,
        "\"\(table)\" has \(table.utf8.count) bytes: PostgreSQL would cut the name off behind"
          + " \(PostgreSQLSink.longestName)")
    }
    guard table != PostgreSQLProgress.table else {
      throw ImportError(
        .sink, "the table \(PostgreSQLProgress.table) keeps the jobs' progress: name another")
    }
    self.address = address
    self.table = table
    self.mode = mode
  }

  /// NAMEDATALEN - 1.
  private static let longestName = 63

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let job = jobs.first ?? nil
    let key = try checked(columns)
    let connection = try PostgreSQLConnection(address)
    let session = try PostgreSQLSession(
      job, table: table, columns: columns, key: key, mode: mode, over: connection)
    self.session = session
    return session.earlier
  }

  /// The numbers of the key's columns. Throws for columns that no table of the server can have.
  func checked(_ columns: [ImportColumn]) throws(ImportError) -> [Int] {
    for column in columns where column.name.utf8.count > PostgreSQLSink.longestName {
      throw ImportError(
        .badColumn,
        "column \"\(column.name)\": PostgreSQL would cut the name off behind"
          + " \(PostgreSQLSink.longestName) bytes")
    }
    guard columns.count <= 1600 else {
      throw ImportError(.badColumn, "a table of PostgreSQL has at most 1600 columns")
    }
    return try mode.keyColumns(in: columns)
  }

  public func turn(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    guard let session else { throw notOpen }
    return try session.turn(to: job)
  }

  public func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    guard let session else { throw notOpen }
    return try session.append(row)
  }

  public func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    guard let session else { throw notOpen }
    try session.commit(checkpoint)
  }

  public func rollBack() {
    session?.rollBack()
    session = nil
  }

  private var notOpen: ImportError { ImportError(.sink, "\(name) is not open") }
}
