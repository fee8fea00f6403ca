import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "Rows for a PostgreSQL table with unique indexes",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLUniquenessTests {
  let server: TestPostgres
  let folder: TemporaryFolder
  private let columns = ["id:int=id", "a:text=a", "b:int=b"]

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
  }

  private struct Row: Hashable {
    let id: Int
    let a: String?
    let b: Int

    var text: String {
      "{\"id\":\(id),\"a\":\(a.map { "\"\($0)\"" } ?? "null"),\"b\":\(b)}\n"
    }
    var literal: String { "\(id)|\(a.map { "'\($0)'" } ?? "NULL")|\(b)" }
  }

  /// Adds rows one by one, as the reference. Returns the lines of those that are refused.
  private func adding(_ rows: [Row], to stored: inout [Row]) -> [Int64] {
    var refused: [Int64] = []
    for (number, row) in rows.enumerated() {
      let isKnown = stored.contains {
        $0.id == row.id || ($0.a != nil && $0.a == row.a && $0.b == row.b)
      }
      if isKnown || row.b == 7 { refused.append(Int64(number + 1)) } else { stored.append(row) }
    }
    return refused
  }

  private func run(
    _ text: String, _ mode: WriteMode = .append, batchSize: Int = 10_000, explode: String? = nil
  ) throws -> ImportSummary {
    try runJob(
      textFeed(text), into: PostgreSQLSink(address: server.address, table: "t", mode: mode),
      columns,
      batchSize: batchSize, rejectFile: folder["rejects.ndjson"])
  }

  private func rejects() throws -> [JSON] {
    try folder.lines("rejects.ndjson").map { try JSON(parsing: $0) }
  }

  @Test(
    "are stored and refused as they would be one by one, whichever of two indexes refuses them",
    arguments: [
      "CREATE TABLE t (id bigint PRIMARY KEY, a text, b bigint CHECK (b <> 7), UNIQUE (a, b))",
      "CREATE TABLE t (id bigint UNIQUE DEFERRABLE INITIALLY DEFERRED, a varchar(9) COLLATE \"C\","
        + " b bigint CHECK (b <> 7), UNIQUE (a, b) INCLUDE (id))",
      "CREATE TABLE t (id bigint, a text, b bigint CHECK (b <> 7)); CREATE UNIQUE INDEX ON t (id);"
        + " CREATE UNIQUE INDEX ON t (b, a COLLATE \"C\")",
      "CREATE TABLE t (id bigint, a text, b bigint CHECK (b <> 7)); CREATE UNIQUE INDEX ON t (a, b);"
        + " CREATE UNIQUE INDEX ON t ((id + 0)); CREATE UNIQUE INDEX ON t (b) WHERE b > 100",
    ], [7, 10_000])
  func oneByOne(sql: String, batchSize: Int) throws {
    try server.execute(sql)
    var random = RandomFeed(seed: 41)
    var stored: [Row] = []
    for _ in 0..<3 {
      let rows = (0..<60).map { _ in
        Row(
          id: random.below(70), a: random.below(4) == 0 ? nil : "x\(random.below(5))",
          b: random.below(9))
      }
      _ = try folder.write("", to: "rejects.ndjson")
      let before = stored.count
      let refused = adding(rows, to: &stored)
      let summary = try run(rows.map(\.text).joined(), batchSize: batchSize)
      #expect(summary.rows == Int64(stored.count - before))
      #expect(summary.rejects == Int64(refused.count) && summary.skippedByTarget == 0)
      #expect(
        try server.rows("SELECT id, a, b FROM t ORDER BY id")
          == stored.map(\.literal).sorted {
            Int($0.prefix { $0 != "|" }) ?? 0 < Int($1.prefix { $0 != "|" }) ?? 0
          })
      #expect(try rejects().map { $0["line"]?.int64 } == refused)
      let messages = try rejects().compactMap { $0["message"]?.string }
      #expect(
        messages.allSatisfy { $0.contains("SQLSTATE 23505") || $0.contains("SQLSTATE 23514") },
        "\(messages)")
    }
  }

  @Test("name the index and the key in the server's words, whichever way the row was refused")
  func words() throws {
    try server.execute(
      "CREATE TABLE t (id bigint PRIMARY KEY, a text, b bigint, \"B x\" text, UNIQUE (a, b))")
    _ = try run(
      """
      {"id":1,"a":"p, q","b":2}
      {"id":1}
      {"id":2,"a":"p, q","b":2}
      {"id":1}

      """)
    let messages = try rejects().compactMap { $0["message"]?.string }
    try #require(messages.count == 3)
    #expect(
      messages[0]
        == "duplicate key value violates unique constraint \"t_pkey\" (SQLSTATE 23505): Key"
        + " (id)=(1) already exists.")
    #expect(
      messages[1]
        == "duplicate key value violates unique constraint \"t_a_b_key\" (SQLSTATE 23505):"
        + " Key (a, b)=(p, q, 2) already exists.")
    // What the server says itself to one who can't make temporary tables.
    try server.execute("INSERT INTO t VALUES (50, 's', 5)")
    let own = try #require(
      throws: TestPostgres.Failure.self,
      performing: { try server.execute("INSERT INTO t VALUES (51, 's', 5)") })
    #expect(own.description.contains("violates unique constraint \"t_a_b_key\""))
    #expect(own.description.contains("Key (a, b)=(s, 5) already exists."))
  }

  @Test("are refused by the server one by one where a trigger may change them")
  func trigger() throws {
    try server.execute(
      """
      CREATE TABLE t (id bigint PRIMARY KEY, a text, b bigint);
      CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN NEW.id := NEW.id * NEW.b; RETURN NEW; END$$;
      CREATE TRIGGER other BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION other()
      """)
    let summary = try run(
      """
      {"id":2,"b":3}
      {"id":2,"b":5}
      {"id":3,"b":2}
      {"id":6,"b":2}

      """)
    #expect(summary.rows == 3 && summary.rejects == 1)
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == ["6", "10", "12"])
    #expect(try rejects().map { $0["line"]?.int64 } == [3])
  }

  @Test(
    "go into partitions, of which none may be there for some",
    arguments: [WriteMode.append, .upsert(key: ["id"]), .ignore(key: ["id"]), .replace])
  func partitions(mode: WriteMode) throws {
    try server.execute(
      """
      CREATE TABLE t (id bigint PRIMARY KEY, a text, b bigint) PARTITION BY RANGE (id);
      CREATE TABLE low PARTITION OF t FOR VALUES FROM (0) TO (10);
      CREATE TABLE high PARTITION OF t FOR VALUES FROM (10) TO (20);
      INSERT INTO t VALUES (3, 'old', 0), (13, 'old', 0)
      """)
    let rows = [3, 4, 13, 14, 25, 4].map { Row(id: $0, a: "new", b: 1) }
    let text = rows.map(\.text).joined()
    if mode == .replace {
      // The server refuses the last ones at the end: nothing is replaced.
      let error = importError { _ = try run(text, mode) }
      #expect(error?.message.contains("no partition of relation") == true)
      #expect(try server.rows("SELECT count(*) FROM t WHERE a = 'old'") == ["2"])
      return
    }
    let summary = try run(text, mode)
    let stored = try server.rows("SELECT id, a FROM t ORDER BY id")
    let line = try rejects().map { $0["line"]?.int64 }
    switch mode {
    case .append:
      #expect(stored == ["3|'old'", "4|'new'", "13|'old'", "14|'new'"])
      #expect(line == [1, 3, 5, 6] && summary.rows == 2)
    case .upsert:
      #expect(stored == ["3|'new'", "4|'new'", "13|'new'", "14|'new'"])
      #expect(line == [5] && summary.rows == 5)
    default:
      #expect(stored == ["3|'old'", "4|'new'", "13|'old'", "14|'new'"])
      #expect(line == [5] && summary.rows == 2 && summary.skippedByTarget == 3)
    }
    #expect(try server.rows("SELECT count(*) FROM low") == ["2"])
  }

  @Test("are refused alike when another session stores the same key meanwhile")
  func concurrent() throws {
    try server.execute("CREATE TABLE t (id bigint PRIMARY KEY, a text, b bigint)")
    let sink = try PostgreSQLSink(address: server.address, table: "t")
    let rows = (1...40).map { Row(id: $0 % 20, a: nil, b: 0) }
    var isFirst = true
    let summary = try runJob(
      textFeed(rows.map(\.text).joined()), into: sink, columns, batchSize: 25,
      rejectFile: folder["rejects.ndjson"]
    ) { _ in
      // After the first batch, which had refusals.
      if isFirst, (try? server.rows("SELECT count(*) FROM t")) == ["20"] {
        isFirst = false
        _ = try? server.rows("DELETE FROM t WHERE id = 7; INSERT INTO t VALUES (777, NULL, 0)")
      }
    }
    #expect(!isFirst)
    #expect(summary.rows == 21 && summary.rejects == 19)
    #expect(try server.rows("SELECT count(*) FROM t") == ["21"])
  }
}
