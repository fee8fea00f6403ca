/// A sink that can replace its target's rows.
protocol ReplacingSink: Sink {
  /// The same target in mode `append`, which inspects what was published, and not what the next replacement begins with.
  func appending() throws(ImportError) -> any Sink
}

extension SQLiteSink: ReplacingSink {
  func appending() throws(ImportError) -> any Sink { try SQLiteSink(path: path, table: table) }
}

extension PostgreSQLSink: ReplacingSink {
  func appending() throws(ImportError) -> any Sink {
    try PostgreSQLSink(address: address, table: table)
  }
}

extension MariaDBSink: ReplacingSink {
  func appending() throws(ImportError) -> any Sink {
    try MariaDBSink(address: address, table: table)
  }
}

extension DuckDBSink: ReplacingSink {
  func appending() throws(ImportError) -> any Sink { try DuckDBSink(path: path, table: table) }
}

extension ClickHouseSink: ReplacingSink {
  func appending() throws(ImportError) -> any Sink {
    try ClickHouseSink(address: address, table: table)
  }
}

extension FileSink: ReplacingSink {
  func appending() throws(ImportError) -> any Sink {
    try FileSink(path: path, descriptor: descriptor, format: format, mode: .append)
  }
}
