import SluiceFeed

/// What a sink asks a database besides a session, without a change.
protocol TableReading {
  func countRows(of sink: DatabaseSink) throws(ImportError) -> Int64?
  func knownSources(of sink: DatabaseSink) throws(ImportError) -> [KnownSource]
  func forEachReject(of sink: DatabaseSink, _ body: (Reject) throws -> Void) throws
}

/// The tables of a database, for reading.
struct SQLTables<Database: SQLDatabase>: TableReading {
  /// Opens the database for reading; nil: it does not exist.
  let look: (SinkWaits) throws(ImportError) -> Database?

  func countRows(of sink: DatabaseSink) throws(ImportError) -> Int64? {
    guard let database = try look(sink.waits) else { return 0 }
    let table = try database.table(named: sink.table)
    guard try !database.columnNames(of: table).isEmpty else { return 0 }
    return try database.rows(of: "SELECT count(*) FROM \(table)").first?.first.flatMap { $0 }
      .flatMap { Int64($0) }
  }

  func knownSources(of sink: DatabaseSink) throws(ImportError) -> [KnownSource] {
    try look(sink.waits)?.knownSources(of: sink.table, sink.choices) ?? []
  }

  func forEachReject(of sink: DatabaseSink, _ body: (Reject) throws -> Void) throws {
    guard let rejectTable = sink.rejectTable, let database = try look(sink.waits) else { return }
    let (name, identity) = try database.identity(of: sink.table)
    try SQLRejectTable(reading: rejectTable, in: database).forEach(of: name, identity, body)
  }
}
