/// The rows that a replacement gathers in a side table, with what its session has.
struct SQLiteGathering: RowReplacement {
  let replacement: SQLiteReplacement
  let columns: [ImportColumn]
  let loader: SQLiteLoader
  let connection: SQLiteConnection

  /// Where the rows go.
  var target: SQLTarget { SQLTarget(table: replacement.side, nil, .replace) }

  func beginAnew(
    _ target: SQLTarget, _ rejects: SQLRejectTable<SQLiteConnection>?
  ) throws(ImportError) -> SQLTarget {
    try connection.inTransaction { () throws(ImportError) in
      try replacement.checkIsThere(in: connection)
      try connection.perform("DELETE FROM \(name: replacement.side)")
      try SQLProgressTable(in: connection).forget(target: target.recorded)
      try rejects?.forget(target: replacement.side)
    }
    return target
  }

  func publish(
    _ target: SQLTarget, _ gathered: GatheredRows, _ rejects: SQLRejectTable<SQLiteConnection>?
  ) throws(ImportError) -> Int64 {
    loader.abandon()
    try connection.inTransaction { () throws(ImportError) in
      let tableID =
        try replacement.sources == nil
        ? SQLiteTableIdentity.read(of: replacement.target, in: connection)
        : SQLiteTableIdentity.ready(for: replacement.target, in: connection)
      try loader.checkTypes()
      try replacement.publish(columns, gathered, tableID: tableID, in: connection)
      try rejects?.publish(
        from: replacement.side, to: RejectTarget(name: replacement.target, tableID: tableID))
    }
    return 0
  }

  /// A replacement without sources can't be resumed; if it can't be removed now, the next one removes it.
  func abandon(_ rejects: SQLRejectTable<SQLiteConnection>?) {
    guard replacement.sources == nil else { return }
    try? connection.inTransaction { () throws(ImportError) in
      try replacement.checkIsThere(in: connection)
      try replacement.discard(in: connection)
      try rejects?.forget(target: replacement.side)
    }
  }
}
