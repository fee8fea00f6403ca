import CSQLite
import Sluice
import SluiceSystem

extension SQLiteSink {
  /// Makes no file, not even a side file of the database.
  public func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection {
    let key = try mode.keyColumns(in: columns)
    let none: [Checkpoint?] = jobs.map { _ in nil }
    try changes.check(columns)
    var new = SinkInspection(state: .new(creation: creation(columns, key: key)), checkpoints: none)
    guard let connection = try SQLiteConnection(lookingAt: path, patience) else {
      // An empty database in memory has no indexes either.
      let empty = try SQLiteConnection(path: ":memory:", patience)
      new.changes =
        try changes(of: columns, in: empty).indexes
        + SQLRejectTable.creations(rejectTable, in: empty)
      return mode == .replace ? new.beginning(.begun) : new
    }
    let hasTable = try hasTable(for: columns, in: connection)
    let hasProgress = try SQLProgressTable(in: connection).isThere()
    let known = try known(jobs, in: connection)
    try known.check(connection.table(named: table), isThere: hasTable, in: connection)
    let changed = try changes(of: columns, in: connection)
    let statements =
      try (hasTable ? changed.statements : changed.indexes)
      + SQLRejectTable.creations(rejectTable, in: connection)
    if hasTable { try checkInsert(columns, key: key, in: connection) }
    let state = hasTable ? SinkInspection.State.fits : new.state
    let collation =
      mode == .replace ? nil : try SQLiteKeyCollation(of: columns, key, in: table, connection)
    let notes = [changed.note, collation?.note(name)].compactMap { $0 }
    guard mode == .replace else {
      let goesOn = hasProgress && !choices.contains(.restart)
      return SinkInspection(
        state: state,
        checkpoints: goesOn
          ? try checkpoints(of: jobs, connection) { known.row(of: $0.source)?.target ?? table }
          : none,
        changes: statements, notes: notes)
    }
    let start =
      try hasProgress ? replacementStart(jobs, in: connection) : .anew(discarding: nil, reason: nil)
    let found =
      switch start {
      case .resume(let known): try checkpoints(of: jobs, connection) { _ in known.side }
      case .anew: none
      }
    return SinkInspection(state: state, checkpoints: found, changes: statements, notes: notes)
      .beginning(start.inspection)
  }

  /// Prepares the statement for the columns that are there, unless an index is to be made that it needs.
  private func checkInsert(
    _ columns: [ImportColumn], key: [Int], in connection: SQLiteConnection
  ) throws(ImportError) {
    let there = try changes(of: columns, in: connection).there(columns)
    let missing = Set(columns.map(\.name)).subtracting(there.map(\.name))
    let names = key.map { columns[$0].name }
    let isMade = changes.indexes.contains { $0.isUnique && Set($0.columns) == Set(names) }
    let known = isMade || !missing.isDisjoint(with: names) ? [] : try mode.keyColumns(in: there)
    guard !there.isEmpty else { return }
    _ = try prepareInsert(there, into: table, key: known, in: connection)
  }

  private func checkpoints(
    of jobs: [JobIdentity?], _ connection: SQLiteConnection, in target: (JobIdentity) -> String
  ) throws(ImportError) -> [Checkpoint?] {
    try jobs.map { job throws(ImportError) in
      guard let job else { return nil }
      let progress = SQLProgressTable(in: connection)
      return try progress.row(of: job.source, in: SQLiteSink.folded(target(job)))?
        .checkpoint(of: job, in: "\"\(target(job))\"", at: progress.place)
    }
  }
}

extension SQLiteConnection {
  /// Opens a database only for inspection; nil: it does not exist.
  ///
  /// SQLite makes side files for a database with write-ahead logging even for a reader, unless the caller
  /// declares it immutable. It is immutable while it has no log, because every process that opens it makes
  /// one.
  convenience init?(
    lookingAt path: String, _ patience: SQLitePatience
  ) throws(ImportError) {
    guard FileSystem.isThere(path) else { return nil }
    let file = try OutputFile(lookingAt: path)
    guard file.isRegular else {
      throw ImportError(.sink, "\(path) is not a file, and can't be a database")
    }
    guard file.length > 0 else { return nil }
    // sqlite.org/fileformat2.html section 1.3.1: the file format's read version; 2 is WAL.
    let hasLogging = try file.bytes(at: 19, count: 1) == [2]
    guard hasLogging, !FileSystem.isThere("\(path)-wal") else {
      try self.init(path, path: path, SQLITE_OPEN_READONLY, patience)
      return
    }
    try self.init(
      SQLiteConnection.uri(path) + "?immutable=1", path: path,
      SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, patience)
  }

  /// sqlite.org/uri.html section 3.1.
  private static func uri(_ path: String) -> String {
    var uri = path.starts(withText: "/") ? "file://" : "file:"
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
