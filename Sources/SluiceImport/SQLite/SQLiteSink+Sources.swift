extension SQLiteSink {
  public func knownSources() throws(ImportError) -> [KnownSource] {
    guard let connection = try SQLiteConnection(lookingAt: path, patience) else { return [] }
    return try known([], SQLiteTableIdentity.read(of: table, in: connection), in: connection)
      .sources()
  }
}
