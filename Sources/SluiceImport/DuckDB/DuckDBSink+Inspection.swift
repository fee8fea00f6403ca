import Sluice
import SluiceSystem

extension DuckDBSink {
  public func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection {
    let key = try checked(columns)
    func new(_ more: [String]) -> SinkInspection {
      .new(
        DuckDBTable.creation(table, columns, key), for: jobs, mode,
        changes: creations(changes.indexes) + more)
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
      changes: statements(columns, in: connection) + more, notes: [found.note].compactMap { $0 }
    ) { job throws(ImportError) in
      let progress = SQLProgressTable(in: connection)
      guard let gathering else {
        return try known.checkpoint(of: job, shown: "\"\(table)\"", in: progress)
      }
      guard try progress.isThere() else { return nil }
      return try progress.row(of: job.source, in: gathering)?
        .checkpoint(of: job, in: "\"\(gathering)\"", at: progress.place)
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
    let existing = ColumnPlaces(
      try DuckDBTable.existing(table, in: connection).map(\.name), normal: \.asciiLowercased)
    return columns.filter { existing.contains($0.name) }
  }

  /// The statements that change the table as the job asks for.
  func statements(
    _ columns: [ImportColumn], in connection: DuckDBConnection
  ) throws(ImportError) -> [String] {
    var statements: [String] = []
    if changes.addsColumns {
      let there = Set(try there(columns, in: connection).map(\.name))
      statements = columns.filter { !there.contains($0.name) }.map { column in
        "ALTER TABLE \(DuckDBConnection.quoted(table)) ADD COLUMN"
          + " \(DuckDBConnection.quoted(column.name)) \(DuckDBTable.declaredType(column.type))"
      }
    }
    let existing = try connection.query(
      "SELECT index_name FROM duckdb_indexes() WHERE database_name = current_database() AND schema_name ="
        + " 'main' AND table_name = \(DuckDBConnection.literal(table))")
    let names = Set(existing.rows.compactMap { $0.first.flatMap { $0 } }.map { ByteName($0) })
    let keys = try DuckDBTable.keys(of: table, in: connection)
    return statements
      + creations(
        changes.indexes.filter { index in
          !names.contains(ByteName(indexName(index)))
            && !(index.isUnique && keys.contains(Set(index.columns.map(\.asciiLowercased))))
        })
  }

  private func indexName(_ index: TableIndex) -> String {
    "\(table)_\(index.columns.map(\.text).joined(separator: "_"))\(index.isUnique ? "_key" : "_idx")"
  }

  private func creations(_ indexes: [TableIndex]) -> [String] {
    indexes.map { index in
      let list = index.columns.map(DuckDBConnection.quoted).joined(separator: ", ")
      return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX"
        + " \(DuckDBConnection.quoted(indexName(index))) ON \(DuckDBConnection.quoted(table)) (\(list))"
    }
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
