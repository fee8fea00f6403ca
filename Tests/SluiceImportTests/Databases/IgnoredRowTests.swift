import Foundation
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// Rows that a trigger or a conflict clause of a SQLite table drops without an error.
@Suite("A row that a SQLite table ignores")
struct IgnoredRowTests {
  let folder: TemporaryFolder
  let database: TestDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try TestDatabase(folder["rows.db"])
  }

  private func run(_ mode: WriteMode, _ columns: [String] = ["id:int=id", "v:text=v"]) throws
    -> ImportSummary
  {
    try folder.write(
      (1...6).map { "{\"id\":\($0),\"v\":\"\($0)\"}\n" }.joined(), to: "feed.ndjson")
    return try runJob(
      .file(folder["feed.ndjson"]),
      into: SQLiteSink(path: folder["rows.db"], table: "t", mode: mode), columns,
      rejectFile: folder["rejects.ndjson"])
  }

  private func rejected() throws -> [Int] {
    try folder.lines("rejects.ndjson").map {
      #expect($0.contains("the table ignores this row"))
      return try JSON(parsing: $0)["record"]?.int ?? -1
    }
  }

  // It counted as stored by an upsert, and as one whose key is there by `ignore`.
  @Test(
    "by a trigger is a reject, whether rows have a key or not",
    arguments: [WriteMode.append, .upsert(key: ["id"]), .ignore(key: ["id"])])
  func trigger(mode: WriteMode) throws {
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT)")
    try database.execute(
      "CREATE TRIGGER odd BEFORE INSERT ON t WHEN new.id % 2 = 1 BEGIN SELECT RAISE(IGNORE); END")
    let summary = try run(mode)
    #expect(summary.rows == 3 && summary.rejects == 3 && summary.skippedByTarget == 0)
    #expect(try database.rows("SELECT id FROM t") == ["2", "4", "6"])
    #expect(try rejected() == [1, 3, 5])
  }

  @Test("by its trigger of updates is a reject of an upsert")
  func update() throws {
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT)")
    try database.execute("INSERT INTO t VALUES (3, 'old'), (4, 'old')")
    try database.execute(
      "CREATE TRIGGER three BEFORE UPDATE ON t WHEN new.id = 3 BEGIN SELECT RAISE(IGNORE); END")
    let summary = try run(.upsert(key: ["id"]))
    #expect(summary.rows == 5 && summary.rejects == 1)
    #expect(try database.rows("SELECT id FROM t WHERE v = 'old'") == ["3"])
    #expect(try rejected() == [3])
  }

  @Test(
    "by a trigger is told apart from one whose key is there",
    arguments: [["id:int=id", "v:text=v"], ["id:int=id"]])
  func known(columns: [String]) throws {
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT)")
    try database.execute(
      "CREATE TRIGGER five BEFORE INSERT ON t WHEN new.id = 5 BEGIN SELECT RAISE(IGNORE); END")
    try database.execute("INSERT INTO t VALUES (2, 'old')")
    let ignored = try run(.ignore(key: ["id"]), columns)
    #expect(ignored.rows == 4 && ignored.skippedByTarget == 1 && ignored.rejects == 1)
    #expect(try rejected() == [5])
  }

  @Test("by a trigger that another client makes while a job runs is a reject")
  func meanwhile() throws {
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT)")
    try folder.write((1...6).map { "{\"id\":\($0)}\n" }.joined(), to: "feed.ndjson")
    let job = try ImportJob(
      feed: .file(folder["feed.ndjson"]), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: SQLiteSink(path: folder["rows.db"], table: "t", mode: .ignore(key: ["id"])),
      options: ImportOptions(batchSize: 2, rejectFile: folder["rejects.ndjson"]))
    let summary = try job.run { progress in
      guard progress.records == 2 else { return }
      do {
        try database.execute(
          "CREATE TRIGGER five BEFORE INSERT ON t WHEN new.id = 5 BEGIN SELECT RAISE(IGNORE); END")
      } catch {
        Issue.record(error)
      }
    }
    #expect(summary.rows == 5 && summary.rejects == 1 && summary.skippedByTarget == 0)
    #expect(try rejected() == [5])
  }

  @Test("by a conflict clause of another key is told apart from one whose key is there")
  func clause() throws {
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT UNIQUE ON CONFLICT IGNORE)")
    try database.execute("INSERT INTO t VALUES (2, 'old'), (9, '5')")
    let summary = try run(.ignore(key: ["id"]))
    #expect(summary.rows == 4 && summary.skippedByTarget == 1 && summary.rejects == 1)
    #expect(try rejected() == [5])
  }

  @Test("is a reject of an upsert whose columns are all of the key, but not where the row is known")
  func onlyKey() throws {
    try database.execute("CREATE TABLE t (id INTEGER, v TEXT, UNIQUE (id, v))")
    try database.execute("INSERT INTO t VALUES (2, '2')")
    try database.execute(
      "CREATE TRIGGER five BEFORE INSERT ON t WHEN new.id = 5 BEGIN SELECT RAISE(IGNORE); END")
    let summary = try run(.upsert(key: ["id", "v"]))
    #expect(summary.rows == 5 && summary.rejects == 1)
    #expect(try rejected() == [5])
  }
}
