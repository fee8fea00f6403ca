import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "A table of PostgreSQL",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLTableTests {
  let server: TestPostgres
  let folder: TemporaryFolder

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
  }

  private func run(
    _ text: String, _ columns: String..., mode: WriteMode = .append
  ) throws -> ImportSummary {
    try runJob(
      textFeed(text), into: PostgreSQLSink(address: server.address, table: "t", mode: mode),
      columns, batchSize: 4, rejectFile: folder["rejects.ndjson"])
  }

  private var rejects: [String] { folder.lines("rejects.ndjson") }

  @Test(
    "keeps its name and its columns', whatever they contain",
    arguments: [
      "plain", "two words", "semi;colon", "quo\"te", "'single'", "x\"; DROP TABLE t; --", "größe",
      "select", "a.b", "per%cent", "a\nb", "Case", "back\\slash", "$1",
    ])
  func names(name: String) throws {
    let column = try ImportColumn(name: ByteName(name), type: .int, path: ColumnPath(parsing: "a"))
    for mode in [WriteMode.append, .append, .upsert(key: [ByteName(name)]), .replace] {
      let sink = try PostgreSQLSink(address: server.address, table: name, mode: mode)
      if case .upsert = mode {
        // Made without a key.
        #expect(throws: ImportError.self) {
          try ImportJob(feed: textFeed("{\"a\":7}\n"), columns: [column], sink: sink).run()
        }
        continue
      }
      let summary = try ImportJob(feed: textFeed("{\"a\":7}\n"), columns: [column], sink: sink)
        .run()
      #expect(summary.rows == 1)
    }
    let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
    #expect(try server.rows("SELECT \(quoted) FROM \(quoted)") == ["7"])
  }

  @Test(
    "that doesn't fit the columns is refused before the first row",
    arguments: [
      ("CREATE TABLE t (other bigint)", "has no column \"id\"; it has \"other\""),
      ("CREATE TABLE t (id text)", "declares the column \"id\" as text"),
      ("CREATE TABLE t (id real)", "declares the column \"id\" as real"),
      ("CREATE TABLE t (id numeric)", "declares the column \"id\" as numeric"),
      ("CREATE TABLE t (id bigint, must text NOT NULL)", "\"must\" that may not be NULL"),
      (
        "CREATE TABLE t (a bigint, id bigint GENERATED ALWAYS AS (a + 1) STORED)",
        "computes the column \"id\" itself"
      ),
    ])
  func conflicts(sql: String, reason: String) throws {
    try server.execute(sql)
    let error = importError { _ = try run("{\"id\":1}\n", "id:int=id") }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
    #expect(try server.rows("SELECT * FROM t") == [])
  }

  @Test(
    "is used unchanged if it fits",
    arguments: [
      "CREATE TABLE t (id bigint, more text DEFAULT 'x' NOT NULL)",
      "CREATE TABLE t (n bigint GENERATED ALWAYS AS IDENTITY, id integer)",
      "CREATE TABLE t (x text, id smallint) PARTITION BY LIST (id);"
        + " CREATE TABLE t12 PARTITION OF t FOR VALUES IN (12)",
      "CREATE TABLE base (id bigint); CREATE VIEW t AS SELECT * FROM base",
    ])
  func fits(sql: String) throws {
    try server.execute(sql)
    #expect(try run("{\"id\":12}\n", "id:int=id").rows == 1)
    #expect(try server.rows("SELECT id FROM t") == ["12"])
  }

  @Test(
    "with constraints rejects the rows that break them, and the job continues",
    arguments: [
      ("CREATE TABLE t (id bigint PRIMARY KEY)", "23505"),
      ("CREATE TABLE t (id bigint UNIQUE CHECK (id <> 99))", "23505"),
      (
        "CREATE TABLE o (id bigint UNIQUE); INSERT INTO o SELECT generate_series(0, 4);"
          + " CREATE TABLE t (id bigint UNIQUE REFERENCES o(id))", "23505"
      ),
      (
        "CREATE TABLE t (id bigint) PARTITION BY RANGE (id); CREATE TABLE p PARTITION OF t"
          + " (UNIQUE (id)) FOR VALUES FROM (0) TO (5)", "23505"
      ),
    ])
  func rules(sql: String, state: String) throws {
    try server.execute(sql)
    let text = [0, 1, 1, 2, 3, 0, 4, 4].map { "{\"id\":\($0)}\n" }.joined()
    let summary = try run(text, "id:int=id")
    #expect(summary.rows == 5)
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == ["0", "1", "2", "3", "4"])
    #expect(rejects.count == 3)
    #expect(
      rejects.allSatisfy { $0.contains("\"code\":\"constraint\"") && $0.contains(state) },
      "\(rejects)")
    #expect(rejects.map { $0.contains("already exists") } == [true, true, true], "\(rejects)")
  }

  @Test("whose trigger raises an exception rejects that row with the trigger's words")
  func trigger() throws {
    try server.execute(
      """
      CREATE TABLE t (id bigint);
      CREATE FUNCTION odd() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN IF NEW.id % 2 = 0 THEN RAISE 'even: %', NEW.id; END IF; RETURN NEW; END$$;
      CREATE TRIGGER odd BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION odd()
      """)
    #expect(try run("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n", "id:int=id").rows == 2)
    #expect(try server.rows("SELECT id FROM t") == ["1", "3"])
    #expect(rejects.first?.contains("even: 2 (SQLSTATE P0001)") == true, "\(rejects)")
  }

  @Test("that its user may not write is a described error with its SQLSTATE")
  func privilege() throws {
    try server.execute(
      """
      CREATE TABLE t (id bigint); CREATE ROLE \(server.schema) LOGIN;
      GRANT USAGE, CREATE ON SCHEMA \(server.schema) TO \(server.schema)
      """)
    defer {
      try? server.execute("DROP OWNED BY \(server.schema); DROP ROLE \(server.schema)")
    }
    let address = server.address.replacing("user=", with: "user=\(server.schema)&was=")
      .replacing(/&was=[^&]*/, with: "")
    let error = importError {
      try runJob(
        textFeed("{\"id\":1}\n"), into: PostgreSQLSink(address: address, table: "t"), ["id:int=id"])
    }
    #expect(error?.kind == .sink)
    #expect(error?.message.contains("permission denied for table t (SQLSTATE 42501)") == true)
    #expect(error?.message.contains("grant it") == true, "\(error?.message ?? "")")
  }

  @Test("can't be the one that keeps the progress, nor have a name that would be cut off")
  func reserved() throws {
    for name in ["sluice_progress", "", String(repeating: "x", count: 64), "a\u{0}b"] {
      #expect(throws: ImportError.self) { try PostgreSQLSink(address: "", table: name) }
    }
    let long = String(repeating: "c", count: 64)
    let error = importError { _ = try run("{}\n", "\(long):int=a") }
    #expect(error?.kind == .badColumn)
  }

  @Test("is an error without the password in a missing database")
  func unreachable() throws {
    let sink = try PostgreSQLSink(
      address: "postgresql://user:secret@/db?host=/nowhere&password=hidden", table: "t")
    let error = importError { try runJob(textFeed("{}\n"), into: sink, ["id:int=id"]) }
    #expect(error?.kind == .sink)
    #expect(error?.message.contains("can't connect to postgresql://user@/db?host=/nowhere") == true)
    #expect(error?.message.contains("secret") == false)
    #expect(error?.message.contains("hidden") == false)
    #expect(!sink.name.contains("secret"))
  }

  @Test("is refused in a database that is not UTF-8")
  func encoding() throws {
    let name = server.schema + "_latin"
    try server.execute(
      "CREATE DATABASE \(name) ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    defer { try? server.execute("DROP DATABASE \(name)") }
    let address = server.address.replacing("/postgres?", with: "/\(name)?")
    let error = importError {
      try runJob(
        textFeed("{}\n"), into: PostgreSQLSink(address: address, table: "t"), ["id:int=id"])
    }
    #expect(error?.message.contains("has the encoding LATIN1; expected UTF8") == true)
  }
}
