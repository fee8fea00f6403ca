import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "A record that only the PostgreSQL server can refuse",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLLateRefusalTests {
  let server: TestPostgres
  let folder: TemporaryFolder

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
  }

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let sql: String
    let column: String
    let good: String
    let bad: String
    let state: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a number with an exponent beyond numeric's, in jsonb",
      sql: "CREATE TABLE t (id bigint, v jsonb)", column: "json", good: "1",
      bad: "0e9999999999", state: "22"),
    Case(
      testDescription: "a number of 131073 digits in jsonb",
      sql: "CREATE TABLE t (id bigint, v jsonb)",
      column: "json", good: "1", bad: String(repeating: "1", count: 131_073),
      state: "22"),
    Case(
      testDescription: "a value too large for an index",
      sql: "CREATE TABLE t (id bigint, v text); CREATE INDEX ON t (v)", column: "text",
      good: "\"a\"",
      bad: "\"" + hard(20_000) + "\"", state: "54000"),
    Case(
      testDescription: "a text too long for a tsvector",
      sql: "CREATE TABLE t (id bigint, v text,"
        + " ts tsvector GENERATED ALWAYS AS (to_tsvector('simple', v)) STORED)", column: "text",
      good: "\"a\"", bad: "\"" + (0..<180_000).map { "w\($0)" }.joined(separator: " ") + "\"",
      state: "54000"),
    Case(
      testDescription: "a generated column that divides by zero",
      sql: "CREATE TABLE t (id bigint, v bigint, g bigint GENERATED ALWAYS AS (100 / v) STORED)",
      column: "int", good: "1", bad: "0", state: "22012"),
    Case(
      testDescription: "an expression index that divides by zero",
      sql: "CREATE TABLE t (id bigint, v bigint); CREATE INDEX ON t ((100 / v))", column: "int",
      good: "1", bad: "0", state: "22012"),
    Case(
      testDescription: "a deferred unique constraint",
      sql: "CREATE TABLE t (id bigint, v bigint UNIQUE DEFERRABLE INITIALLY DEFERRED);"
        + " INSERT INTO t VALUES (-1, 7)", column: "int", good: "null", bad: "7", state: "23505"),
    Case(
      testDescription: "a deferred foreign key",
      sql: "CREATE TABLE o (v bigint PRIMARY KEY); INSERT INTO o VALUES (1); CREATE TABLE t"
        + " (id bigint, v bigint REFERENCES o DEFERRABLE INITIALLY DEFERRED)", column: "int",
      good: "1", bad: "2", state: "23503"),
    Case(
      testDescription: "a check of a view",
      sql: "CREATE TABLE base (id bigint, v bigint);"
        + " CREATE VIEW t AS SELECT * FROM base WHERE v < 5 WITH CHECK OPTION", column: "int",
      good: "1", bad: "9", state: "44000"),
    trigger("P0001"), trigger("02000"), trigger("42501"), trigger("28000"), trigger("XX000"),
    trigger("ZZ123"), trigger("40100"),
  ]

  /// A text that hardly compresses.
  private static func hard(_ count: Int) -> String {
    var random = RandomFeed(seed: 1)
    return String((0..<count).map { _ in Character(UnicodeScalar(UInt8(65 + random.below(26)))) })
  }

  private static func trigger(_ state: String) -> Case {
    Case(
      testDescription: "a trigger that raises \(state)",
      sql: """
        CREATE TABLE t (id bigint, v bigint);
        CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
          IF NEW.v = 0 THEN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END IF; RETURN NEW; END$$;
        CREATE TRIGGER no AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION no()
        """, column: "int", good: "1", bad: "0", state: state)
  }

  @Test(
    "is a reject with the server's words and its place in the feed, and the job continues",
    arguments: cases, [1, 3, 10_000])
  func refused(_ refusal: Case, batchSize: Int) throws {
    try server.execute(refusal.sql)
    let before = try server.rows("SELECT count(*) FROM t")
    let lines = (0..<7).map {
      "{\"id\":\($0),\"v\":\($0 == 3 ? refusal.bad : refusal.good)}"
    }
    let feed = try folder.write(lines.joined(separator: "\n") + "\n", to: "feed.ndjson")
    func run() throws -> ImportSummary {
      try runJob(
        .file(feed), into: PostgreSQLSink(address: server.address, table: "t"),
        ["id:int=id", "v:\(refusal.column)=v"], batchSize: batchSize,
        rejectFile: folder["rejects.ndjson"])
    }
    let summary = try run()
    #expect(summary.rows == 6 && summary.rejects == 1 && summary.rowRecords == 6)
    #expect(
      try server.rows("SELECT id FROM t WHERE id >= 0 ORDER BY id") == [
        "0", "1", "2", "4", "5", "6",
      ])
    let reject = try #require(try folder.rejects.first)
    #expect(reject["line"]?.int64 == 4 && reject["record"]?.int64 == 4)
    let offset = lines[..<3].reduce(0) { $0 + $1.utf8.count + 1 }
    #expect(reject["offset"]?.int64 == Int64(offset))
    #expect(reject["raw"]?.string?.hasPrefix("{\"id\":3,") == true)
    let message = try #require(reject["message"]?.string)
    #expect(message.contains("SQLSTATE \(refusal.state)"), "\(message)")
    #expect(!message.contains("COPY"), "\(message)")
    // The checkpoint counts like the summary.
    let again = try run()
    #expect(again.records == 0 && again.totalRows == 6 && again.totalRejects == 1)
    #expect(before == (refusal.state == "23505" ? ["1"] : ["0"]))
  }

  @Test("is a reject when row security refuses it, and an error of the job when the table does")
  func rowSecurity() throws {
    let role = server.schema
    try server.execute(
      """
      CREATE TABLE t (id bigint); ALTER TABLE t ENABLE ROW LEVEL SECURITY;
      CREATE POLICY few ON t WITH CHECK (id <> 2);
      CREATE ROLE \(role) LOGIN; GRANT USAGE, CREATE ON SCHEMA \(server.schema) TO \(role);
      GRANT INSERT ON t TO \(role)
      """)
    defer { try? server.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
    let address = server.address.replacing("user=", with: "user=\(role)&was=")
      .replacing(/&was=[^&]*/, with: "")
    func run() throws -> ImportSummary {
      try runJob(
        textFeed((1...3).map { "{\"id\":\($0)}\n" }.joined()),
        into: PostgreSQLSink(address: address, table: "t"), ["id:int=id"],
        rejectFile: folder["rejects.ndjson"])
    }
    let summary = try run()
    #expect(summary.rows == 2 && summary.rejects == 1)
    #expect(try server.rows("SELECT id FROM t") == ["1", "3"])
    let message = try folder.rejects.first?["message"]?.string ?? ""
    #expect(message.contains("row-level security policy"), "\(message)")
    try server.execute("REVOKE INSERT ON t FROM \(role)")
    let error = importError { _ = try run() }
    #expect(error?.message.contains("permission denied for table t (SQLSTATE 42501)") == true)
    #expect(folder.lines("rejects.ndjson").count == 1)
  }

  @Test(
    "is not rejected when the same statement fails without a row: that ends the job")
  func statementTrigger() throws {
    try server.execute(
      """
      CREATE TABLE t (id bigint);
      CREATE FUNCTION closed() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE 'closed for today'; END$$;
      CREATE TRIGGER closed AFTER INSERT ON t EXECUTE FUNCTION closed()
      """)
    let error = importError {
      try runJob(
        textFeed("{\"id\":1}\n{\"id\":2}\n"),
        into: PostgreSQLSink(address: server.address, table: "t"),
        ["id:int=id"], rejectFile: folder["rejects.ndjson"])
    }
    #expect(error?.kind == .sink)
    #expect(error?.message.contains("closed for today (SQLSTATE P0001)") == true)
    #expect(folder.lines("rejects.ndjson") == [])
  }

  @Test("is rejected once after its job failed, wherever that failed", arguments: 0...7)
  func resumes(commits: Int) throws {
    try server.execute("CREATE TABLE t (id bigint CHECK (id % 5 <> 0))")
    let feed = try folder.write((1...23).map { "{\"id\":\($0)}\n" }.joined(), to: "feed.ndjson")
    func run(_ sink: any Sink) throws -> ImportSummary {
      try runJob(
        .file(feed), into: sink, ["id:int=id"], batchSize: 4, rejectFile: folder["rejects.ndjson"])
    }
    let sink = { try PostgreSQLSink(address: server.address, table: "t") }
    let first = importError { _ = try run(BreakingSink(sink(), commits: commits)) }
    #expect((first == nil) == (commits == 7))
    let summary = try run(sink())
    #expect(summary.totalRows == 19 && summary.totalRejects == 4)
    #expect(
      try server.rows("SELECT id FROM t ORDER BY id")
        == (1...23).filter { $0 % 5 != 0 }.map { "\($0)" })
    #expect(try folder.rejects.map { $0["line"]?.int64 } == [5, 10, 15, 20])
  }

  @Test("is found in portions of many megabytes, of which a batch has several")
  func portions() throws {
    try server.execute("CREATE TABLE t (id bigint CHECK (id NOT IN (0, 20, 39)), v text)")
    let filler = String(repeating: "x", count: 1_000_000)
    let text = (0..<40).map { "{\"id\":\($0),\"v\":\"\(filler)\"}\n" }.joined()
    let summary = try runJob(
      textFeed(text), into: PostgreSQLSink(address: server.address, table: "t"),
      ["id:int=id", "v:text=v"], rejectFile: folder["rejects.ndjson"])
    #expect(summary.rows == 37 && summary.rejects == 3)
    #expect(try folder.rejects.map { $0["line"]?.int64 } == [1, 21, 40])
    #expect(try server.rows("SELECT count(*), sum(length(v)) FROM t") == ["37|37000000"])
  }

  @Test("counts towards the limit of bad records, after which the next run continues")
  func limit() throws {
    try server.execute("CREATE TABLE t (id bigint CHECK (id % 2 = 0))")
    let feed = try folder.write((0..<20).map { "{\"id\":\($0)}\n" }.joined(), to: "feed.ndjson")
    var options = ImportOptions(batchSize: 8, rejectFile: folder["rejects.ndjson"])
    options.feed.maximumBadRecords = 3
    let job = try ImportJob(
      feed: .file(feed), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: PostgreSQLSink(address: server.address, table: "t"), options: options)
    let error = importError { _ = try job.run() }
    #expect(error?.kind == .tooManyRejects)
    // The batch was committed: eight records, of which four are bad.
    #expect(error?.summary?.rows == 4 && error?.summary?.rejects == 4)
    #expect(try server.rows("SELECT count(*) FROM t") == ["4"])
    options.feed.maximumBadRecords = 10
    let again = try ImportJob(
      feed: .file(feed), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: PostgreSQLSink(address: server.address, table: "t"), options: options
    ).run()
    #expect(again.rows == 6 && again.totalRows == 10 && again.totalRejects == 10)
    #expect(folder.lines("rejects.ndjson").count == 10)
  }

  @Test("has its place in the feed when several threads read it", arguments: [7, 10_000])
  func parallel(batchSize: Int) throws {
    try server.execute("CREATE TABLE t (id bigint CHECK (id % 97 <> 0))")
    let text = (0..<5000).map { "{\"id\":\($0)}\n\n" }.joined()
    var options = ImportOptions(batchSize: batchSize, rejectFile: folder["rejects.ndjson"])
    options.feed.parallel = 3
    options.feed.windowSize = 4096
    let summary = try ImportJob(
      feed: textFeed(text), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: PostgreSQLSink(address: server.address, table: "t"), options: options
    ).run()
    let bad = stride(from: 0, to: 5000, by: 97).map { Int64($0) }
    #expect(summary.rejects == Int64(bad.count) && summary.rows == 5000 - Int64(bad.count))
    let rejects = try folder.rejects
    #expect(rejects.map { $0["line"]?.int64 } == bad.map { 2 * $0 + 1 })
    #expect(rejects.map { $0["record"]?.int64 } == bad.map { $0 + 1 })
    #expect(rejects.map { $0["raw"]?.string } == bad.map { "{\"id\":\($0)}" })
  }

  @Test(
    "with several rows makes one reject, whether these are refused at once or late",
    arguments: [1, 2])
  func exploded(threads: Int) throws {
    try server.execute("CREATE TABLE t (v smallint UNIQUE CHECK (v <> 9))")
    var options = ImportOptions(rejectFile: folder["rejects.ndjson"])
    options.explode = try ColumnPath(parsing: "c")
    options.feed.parallel = threads
    let text = """
      {"c":[1,2]}
      {"c":[9,70000,3,2]}
      {"c":[70000,1]}
      {"c":[70000]}
      {"c":[4,9]}
      {"c":[]}
      {"c":[5]}

      """
    let summary = try ImportJob(
      feed: textFeed(text), columns: [try ImportColumn(parsing: "v:int=c[]")],
      sink: PostgreSQLSink(address: server.address, table: "t"), options: options
    ).run()
    #expect(try server.rows("SELECT v FROM t ORDER BY v") == ["1", "2", "3", "4", "5"])
    #expect(summary.rows == 5 && summary.rowRecords == 2 && summary.empty == 1)
    #expect(summary.rejects == 4 && summary.refusedRows == 7 && summary.records == 7)
    let rejects = try folder.rejects
    #expect(rejects.map { $0["line"]?.int64 } == [2, 3, 4, 5])
    #expect(rejects.map { $0["path"]?.string } == ["$.c[0]", "$.c[0]", "$.c[0]", "$.c[1]"])
    #expect(rejects[0]["message"]?.string?.hasSuffix("; and 2 more of the record's rows") == true)
    #expect(rejects[1]["code"]?.string == "out-of-range")
    #expect(rejects[1]["message"]?.string?.hasSuffix("; and 1 more of the record's rows") == true)
  }

  @Test("is not a reject when the row that it refers to follows in the same batch")
  func selfReference() throws {
    try server.execute("CREATE TABLE t (id bigint PRIMARY KEY, v bigint REFERENCES t)")
    // The second row is refused for good, so that the batch is divided.
    let text = [(1, 4), (2, 99), (3, 3), (4, 5), (5, 5)].map { "{\"id\":\($0.0),\"v\":\($0.1)}\n" }
    let summary = try runJob(
      textFeed(text.joined()), into: PostgreSQLSink(address: server.address, table: "t"),
      ["id:int=id", "v:int=v"], rejectFile: folder["rejects.ndjson"])
    #expect(summary.rows == 4 && summary.rejects == 1)
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == ["1", "3", "4", "5"])
    #expect(try folder.rejects.map { $0["line"]?.int64 } == [2])
  }

  @Test("is found among the rows of an upsert, whose batch is divided")
  func upsert() throws {
    try server.execute("CREATE TABLE t (id bigint PRIMARY KEY, v bigint CHECK (v <> 0))")
    let values = (0..<300).map { (id: $0 % 50, v: $0 % 7) }
    let text = values.map { "{\"id\":\($0.id),\"v\":\($0.v)}\n" }.joined()
    let summary = try runJob(
      textFeed(text),
      into: PostgreSQLSink(address: server.address, table: "t", mode: .upsert(key: ["id"])),
      ["id:int=id", "v:int=v"], batchSize: 120, rejectFile: folder["rejects.ndjson"])
    var expected: [Int: Int] = [:]
    for (id, v) in values where v != 0 { expected[id] = v }
    #expect(
      try server.rows("SELECT id, v FROM t ORDER BY id")
        == (0..<50).map { "\($0)|\(expected[$0] ?? -1)" })
    let bad = Int64(values.count { $0.v == 0 })
    #expect(summary.rejects == bad && summary.rows == 300 - bad && summary.skippedByTarget == 0)
  }
}

extension TemporaryFolder {
  /// The lines of the reject file.
  fileprivate var rejects: [JSON] {
    get throws { try lines("rejects.ndjson").map { try JSON(parsing: $0) } }
  }
}
