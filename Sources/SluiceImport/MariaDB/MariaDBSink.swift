import Sluice

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
public final class MariaDBSink: DatabaseSink, Sink {
  let address: String

  public var usualBatchSize: Int { 50_000 }

  public var refusesLate: Bool { true }

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
    try DatabaseSink.check(
      table, rejects: rejectTable,
      isName: MariaDBSink.isName)
    self.address = address
    super.init(
      table, in: MariaDBAddress(address).shown, mode, choices, changes, rejects: rejectTable,
      SQLTables { waits throws(ImportError) in try MariaDBConnection(address, waits) })
  }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let key = try checked(columns)
    let connection = try MariaDBConnection(address, waits)
    let table = try opened(jobs, columns, key, in: connection)
    return begin(try SQLSession(jobs.first ?? nil, into: table, in: connection))
  }

  private static func isName(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    return scalars.count <= longest && scalars.last != " "
      && scalars.allSatisfy { $0.value <= 0xFFFF }
  }

  /// The numbers of the key's columns. Throws for columns that no table of the server can have.
  func checked(_ columns: [ImportColumn]) throws(ImportError) -> [Int] {
    for column in columns where !MariaDBSink.isName(column.name.text) {
      throw ImportError(
        .badColumn,
        "column \"\(column.name)\": a name has at most \(MariaDBSink.longest) characters in MariaDB, none of"
          + " them beyond U+FFFF, and no space at its end")
    }
    try changes.check(columns)
    return try mode.keyColumns(in: columns)
  }
}

extension MariaDBSink {
  public func appending() throws(ImportError) -> any Sink {
    try MariaDBSink(address: address, table: table)
  }
}
