import Foundation
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// Keys that differ in bytes, and that a collation takes for one.
@Suite("A key that a database compares by a collation")
struct KeyCollationTests {
  let folder: TemporaryFolder
  private let lines = """
    {"k":"\u{1F600}","v":1}
    {"k":"A","v":3}
    {"k":"\u{1F601}","v":2}
    {"k":"a","v":4}
    {"k":"b","v":5}
    {"k":"A","v":6}

    """

  init() throws { folder = try TemporaryFolder() }

  private func run(_ sink: any Sink) throws -> ImportSummary {
    try folder.write(lines, to: "feed.ndjson")
    return try runJob(
      .file(folder["feed.ndjson"]), into: sink, ["k:text=k", "v:int=v"],
      rejectFile: folder["rejects.ndjson"])
  }

  private func rejects() throws -> [String] {
    try folder.lines("rejects.ndjson").map {
      let reject = try JSON(parsing: $0)
      return "\(reject["record"]?.int ?? -1) \(reject["message"]?.string ?? "")"
    }
  }

  private static let differs = "only in what the key's collation does not tell apart"

  // An emoji was merged with another one, and a with A; nothing was said.
  @Test(
    "of MariaDB merges no rows: the later ones are rejects, which say where the first is",
    .enabled(if: TestMariaDB.isThere, Comment(rawValue: TestMariaDB.reason)),
    arguments: [WriteMode.upsert(key: ["k"]), .ignore(key: ["k"])])
  func mariaDB(mode: WriteMode) throws {
    let database = try TestMariaDB()
    try database.execute(
      "CREATE TABLE t(k varchar(100) PRIMARY KEY, v bigint) CHARACTER SET utf8mb4"
        + " COLLATE utf8mb4_general_ci")
    try database.execute("INSERT INTO t VALUES ('B', 0)")
    let sink = try MariaDBSink(address: database.address, table: "t", mode: mode)
    let columns = try ["k:text=k", "v:int=v"].map { try ImportColumn(parsing: $0) }
    #expect(try sink.inspect(for: [nil], columns: columns).notes.map(\.kind) == [.keyCollation])
    let summary = try run(sink)
    let last = if case .upsert = mode { "41|6" } else { "41|3" }
    #expect(
      try database.rows("SELECT HEX(k), v FROM t ORDER BY v") == ["42|0", "F09F9880|1", last])
    let place = folder["feed.ndjson"]
    #expect(
      try rejects() == [
        "3 the key \u{1F601} differs from \u{1F600}, which came before, \(Self.differs):"
          + " that of record 1, at offset 0 of \(place)",
        "4 the key a differs from A, which came before, \(Self.differs):"
          + " that of record 2, at offset 19 of \(place)",
        "5 the key b differs from B, which is there, \(Self.differs)",
      ])
    #expect(summary.notes.map(\.kind) == [.keyCollation])
  }

  @Test(
    "of SQLite merges no rows: the later ones are rejects",
    arguments: [WriteMode.upsert(key: ["k"]), .ignore(key: ["k"])])
  func sqlite(mode: WriteMode) throws {
    let database = try TestDatabase(folder["db.sqlite"])
    try database.execute("CREATE TABLE t(k TEXT PRIMARY KEY COLLATE NOCASE, v INTEGER)")
    try database.execute("INSERT INTO t VALUES ('B', 0)")
    let summary = try run(SQLiteSink(path: folder["db.sqlite"], table: "t", mode: mode))
    let isUpsert = if case .upsert = mode { true } else { false }
    #expect(
      try database.rows("SELECT hex(k), v FROM t ORDER BY v").map {
        $0.replacingOccurrences(of: "'", with: "")
      } == ["42|0", "F09F9880|1", "F09F9881|2", isUpsert ? "41|6" : "41|3"])
    #expect(
      try rejects() == [
        "4 the key a differs from A, which is there, \(Self.differs)",
        "5 the key b differs from B, which is there, \(Self.differs)",
      ])
    #expect(summary.skippedByTarget == (isUpsert ? 0 : 1))
    #expect(summary.notes.map(\.kind) == [.keyCollation])
  }

  @Test(
    "of PostgreSQL that is not deterministic is refused before the first row",
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
  func postgres() throws {
    let database = try TestPostgres()
    try database.execute(
      "CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")
    try database.execute("CREATE TABLE t(k text COLLATE ci PRIMARY KEY, v bigint)")
    let error = importError {
      _ = try run(
        PostgreSQLSink(address: database.address, table: "t", mode: .upsert(key: ["k"])))
    }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("by the collation ci") == true, "\(error as Any)")
    #expect(try database.rows("SELECT count(*) FROM t") == ["0"])
  }

  @Test(
    "A double of MariaDB that rounds its values is refused before the first row",
    .enabled(if: TestMariaDB.isThere, Comment(rawValue: TestMariaDB.reason)))
  func narrowDouble() throws {
    let database = try TestMariaDB()
    try database.execute("CREATE TABLE t(v double(10,2))")
    let error = importError {
      try runJob(
        textFeed("{\"v\":1.239}\n"), into: MariaDBSink(address: database.address, table: "t"),
        ["v:real=v"])
    }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("as double(10,2)") == true, "\(error as Any)")
  }
}
