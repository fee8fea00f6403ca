extension PostgreSQLSink {
  public func knownSources() throws(ImportError) -> [KnownSource] {
    let connection = try PostgreSQLConnection(reading: address, waits)
    let home = try PostgreSQLHome(of: PostgreSQLName(table, in: connection), in: connection)
    let stored = try PostgreSQLProgressTable.find(for: home, connection)
    return try PostgreSQLTableState(of: home, for: [], choices, in: stored, connection).sources()
  }
}
