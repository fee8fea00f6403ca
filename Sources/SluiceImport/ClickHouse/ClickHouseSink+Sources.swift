extension ClickHouseSink {
  public func knownSources() throws(ImportError) -> [KnownSource] {
    let connection = try ClickHouseConnection(address, waits)
    guard let identity = try ClickHouseTableState(of: table, in: connection)?.identity,
      try ClickHouseProgressTable.isThere(in: connection)
    else { return [] }
    let rows = try ClickHouseProgressTable.rows(
      where: ClickHouseProgressTable.condition(targetID: identity), in: connection)
    return try rows.filter { !$0.checkpoint.isEmpty }.map { row throws(ImportError) in
      KnownSource(
        source: row.source,
        checkpoint: try Checkpoint(
          parsing: row.checkpoint, at: "the progress of \(row.source)"))
    }
  }
}
