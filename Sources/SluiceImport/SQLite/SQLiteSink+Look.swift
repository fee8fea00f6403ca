import CSQLite

extension SQLiteSink {
  /// Makes no file, not even beside the database.
  public func look(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkOutlook {
    let key = try mode.keyColumns(in: columns)
    let none: [Checkpoint?] = jobs.map { _ in nil }
    let new = SinkOutlook(state: .new(creation: creation(columns, key: key)), checkpoints: none)
    guard let connection = try SQLiteConnection(lookingAt: path) else { return new }
    guard try hasTable(for: columns, in: connection) else { return new }
    _ = try prepareInsert(columns, key: key, in: connection)
    guard try SQLiteProgress.isThere(in: connection) else {
      return SinkOutlook(state: .fits, checkpoints: none)
    }
    let name = SQLiteSink.folded(table)
    let checkpoints = try jobs.map { job throws(ImportError) -> Checkpoint? in
      guard let job else { return nil }
      if mode == .replace,
        try !SQLiteProgress.isInterruptedReplacement(job, name, in: connection)
      {
        return nil
      }
      return try SQLiteProgress.read(job, name, in: connection)
    }
    return SinkOutlook(state: .fits, checkpoints: checkpoints)
  }
}

extension SQLiteConnection {
  /// Opens a database that is only looked at; nil: there is none.
  ///
  /// SQLite makes files beside a database with write-ahead logging even for a reader, unless it is told
  /// that nobody changes it: that is so while it has no log, which is made by whoever opens it.
  convenience init?(lookingAt path: String) throws(ImportError) {
    guard OutputFile.isThere(path) else { return nil }
    let file = try OutputFile(lookingAt: path)
    guard file.isRegular else {
      throw ImportError(.sink, "\(path) is no file, and can't be a database")
    }
    guard file.length > 0 else { return nil }
    // sqlite.org/fileformat2.html section 1.3.1: the file format's read version; 2 is WAL.
    let hasLogging = try file.bytes(at: 19, count: 1) == [2]
    guard hasLogging, !OutputFile.isThere("\(path)-wal") else {
      try self.init(path, path: path, SQLITE_OPEN_READONLY, 1000)
      return
    }
    try self.init(
      SQLiteConnection.uri(path) + "?immutable=1", path: path,
      SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, 1000)
  }

  /// sqlite.org/uri.html section 3.1.
  private static func uri(_ path: String) -> String {
    var uri = path.hasPrefix("/") ? "file://" : "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x80...:
        uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      default: uri.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return uri
  }
}
