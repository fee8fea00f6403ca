import Sluice

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
/// Those are late refusals (``DatabaseSink/settle()``); all others are stored. Rows of an `upsert`, and those
/// of a view, of a table with rewrite rules or with row security, go by COPY into a temporary table, and from
/// there with one `INSERT … SELECT`.
///
/// `replace` gathers its rows in a table of their own. At the job's end it replaces the target's rows with
/// them in one transaction: see ``DatabaseSink/finish()``.
///
/// Progress belongs to one table. When that is gone, was made anew, or is empty though rows were stored,
/// ``open(_:columns:)`` throws, unless the caller has made a choice (``TableChoices``).
///
/// Memory: the rows since the last commit, 16 MiB at most, or the largest row.
public final class PostgreSQLSink: DatabaseSink, Sink {
  let address: String

  /// The server is idle during the round trips of a commit and the next COPY, so there should be few of
  /// them. A batch still takes less than a second.
  public var usualBatchSize: Int { 50_000 }

  public var refusesLate: Bool { true }

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
      guard rejectTable != table else { throw DatabaseSink.noRejects(into: table) }
    }
    self.address = address
    super.init(
      table, in: PostgreSQLAddress(address).shown, mode, choices, changes, rejects: rejectTable,
      SQLTables { waits throws(ImportError) in try PostgreSQLConnection(reading: address, waits) })
  }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let key = try checked(columns)
    let connection = try PostgreSQLConnection(address, waits)
    try connection.checkEncoding()
    let table = try connection.inTransaction { () throws(ImportError) in
      try opened(jobs, columns, key, in: connection)
    }
    return begin(try SQLSession(jobs.first ?? nil, into: table, in: connection))
  }

  /// The numbers of the key's columns. Throws for columns that no table of the server can have.
  func checked(_ columns: [ImportColumn]) throws(ImportError) -> [Int] {
    for column in columns where column.name.text.utf8.count > PostgreSQLName.longest {
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
}

extension PostgreSQLSink {
  public func appending() throws(ImportError) -> any Sink {
    try PostgreSQLSink(address: address, table: table)
  }
}
