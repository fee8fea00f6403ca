import Sluice

extension MariaDBSink {
  public func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection {
    let key = try checked(columns)
    let connection = try MariaDBConnection(address, waits)
    let state = try check(jobs, columns, key, in: connection)
    let more = try SQLRejectTable.creations(rejectTable, in: connection)
    guard try MariaDBTable.isThere(table, in: connection) else {
      let creation = MariaDBTable.creation(table, columns, key, isMariaDB: connection.isMariaDB)
      return SinkInspection.new(
        creation, for: jobs, mode,
        changes: connection.creations(
          of: changes.indexes, on: connection.table(named: table)) + more)
    }
    let changed = try changes(of: columns, in: connection)
    var inspection: SinkInspection.Replacement?
    var gathering: String?
    if mode == .replace {
      let there = try there(columns, in: connection)
      let found = try MariaDBTable(table, columns: there, key: [], in: connection)
      let replacement = try MariaDBReplacement(of: found, jobs, in: connection)
      inspection = try replacement.inspection()
      gathering = replacement.name
    }
    let there = try there(columns, in: connection)
    let thereAt = ColumnPlaces(there.map(\.name))
    let places = key.compactMap { thereAt[columns[$0].name] }
    let collation =
      try mode != .replace && places.count == key.count
      ? MariaDBKeyCollation(
        of: MariaDBTable(table, columns: there, key: [], in: connection), key: places) : nil
    let notes = [changed.note, collation?.note("the \(MariaDBTable.place(table, connection))")]
    return try SinkInspection.fits(
      jobs, replacing: inspection, choices, changes: changed.statements + more,
      notes: notes.compactMap { $0 }
    ) { job throws(ImportError) in
      try state.progress.checkpoint(
        of: job, in: gathering, shown: "\"\(gathering ?? table)\"",
        SQLProgressTable(in: connection))
    }
  }

  /// Compares what is there with the job, before anything is made or changed.
  func check(
    _ jobs: [JobIdentity?], _ columns: [ImportColumn], _ key: [Int],
    in connection: MariaDBConnection
  ) throws(ImportError) -> MariaDBTableState {
    _ = try MariaDBNames(of: columns, in: connection)
    let state = try MariaDBTableState(
      of: table, for: mode == .replace ? [] : jobs, choices, in: connection)
    try state.progress.check(
      connection.table(named: table), isThere: state.isThere, in: connection)
    guard state.isThere else { return state }
    _ = try MariaDBTable(
      table, columns: there(columns, in: connection), key: [], in: connection)
    let names = Set(key.map { columns[$0].name })
    if !changes.indexes.contains(where: { $0.isUnique && Set($0.columns) == names }) {
      try checkKey(columns, key, in: connection)
    }
    return state
  }

  /// The columns that need not be added.
  private func there(
    _ columns: [ImportColumn], in connection: MariaDBConnection
  ) throws(ImportError) -> [ImportColumn] {
    guard changes.addsColumns else { return columns }
    return try changes(of: columns, in: connection).there(columns)
  }

  /// Throws when the mode needs a unique index that an existing table does not have.
  func checkKey(
    _ columns: [ImportColumn], _ key: [Int], in connection: MariaDBConnection
  ) throws(ImportError) {
    guard !key.isEmpty else { return }
    let indexes = try MariaDBUniqueness.indexes(of: table, in: connection).filter(\.isUnique)
    let keyNames = key.map { columns[$0].name }
    let names = try MariaDBNames(keyNames + indexes.flatMap(\.columns), in: connection)
    let folded = Set(keyNames.map { names[$0] })
    let isThere = indexes.contains { Set($0.columns.map { names[$0] }) == folded }
    guard !isThere else { return }
    throw TablePlace(MariaDBTable.place(table, connection)).hasNoKey(
      key.map { "\"\(columns[$0].name)\"" }, for: mode)
  }

  /// Makes the table if it is missing.
  func make(
    _ columns: [ImportColumn], _ key: [Int], in connection: MariaDBConnection
  ) throws(ImportError) {
    guard try !MariaDBTable.isThere(table, in: connection) else { return }
    let answer = connection.run(
      MariaDBTable.creation(table, columns, key, isMariaDB: connection.isMariaDB))
    // Another job may have been faster.
    guard answer.isDone || answer.error == 1050 else { throw connection.fault(answer) }
  }
}
