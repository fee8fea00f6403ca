extension SQLiteSink {
  public func knownSources() throws(ImportError) -> [KnownSource] {
    guard let connection = try SQLiteConnection(lookingAt: path, patience) else { return [] }
    let known = try known(
      [], SQLiteTableIdentity.read(of: table, in: connection), in: connection)
    let found = try known.own.map { row throws(ImportError) in
      try SQLiteProgress.checkpoint(of: row.source, row.target, in: connection)
        .map { KnownSource(source: row.source, checkpoint: $0) }
    }
    return found.compactMap { $0 }
  }
}
