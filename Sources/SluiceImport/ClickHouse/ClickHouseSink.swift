/// Rows into a table of a ClickHouse database, over its HTTP interface.
///
/// ClickHouse has no transactions over tables. A batch is written down in the table `sluice_progress` of the same
/// database, then its rows are inserted as one block with a token (`insert_deduplication_token`), and then the
/// table says that they are there. A job that is killed in between sends the same rows with the same token when
/// it is run again, and the server stores those that it lacks. So the table must remember tokens: a new one
/// does, an existing one needs `non_replicated_deduplication_window`, unless its engine is replicated.
///
/// The table is made when it is missing: `Nullable` columns of Int64, Float64, String (also for json and blob),
/// Bool, Decimal(76, 38), Date32, DateTime64(6, 'UTC') and UUID. An existing one must be a MergeTree and have the
/// columns, with types that store the values unchanged; values that do not fit are rejected.
///
/// `replace` gathers its rows in a table of their own, which exchanges its name with the target at the end.
/// There is no `upsert` or `ignore`: the server has no unique keys.
///
/// While the rows of an interrupted commit are read again, commits wait for them: a job that is killed meanwhile
/// begins there once more.
///
/// Memory: the rows since the last commit; a commit is due after 16 MiB of records.
public final class ClickHouseSink: DatabaseSink, Sink {
  let address: String

  public var usualBatchSize: Int { 100_000 }

  /// Bounds the memory of a batch: jobs commit after 16 MiB of records.
  public var refusesLate: Bool { true }

  /// `address` is a URL, `clickhouse://USER@HOST:PORT/DATABASE`, with the options `secure` (true: HTTPS) and `ca`
  /// (a file of certificates that the server's must descend from). `CLICKHOUSE_PASSWORD` has the password. It must
  /// lead to one server, not to any of several: progress is kept there. Does not connect yet.
  ///
  /// Throws `ImportError` for a name that no table can have, and for what the server can't do.
  public init(
    address: String, table: String, mode: WriteMode = .append, choices: TableChoices = [],
    changes: TableChanges = TableChanges(), rejectTable: String? = nil
  ) throws(ImportError) {
    try DatabaseSink.check(table, rejects: rejectTable, isName: { $0.utf8.count <= 200 })
    guard mode.key == nil else {
      throw ImportError(
        .sink,
        "ClickHouse has no unique keys, and so neither --mode upsert nor ignore: append into a table with the"
          + " engine ReplacingMergeTree, which keeps the last row of each sorting key when it merges, or take"
          + " --mode replace")
    }
    guard changes.indexes.isEmpty else {
      throw ImportError(
        .sink,
        "ClickHouse finds rows by the table's sorting key, which is chosen when a table is made: make the table"
          + " with ORDER BY instead of --create-index")
    }
    guard mode != .replace || rejectTable == nil else {
      throw ImportError(
        .rejects,
        "rejects of a replacement can't become visible together with its rows in ClickHouse: name a file for"
          + " them")
    }
    self.address = address
    super.init(
      table, in: ClickHouseAddress(address).shown, mode, choices, changes, rejects: rejectTable,
      SQLTables { waits throws(ImportError) in try ClickHouseConnection(address, waits) })
  }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    begin(
      try ClickHouseSession(
        jobs, self, columns: columns, over: ClickHouseConnection(address, waits)))
  }
}

extension ClickHouseSink {
  public func appending() throws(ImportError) -> any Sink {
    try ClickHouseSink(address: address, table: table)
  }
}
