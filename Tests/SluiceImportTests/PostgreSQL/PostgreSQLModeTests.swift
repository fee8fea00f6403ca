import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "Modes of a PostgreSQL job",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLModeTests {
  let server: TestPostgres
  let folder: TemporaryFolder
  private let columns = ["id:int=id", "v:text=v"]

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
  }

  private func sink(_ mode: WriteMode) throws -> PostgreSQLSink {
    try PostgreSQLSink(address: server.address, table: "t", mode: mode)
  }

  private func rows() throws -> [String] { try server.rows("SELECT id, v FROM t ORDER BY id") }

  private let twice =
    "{\"id\":1,\"v\":\"a\"}\n{\"id\":2,\"v\":\"b\"}\n{\"id\":1,\"v\":\"c\"}\n{\"v\":\"no key\"}\n"

  @Test(
    "upsert keeps the last row of each key, within a batch and across, and rejects rows without one",
    arguments: [nil, "CREATE TABLE t (id bigint UNIQUE, v text, CHECK (id < 100))"], [1, 2, 100])
  func upsert(sql: String?, batch: Int) throws {
    if let sql { try server.execute(sql) }
    let rejects = folder["rejects.ndjson"]
    for _ in 0..<2 {
      let summary = try runJob(
        textFeed(twice), into: sink(.upsert(key: ["id"])), columns, batchSize: batch,
        rejectFile: rejects)
      #expect(summary.rows == 3)
      #expect(summary.rejects == 1)
    }
    #expect(try rows() == ["1|'c'", "2|'b'"])
    #expect(folder.lines("rejects.ndjson").allSatisfy { $0.contains("part of the key") })
    try runJob(textFeed("{\"id\":2}\n{\"id\":3}\n"), into: sink(.upsert(key: ["id"])), columns)
    #expect(try rows() == ["1|'c'", "2|NULL", "3|NULL"])
  }

  @Test(
    "ignore keeps the first row of each key, within a batch and across, and counts those it skips",
    arguments: [nil, "CREATE TABLE t (id bigint UNIQUE, v text, CHECK (id < 100))"], [1, 2, 100])
  func ignore(sql: String?, batch: Int) throws {
    if let sql { try server.execute(sql) }
    let feed = try folder.write(twice, to: "feed.ndjson")
    func run() throws -> ImportSummary {
      try runJob(
        .file(feed), into: sink(.ignore(key: ["id"])), columns, batchSize: batch,
        rejectFile: folder["rejects.ndjson"])
    }
    let summary = try run()
    #expect(summary.rows == 2 && summary.skippedByTarget == 1 && summary.rejects == 1)
    #expect(summary.rowRecords == 3 && summary.records == 4 && summary.totalRows == 2)
    #expect(try rows() == ["1|'a'", "2|'b'"])
    #expect(folder.lines("rejects.ndjson").count == 1)
    #expect(folder.lines("rejects.ndjson").allSatisfy { $0.contains("part of the key") })
    try folder.append("{\"id\":2,\"v\":\"x\"}\n{\"id\":3}\n", to: "feed.ndjson")
    let more = try run()
    #expect(more.rows == 1 && more.skippedByTarget == 1 && more.totalRows == 3)
    #expect(try rows() == ["1|'a'", "2|'b'", "3|NULL"])
  }

  @Test("ignore continues after its last commit, and counts each row once", arguments: 1...6)
  func ignoreResumed(commits: Int) throws {
    let feed = try folder.write(
      (0..<10).map { "{\"id\":\($0 % 7),\"v\":\"\($0)\"}\n" }.joined(), to: "a.ndjson")
    try runJob(textFeed("{\"id\":3,\"v\":\"old\"}\n"), into: sink(.ignore(key: ["id"])), columns)
    #expect(throws: ImportError.self) {
      try runJob(
        .file(feed), into: BreakingSink(sink(.ignore(key: ["id"])), commits: commits), columns,
        batchSize: 2)
    }
    let summary = try runJob(.file(feed), into: sink(.ignore(key: ["id"])), columns, batchSize: 2)
    #expect(summary.beginning == .resumed(offset: Int64((commits - 1) * 2 * 17)))
    #expect(summary.totalRows == 6)
    #expect(try rows() == (0..<7).map { $0 == 3 ? "3|'old'" : "\($0)|'\($0)'" })
  }

  @Test("upsert works when all columns are the key")
  func onlyKey() throws {
    for _ in 0..<2 {
      try runJob(
        textFeed(twice), into: sink(.upsert(key: ["v", "id"])), columns, batchSize: 2)
    }
    #expect(try rows() == ["1|'a'", "1|'c'", "2|'b'"])
  }

  @Test("upsert without a unique index, or with an unknown key column, is refused before a row")
  func noIndex() throws {
    try server.execute("CREATE TABLE t (id bigint, v text)")
    let error = importError {
      try runJob(textFeed(twice), into: sink(.upsert(key: ["id"])), columns)
    }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("needs a unique index on exactly its key") == true)
    let other = importError {
      try runJob(textFeed(twice), into: sink(.upsert(key: ["x"])), columns)
    }
    #expect(other?.message.contains("\"x\" is not one of the columns \"id\", \"v\"") == true)
  }

  @Test("replace empties the table, begins anew each time, and forgets other jobs' progress")
  func replace() throws {
    let (a, b) = (
      try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "a.ndjson"),
      try folder.write("{\"id\":3}\n", to: "b.ndjson")
    )
    try runJob(.file(a), into: sink(.append), columns)
    try runJob(.file(b), into: sink(.append), columns)
    #expect(try rows().count == 3)
    for _ in 0..<2 {
      let summary = try runJob(.file(b), into: sink(.replace), columns)
      #expect(summary.beginning == .fresh)
      #expect(try rows() == ["3|NULL"])
    }
    // The other job's rows are gone, and it notices.
    #expect(try runJob(.file(a), into: sink(.append), columns).rows == 2)
    #expect(try rows().count == 3)
    // A pipe has no progress.
    try runJob(textFeed("{\"id\":9}\n"), into: sink(.replace), columns)
    #expect(try rows() == ["9|NULL"])
    #expect(try server.rows("SELECT count(*) FROM sluice_progress") == ["0"])
  }

  @Test("an interrupted replace continues where it was", arguments: 1...6)
  func replaceResumed(commits: Int) throws {
    let feed = try folder.write((0..<10).map { "{\"id\":\($0)}\n" }.joined(), to: "a.ndjson")
    try runJob(textFeed("{\"id\":77}\n"), into: sink(.append), columns)
    #expect(throws: ImportError.self) {
      try runJob(
        .file(feed), into: BreakingSink(sink(.replace), commits: commits), columns, batchSize: 2)
    }
    let summary = try runJob(.file(feed), into: sink(.replace), columns, batchSize: 2)
    #expect(summary.beginning == .resumed(offset: Int64((commits - 1) * 2 * 9)))
    #expect(try rows() == (0..<10).map { "\($0)|NULL" })
  }
}
