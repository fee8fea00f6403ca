import SluiceSystem

extension DuckDBSink {
  public func knownSources() throws(ImportError) -> [KnownSource] {
    guard DuckDBConnection.obstacle == nil, FileSystem.isThere(path)
    else { return [] }
    let connection = try DuckDBConnection(path: path, isReadOnly: true)
    return try DuckDBKnownRows(of: table, for: [], choices, in: connection).sources()
  }
}
