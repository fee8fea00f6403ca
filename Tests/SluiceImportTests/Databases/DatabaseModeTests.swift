import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// What the modes promise in every database that has them.
@Suite("Modes of a job into any database")
struct DatabaseModeTests {
  let folder: TemporaryFolder
  private let columns = ["id:int=id", "v:text=v"]
  private let twice =
    "{\"id\":1,\"v\":\"a\"}\n{\"id\":2,\"v\":\"b\"}\n{\"id\":1,\"v\":\"c\"}\n{\"v\":\"no key\"}\n"

  init() throws { folder = try TemporaryFolder() }

  private func database(_ kind: AnyTestDatabase.Kind) throws -> AnyTestDatabase {
    try AnyTestDatabase(kind, in: folder.path)
  }

  private func sink(_ database: AnyTestDatabase, _ mode: WriteMode) throws -> any Sink {
    try SinkTarget(parsing: database.target).sink(table: "t", mode: mode)
  }

  @discardableResult
  private func run(
    _ feed: FeedSource, into database: AnyTestDatabase, _ mode: WriteMode, batch: Int = 10_000,
    breakingAfter commits: Int? = nil
  ) throws -> ImportSummary {
    let sink = try sink(database, mode)
    return try runJob(
      feed, into: commits.map { BreakingSink(sink, commits: $0) } ?? sink, columns,
      batchSize: batch, rejectFile: folder["rejects.ndjson"])
  }

  /// Tables that are made by the job and by someone else.
  private func forEachTable(
    _ kind: AnyTestDatabase.Kind, _ body: (AnyTestDatabase) throws -> Void
  ) throws {
    let database = try database(kind)
    for sql in [nil, "CREATE TABLE t (id bigint UNIQUE, v text, CHECK (id < 100))"] {
      if let sql { try database.execute(sql) }
      try body(database)
      try database.execute("DROP TABLE t")
      try database.execute("DELETE FROM sluice_progress")
    }
  }

  @Test(
    "upsert keeps the last row of each key, within a batch and across, and rejects rows without one",
    arguments: AnyTestDatabase.Kind.there, [1, 2, 100])
  func upsert(kind: AnyTestDatabase.Kind, batch: Int) throws {
    try forEachTable(kind) { database in
      let feed = try folder.write(twice, to: "feed.ndjson")
      for name in ["feed", "copy"] {
        let copy = try folder.write(twice, to: "\(name).ndjson")
        let summary = try run(.file(copy), into: database, .upsert(key: ["id"]), batch: batch)
        #expect(summary.rows == 3 && summary.rejects == 1)
      }
      #expect(try database.rows() == ["1|c", "2|b"])
      #expect(folder.lines("rejects.ndjson").allSatisfy { $0.contains("part of the key") })
      try folder.append("{\"id\":2}\n{\"id\":3}\n", to: "feed.ndjson")
      try run(.file(feed), into: database, .upsert(key: ["id"]))
      #expect(try database.rows() == ["1|c", "2|NULL", "3|NULL"])
    }
  }

  @Test(
    "ignore keeps the first row of each key, within a batch and across, and counts those it skips",
    arguments: AnyTestDatabase.Kind.there, [1, 2, 100])
  func ignore(kind: AnyTestDatabase.Kind, batch: Int) throws {
    try forEachTable(kind) { database in
      let feed = try folder.write(twice, to: "feed.ndjson")
      func run() throws -> ImportSummary {
        try self.run(.file(feed), into: database, .ignore(key: ["id"]), batch: batch)
      }
      let summary = try run()
      #expect(summary.rows == 2 && summary.skippedByTarget == 1 && summary.rejects == 1)
      #expect(summary.rowRecords == 3 && summary.records == 4 && summary.totalRows == 2)
      #expect(try database.rows() == ["1|a", "2|b"])
      #expect(folder.lines("rejects.ndjson").allSatisfy { $0.contains("part of the key") })
      try folder.append("{\"id\":2,\"v\":\"x\"}\n{\"id\":3}\n", to: "feed.ndjson")
      let more = try run()
      #expect(more.rows == 1 && more.skippedByTarget == 1 && more.totalRows == 3)
      #expect(try database.rows() == ["1|a", "2|b", "3|NULL"])
    }
  }

  @Test(
    "ignore continues after its last commit, and counts each row once",
    arguments: AnyTestDatabase.Kind.there, 1...6)
  func ignoreResumed(kind: AnyTestDatabase.Kind, commits: Int) throws {
    let database = try database(kind)
    let mode = WriteMode.ignore(key: ["id"])
    let feed = try folder.write(
      (0..<10).map { "{\"id\":\($0 % 7),\"v\":\"\($0)\"}\n" }.joined(), to: "a.ndjson")
    try run(textFeed("{\"id\":3,\"v\":\"old\"}\n"), into: database, mode)
    #expect(throws: ImportError.self) {
      try run(.file(feed), into: database, mode, batch: 2, breakingAfter: commits)
    }
    let summary = try run(.file(feed), into: database, mode, batch: 2)
    #expect(summary.beginning == .resumed(offset: Int64((commits - 1) * 2 * 17)))
    #expect(summary.totalRows == 6)
    #expect(try database.rows() == (0..<7).map { $0 == 3 ? "3|old" : "\($0)|\($0)" })
  }

  @Test("upsert works when all columns are the key", arguments: AnyTestDatabase.Kind.there)
  func onlyKey(kind: AnyTestDatabase.Kind) throws {
    let database = try database(kind)
    for _ in 0..<2 {
      try run(textFeed(twice), into: database, .upsert(key: ["v", "id"]), batch: 2)
    }
    #expect(try database.rows() == ["1|a", "1|c", "2|b"])
  }

  @Test(
    "a key without a unique index, or that is no column, is refused before a row",
    arguments: AnyTestDatabase.Kind.there)
  func noIndex(kind: AnyTestDatabase.Kind) throws {
    let database = try database(kind)
    try database.execute("CREATE TABLE t (id bigint, v text)")
    let error = importError { try run(textFeed(twice), into: database, .upsert(key: ["id"])) }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("unique index on exactly") == true, "\(error as Any)")
    let other = importError { try run(textFeed(twice), into: database, .upsert(key: ["x"])) }
    #expect(other?.message.contains("\"x\" is not one of the columns \"id\", \"v\"") == true)
    #expect(try database.rows().isEmpty)
  }

  @Test(
    "replace empties the table, begins anew each time, and forgets other jobs' progress",
    arguments: AnyTestDatabase.Kind.there)
  func replace(kind: AnyTestDatabase.Kind) throws {
    let database = try database(kind)
    let a = try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "a.ndjson")
    let b = try folder.write("{\"id\":3}\n", to: "b.ndjson")
    try run(.file(a), into: database, .append)
    try run(.file(b), into: database, .append)
    #expect(try database.rows().count == 3)
    for _ in 0..<2 {
      #expect(try run(.file(b), into: database, .replace).beginning == .fresh)
      #expect(try database.rows() == ["3|NULL"])
    }
    // The other job's rows are gone, and it notices.
    #expect(try run(.file(a), into: database, .append).rows == 2)
    #expect(try database.rows().count == 3)
    // A pipe has no progress.
    try run(textFeed("{\"id\":9}\n"), into: database, .replace)
    #expect(try database.rows() == ["9|NULL"])
    #expect(try database.rows("SELECT count(*) FROM sluice_progress") == ["0"])
  }

  @Test(
    "an interrupted replacement continues where it was, and its old rows stay",
    arguments: AnyTestDatabase.Kind.there, 1...6)
  func replaceResumed(kind: AnyTestDatabase.Kind, commits: Int) throws {
    let database = try database(kind)
    let feed = try folder.write((0..<10).map { "{\"id\":\($0)}\n" }.joined(), to: "a.ndjson")
    try run(textFeed("{\"id\":77}\n"), into: database, .append)
    #expect(throws: ImportError.self) {
      try run(.file(feed), into: database, .replace, batch: 2, breakingAfter: commits)
    }
    #expect(try database.rows() == ["77|NULL"])
    let summary = try run(.file(feed), into: database, .replace, batch: 2)
    #expect(summary.beginning == .resumed(offset: Int64((commits - 1) * 2 * 9)))
    #expect(try database.rows() == (0..<10).map { "\($0)|NULL" })
    // The rows' progress was published with them.
    #expect(try run(.file(feed), into: database, .append).rows == 0)
  }

  @Test(
    "is refused when its table is gone, another one or empty, until the caller chooses",
    arguments: AnyTestDatabase.Kind.there)
  func tableState(kind: AnyTestDatabase.Kind) throws {
    let database = try database(kind)
    let feed = try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "feed.ndjson")
    func again(_ choices: TableChoices = []) throws -> ImportSummary {
      try runJob(
        .file(feed),
        into: SinkTarget(parsing: database.target).sink(table: "t", choices: choices), columns)
    }
    func refusal() -> String { importError { _ = try again() }?.message ?? "none" }
    _ = try again()
    try database.execute("DELETE FROM t")
    #expect(refusal().contains("is empty"))
    #expect(try again(.mayBeEmpty).records == 0 && again().records == 0)
    try database.execute("DROP TABLE t")
    #expect(refusal().contains("is gone"))
    try database.execute("CREATE TABLE t (id bigint, v text)")
    #expect(refusal().contains("another one"))
    #expect(try again([.adoptTable, .mayBeEmpty]).records == 0)
    #expect(try again(.restart).rows == 2)
    #expect(try database.rows() == ["1|NULL", "2|NULL"])
  }

  @Test(
    "a sink ends with its job, and its connection with it", arguments: AnyTestDatabase.Kind.there)
  func released(kind: AnyTestDatabase.Kind) throws {
    let database = try database(kind)
    let feed = try folder.write(twice, to: "feed.ndjson")
    weak var kept: (any Sink)?
    do {
      let sink = try sink(database, .append)
      kept = sink
      #expect(try runJob(.file(feed), into: sink, columns).rows == 4)
    }
    #expect(kept == nil)
  }
}
