import Sluice

/// Compares what earlier runs left with the current state of a table.
struct DuckDBKnownRows {
  private let progress: KnownProgress<ProgressRow>

  init(
    of table: String, for jobs: [JobIdentity?], _ choices: TableChoices,
    in connection: DuckDBConnection
  ) throws(ImportError) {
    let identity = try DuckDBTableIdentity.read(of: table, in: connection)
    let stored = SQLProgressTable(in: connection)
    progress = KnownProgress(
      try stored.isThere() ? stored.rows(of: table, identity) : [], of: table, identity, for: jobs,
      choices)
  }

  func check(in connection: DuckDBConnection) throws(ImportError) {
    let table = progress.table
    let name = DuckDBTable.place(table, connection)
    try progress.check(
      progress.withRows(), isThere: connection.has(table: table)
    ) { () throws(ImportError) in
      try connection.query("SELECT 1 FROM \(DuckDBConnection.quoted(table)) LIMIT 1").rows.isEmpty
    } nameNow: { identity throws(ImportError) in
      try DuckDBTableIdentity.table(identity, in: connection)
    } fault: {
      $0.error(name, source: $1, rows: $2)
    }
  }

  func sources() throws(ImportError) -> [KnownSource] { try progress.sources() }

  func mayBeEmpty(_ identity: String) -> Bool { progress.mayBeEmpty(identity) }

  /// Brings the progress under the table's name, and keeps the caller's choice for later runs. Inside a transaction.
  func keep(_ identity: String, in connection: DuckDBConnection) throws(ImportError) {
    try progress.keep(as: identity, in: SQLProgressTable(in: connection))
  }

  /// The checkpoint of an earlier run, which this one would continue.
  func checkpoint(
    of job: JobIdentity, in connection: DuckDBConnection
  ) throws(ImportError) -> Checkpoint? {
    try progress.row(of: job.source)?.checkpoint(
      of: job, in: "\"\(progress.table)\"", at: SQLProgressTable(in: connection).place)
  }
}
