import Sluice
import SluiceSystem

extension DuckDBSink {
  public func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection {
    let key = try checked(columns)
    func new(_ more: [String]) -> SinkInspection {
      .new(
        DuckDBConnection.creation(DuckDBConnection.quoted(table), columns, key), for: jobs, mode,
        changes: changes.indexes.map { DuckDBConnection.creation(of: $0, on: table) } + more)
    }
    // Without the library there is no plan either.
    if let obstacle = DuckDBConnection.obstacle { throw ImportError(.sink, obstacle) }
    guard FileSystem.isThere(path) else { return new([]) }
    let connection = try DuckDBConnection(path: path, isReadOnly: true)
    let known = try check(jobs, columns, key, in: connection)
    let more = try SQLRejectTable.creations(rejectTable, in: connection)
    guard try connection.has(table: table) else { return new(more) }
    let found = try DuckDBTable(
      table, columns: there(columns, in: connection), key: [], in: connection)
    var gathering: String?
    var inspection: SinkInspection.Replacement?
    if mode == .replace {
      let replacement = DuckDBReplacement(of: found, jobs, in: connection)
      inspection = try replacement.inspection()
      gathering = replacement.name
    }
    return try SinkInspection.fits(
      jobs, replacing: inspection, choices,
      changes: changes(of: columns, in: connection).statements + more,
      notes: [found.note].compactMap { $0 }
    ) { job throws(ImportError) in
      let progress = SQLProgressTable(in: connection)
      guard try progress.isThere() else { return nil }
      return try known.checkpoint(
        of: job, in: gathering, shown: "\"\(gathering ?? table)\"", progress)
    }
  }

  /// Compares what is there with the job, before anything is made or changed.
  func check(
    _ jobs: [JobIdentity?], _ columns: [ImportColumn], _ key: [Int],
    in connection: DuckDBConnection
  ) throws(ImportError) -> KnownProgress<ProgressRow> {
    for name in [table, rejectTable].compactMap({ $0 }) {
      try DuckDBTable.check(name: name, in: connection)
    }
    let known = try connection.known(table, for: mode == .replace ? [] : jobs, choices)
    try known.check(
      connection.table(named: table), isThere: connection.has(table: table), in: connection)
    guard try connection.has(table: table) else { return known }
    _ = try DuckDBTable(table, columns: there(columns, in: connection), key: [], in: connection)
    let names = Set(key.map { columns[$0].name })
    if !changes.indexes.contains(where: { $0.isUnique && Set($0.columns) == names }) {
      try checkKey(columns, key, in: connection)
    }
    return known
  }

  /// The columns that need not be added.
  private func there(
    _ columns: [ImportColumn], in connection: DuckDBConnection
  ) throws(ImportError) -> [ImportColumn] {
    guard changes.addsColumns else { return columns }
    return try changes(of: columns, in: connection).there(columns)
  }

  /// Compares the table with the job.
  func changes(
    of columns: [ImportColumn], in connection: DuckDBConnection
  ) throws(ImportError) -> SQLTableChanges {
    try SQLTableChanges(of: connection.table(named: table), columns, changes, in: connection)
  }

  /// Throws when the mode needs a unique index that an existing table does not have.
  func checkKey(
    _ columns: [ImportColumn], _ key: [Int], in connection: DuckDBConnection
  ) throws(ImportError) {
    guard !key.isEmpty else { return }
    let names = Set(key.map { columns[$0].name.asciiLowercased })
    guard try !DuckDBTable.keys(of: table, in: connection).contains(names) else { return }
    throw TablePlace(DuckDBTable.place(table, connection)).hasNoKey(
      key.map { "\"\(columns[$0].name)\"" }, for: mode)
  }
}
