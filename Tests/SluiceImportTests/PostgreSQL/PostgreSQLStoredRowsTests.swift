import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "Rows that a PostgreSQL job counts",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLStoredRowsTests {
  let server: TestPostgres
  let folder: TemporaryFolder

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
  }

  private static let base = "CREATE TABLE base (id bigint, CHECK (id <> 6)); "
  private static func trigger(_ when: String, _ body: String, on table: String) -> String {
    """
    CREATE FUNCTION act() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN \(body) END$$;
    CREATE TRIGGER act \(when) INSERT ON \(table) FOR EACH ROW EXECUTE FUNCTION act()
    """
  }

  @Test(
    "are those that the server reports as stored",
    arguments: [
      (
        "CREATE TABLE t (id bigint, CHECK (id <> 6)); "
          + trigger("BEFORE", "IF NEW.id % 2 = 1 THEN RETURN NULL; END IF; RETURN NEW;", on: "t"),
        "SELECT id FROM t", ["0", "2", "4", "8"], 5
      ),
      (
        base + "CREATE VIEW t AS SELECT * FROM base; "
          + trigger(
            "INSTEAD OF",
            "IF NEW.id % 2 = 1 THEN RETURN NULL; END IF; INSERT INTO base VALUES (NEW.id); RETURN NEW;",
            on: "t"), "SELECT id FROM base", ["0", "2", "4", "8"], 5
      ),
      (
        base + "CREATE TABLE t (id bigint); CREATE RULE r AS ON INSERT TO t WHERE NEW.id % 2 = 0"
          + " DO INSTEAD INSERT INTO base VALUES (NEW.id)", "SELECT id FROM t",
        ["1", "3", "5", "7", "9"], 4
      ),
      (
        base + "CREATE TABLE t (id bigint); CREATE RULE r AS ON INSERT TO t DO INSTEAD NOTHING",
        "SELECT id FROM t", [], 10
      ),
      (
        "CREATE TABLE t (id bigint, CHECK (id <> 6)); CREATE TABLE log (id bigint);"
          + " CREATE RULE r AS ON INSERT TO t DO ALSO INSERT INTO log VALUES (NEW.id)",
        "SELECT id FROM t", ["0", "1", "2", "3", "4", "5", "7", "8", "9"], 0
      ),
    ] as [(String, String, [String], Int64)], [3, 10_000])
  func stored(
    table: (sql: String, query: String, rows: [String], skipped: Int64), batchSize: Int
  ) throws {
    try server.execute(table.sql)
    let feed = try folder.write((0..<10).map { "{\"id\":\($0)}\n" }.joined(), to: "a.ndjson")
    func run() throws -> ImportSummary {
      try runJob(
        .file(feed), into: PostgreSQLSink(address: server.address, table: "t"), ["id:int=id"],
        batchSize: batchSize)
    }
    let summary = try run()
    #expect(try server.rows(table.query) == table.rows)
    #expect(summary.rows == Int64(table.rows.count))
    #expect(summary.skippedByTarget == table.skipped)
    #expect(summary.rejects == 10 - summary.rows - table.skipped)
    #expect(summary.records == 10)
    #expect(summary.json(seconds: 1)["skipped_by_target"]?.int64 == table.skipped)
    #expect(try run().totalRows == summary.rows)
  }

  @Test("exclude changes of an upsert that a trigger prevents")
  func upsert() throws {
    try server.execute(
      "CREATE TABLE t (id bigint UNIQUE, v bigint); "
        + PostgreSQLStoredRowsTests.trigger(
          "BEFORE", "IF NEW.v = 3 THEN RETURN NULL; END IF; RETURN NEW;", on: "t"))
    let text = [(1, 1), (2, 3), (1, 2), (3, 3), (3, 4)].map { "{\"id\":\($0.0),\"v\":\($0.1)}\n" }
    let summary = try runJob(
      textFeed(text.joined()),
      into: PostgreSQLSink(address: server.address, table: "t", mode: .upsert(key: ["id"])),
      ["id:int=id", "v:int=v"])
    #expect(try server.rows("SELECT id, v FROM t ORDER BY id") == ["1|2", "3|4"])
    #expect(summary.rows == 4 && summary.skippedByTarget == 1)
  }

  // They were called "rows with their keys are there".
  @Test(
    "include those that a trigger drops where rows are skipped by their keys, as a note says")
  func mixed() throws {
    try server.execute("CREATE TABLE t (id bigint UNIQUE); INSERT INTO t VALUES (1)")
    func run() throws -> ImportSummary {
      try runJob(
        textFeed((0..<4).map { "{\"id\":\($0)}\n" }.joined()),
        into: PostgreSQLSink(address: server.address, table: "t", mode: .ignore(key: ["id"])),
        ["id:int=id"])
    }
    try server.execute(
      PostgreSQLStoredRowsTests.trigger(
        "BEFORE", "IF NEW.id = 3 THEN RETURN NULL; END IF; RETURN NEW;", on: "t"))
    let summary = try run()
    #expect(summary.rows == 2 && summary.skippedByTarget == 2)
    #expect(summary.notes.map(\.kind) == [.unchecked])
    #expect(summary.notes.first?.message.contains("triggers or rules, which may drop rows") == true)
    try server.execute("DROP TRIGGER act ON t")
    #expect(try run().notes == [])
  }

  // Only the run that was killed had counted them.
  @Test("exclude, for later runs too, those that a trigger dropped before")
  func droppedBefore() throws {
    try server.execute(
      "CREATE TABLE t (id bigint); "
        + PostgreSQLStoredRowsTests.trigger(
          "BEFORE", "IF NEW.id % 2 = 1 THEN RETURN NULL; END IF; RETURN NEW;", on: "t"))
    let feeds = try ["a", "b"].map {
      try folder.write((0..<10).map { "{\"id\":\($0)}\n" }.joined(), to: "\($0).ndjson")
    }
    func run(failing: Bool = false) throws -> ImportSummary {
      let sink = try PostgreSQLSink(address: server.address, table: "t")
      return try runJob(
        .files(feeds), into: failing ? BreakingSink(sink, commits: 3) : sink, ["id:int=id"],
        batchSize: 4)
    }
    #expect(throws: ImportError.self) { try run(failing: true) }
    let first = try Int64(server.rows("SELECT count(*) FROM t")[0]) ?? 0
    let rest = try run()
    #expect(first > 0 && rest.rows == 10 - first && rest.totalRows == 10)
    #expect(rest.skippedByTarget == 10 - first && rest.totalSkippedByTarget == 10)
    #expect(rest.json(seconds: 1)["total_skipped_by_target"]?.int64 == 10)
    #expect(try run().totalSkippedByTarget == 10)
  }

  // A trigger that another client made meanwhile kept the new rows from taking the old ones' place.
  @Test(
    "exclude rows of a replacement that a trigger ignores at the end", arguments: [false, true])
  func replacement(isMadeMeanwhile: Bool) throws {
    try server.execute("CREATE TABLE t (id bigint)")
    var trigger: String? = PostgreSQLStoredRowsTests.trigger(
      "BEFORE", "IF NEW.id = 3 THEN RETURN NULL; END IF; RETURN NEW;", on: "t")
    func makeTrigger() throws {
      try trigger.map { try server.execute($0) }
      trigger = nil
    }
    if !isMadeMeanwhile { try makeTrigger() }
    let summary = try runJob(
      textFeed((0..<10).map { "{\"id\":\($0)}\n" }.joined()),
      into: PostgreSQLSink(address: server.address, table: "t", mode: .replace), ["id:int=id"],
      batchSize: 4
    ) { _ in
      do { try makeTrigger() } catch { Issue.record(error) }
    }
    #expect(trigger == nil)
    #expect(summary.rows == 9 && summary.skippedByTarget == 1)
    #expect(try server.rows("SELECT count(*) FROM t") == ["9"])
  }

  @Test("go to the schema in the table's name, if it exists")
  func schemaAndTable() throws {
    let app = server.schema + "_a"
    try server.execute("CREATE SCHEMA \(app)")
    defer { try? server.execute("DROP SCHEMA \(app) CASCADE") }
    func run(_ name: String) throws {
      try runJob(
        textFeed("{\"id\":1}\n"), into: PostgreSQLSink(address: server.address, table: name),
        ["id:int=id"])
    }
    // Made there, and found there.
    try run("\(app).ev")
    try run("\(app).ev")
    #expect(try server.rows("SELECT count(*) FROM \(app).ev") == ["2"])
    // No such schema: a name with a point.
    try run("none.ev")
    #expect(try server.rows("SELECT count(*) FROM \"none.ev\"") == ["1"])
    // A table of the whole name, and none in the schema.
    try server.execute("CREATE TABLE \"\(app).other\" (id bigint)")
    try run("\(app).other")
    #expect(try server.rows("SELECT count(*) FROM \"\(app).other\"") == ["1"])
    // Both.
    try server.execute("CREATE TABLE \"\(app).ev\" (id bigint)")
    let error = importError { try run("\(app).ev") }
    #expect(error?.message.contains("means more than one table") == true)
    #expect(error?.message.contains("\"\(app).ev\" in the schema \"\(server.schema)\"") == true)
    #expect(error?.message.contains("\"ev\" in the schema \"\(app)\"") == true)
    #expect(try server.rows("SELECT count(*) FROM \(app).ev") == ["2"])
    #expect(try server.rows("SELECT count(*) FROM \"\(app).ev\"") == ["0"])
  }
}
