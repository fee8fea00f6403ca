extension MariaDBSink {
  public func knownSources() throws(ImportError) -> [KnownSource] {
    guard !choices.contains(.restart) else { return [] }
    let connection = try MariaDBConnection(address, waits)
    return try MariaDBTableState(of: table, for: [], choices, in: connection).sources()
  }
}
