extension MariaDBSink {
  public func knownSources() throws(ImportError) -> [KnownSource] {
    let connection = try MariaDBConnection(address, waits)
    return try MariaDBTableState(of: table, for: [], choices, in: connection).sources()
  }
}
