import Foundation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "Replacing a PostgreSQL table's rows",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLReplaceTests {
  let server: TestPostgres
  let folder: TemporaryFolder
  private let columns = ["id:int=id"]

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
  }

  private func feed(_ ids: some Sequence<Int>, _ name: String) throws -> String {
    try folder.write(ids.map { "{\"id\":\($0)}\n" }.joined(), to: name)
  }

  private func sink(_ mode: WriteMode = .replace) throws -> PostgreSQLSink {
    try PostgreSQLSink(address: server.address, table: "t", mode: mode)
  }

  @discardableResult
  private func run(
    _ path: String, _ sink: any Sink, batchSize: Int = 10,
    progress: ((ImportProgress) -> Void)? = nil
  ) throws -> ImportSummary {
    try runJob(.file(path), into: sink, columns, batchSize: batchSize, progress: progress)
  }

  private func rows() throws -> [String] { try server.rows("SELECT id FROM t ORDER BY id") }

  private func ids(_ ids: some Sequence<Int>) -> [String] { ids.map { "\($0)" } }

  /// The tables in which rows are gathered.
  private func gathering() throws -> [String] {
    try server.rows(
      "SELECT relname FROM pg_class WHERE relname LIKE 'sluice\\_replacement%' AND relkind = 'r'"
        + " AND relnamespace = '\(server.schema)'::regnamespace")
  }

  @Test(
    "from another source than an interrupted one leaves nothing of that one, nor changes before the end",
    arguments: 1...6)
  func otherSource(commits: Int) throws {
    try run(feed(100..<103, "old.ndjson"), sink(.append))
    let (v1, v2) = (try feed(0..<50, "v1.ndjson"), try feed(200..<250, "v2.ndjson"))
    #expect(throws: ImportError.self) { try run(v1, BreakingSink(sink(), commits: commits)) }
    #expect(try rows() == ids(100..<103))
    let summary = try run(v2, sink()) { _ in
      #expect((try? rows()) == ids(100..<103))
    }
    #expect(summary.rows == 50 && summary.beginning == .fresh)
    #expect(try rows() == ids(200..<250))
    #expect(try gathering() == [])
    // The interrupted one's are imported as if it had never existed.
    #expect(try run(v1, sink(.append)).rows == 50)
  }

  @Test("whose source was changed meanwhile begins anew")
  func changedSource() throws {
    let feed = try feed(0..<50, "a.ndjson")
    #expect(throws: ImportError.self) { try run(feed, BreakingSink(sink(), commits: 3)) }
    _ = try self.feed(500..<550, "a.ndjson")
    #expect(try run(feed, sink()).rows == 50)
    #expect(try rows() == ids(500..<550))
  }

  @Test("that was killed before its rows were published reads nothing again, and publishes them")
  func killedBeforePublishing() throws {
    try run(feed(100..<103, "old.ndjson"), sink(.append))
    let feed = try feed(0..<50, "a.ndjson")
    let before = try server.rows("SELECT 't'::regclass::oid::int8")
    #expect(throws: ImportError.self) { try run(feed, UnfinishedSink(sink())) }
    #expect(try rows() == ids(100..<103))
    let summary = try run(feed, sink())
    #expect(summary.records == 0 && summary.totalRows == 50)
    #expect(try rows() == ids(0..<50))
    #expect(try server.rows("SELECT 't'::regclass::oid::int8") == before)
    #expect(try gathering() == [])
  }

  @Test("says how it would begin without changing anything")
  func inspection() throws {
    func inspect(_ paths: String...) throws -> SinkInspection {
      let columns = [try ImportColumn(parsing: "id:int=id")]
      return try sink().inspect(
        for: paths.map { JobIdentity(source: $0, columns: columns) }, columns: columns)
    }
    let (a, b) = (try feed(0..<50, "a.ndjson"), try feed(0..<50, "b.ndjson"))
    #expect(try inspect(a).replacement == .begun)
    try run(b, sink(.append))
    #expect(try inspect(a).replacement == .begun)
    #expect(throws: ImportError.self) { try run(a, BreakingSink(sink(), commits: 3)) }
    let resumed = try inspect(a)
    #expect(resumed.replacement == .resumed)
    #expect(resumed.checkpoints.first??.rows == 20)
    guard case .begunAnew = try inspect(b).replacement,
      case .begunAnew = try inspect(a, b).replacement
    else {
      Issue.record("other sources would resume it")
      return
    }
    #expect(try inspect(a).replacement == .resumed)
    #expect(try sink(.append).inspect(for: [], columns: []).replacement == nil)
    #expect(try run(a, sink()).beginning == .resumed(offset: 20 * 9 + 10))
  }

  @Test("keeps the table: its number, indexes, grants, triggers, and what numbers its rows")
  func sameTable() throws {
    try server.execute(
      """
      CREATE TABLE t (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id bigint UNIQUE,
        twice bigint GENERATED ALWAYS AS (id * 2) STORED, at text DEFAULT 'here' NOT NULL);
      CREATE INDEX by_twice ON t (twice); GRANT SELECT ON t TO PUBLIC;
      CREATE TABLE log (id bigint);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN INSERT INTO log VALUES (NEW.id); RETURN NEW; END$$;
      CREATE TRIGGER note AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION note();
      INSERT INTO t (id) SELECT generate_series(1000, 1004)
      """)
    let facts = """
      SELECT 't'::regclass::oid::int8, relacl::text, relhastriggers,
        (SELECT string_agg(indexrelid::text, ',' ORDER BY indexrelid) FROM pg_index
          WHERE indrelid = 't'::regclass) FROM pg_class WHERE oid = 't'::regclass
      """
    let before = try server.rows(facts)
    let feed = try feed(0..<30, "a.ndjson")
    #expect(throws: ImportError.self) { try run(feed, BreakingSink(sink(), commits: 2)) }
    #expect(try server.rows("SELECT count(*) FROM log") == ["5"])
    try run(feed, sink())
    #expect(try server.rows(facts) == before)
    #expect(
      try server.rows("SELECT id, twice, at FROM t ORDER BY n")
        == (0..<30).map { "\($0)|\($0 * 2)|'here'" })
    #expect(try server.rows("SELECT count(*) FROM log") == ["35"])
    // The next number is not in use yet.
    try server.execute("INSERT INTO t (id) VALUES (99)")
    #expect(try server.rows("SELECT count(DISTINCT n) FROM t") == ["31"])
  }

  @Test("stores numbers that the feed gives for a column that the table would number")
  func identity() throws {
    try server.execute("CREATE TABLE t (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)")
    try run(feed(40..<45, "a.ndjson"), sink())
    #expect(try rows() == ids(40..<45))
  }

  @Test("publishes nothing when the server refuses it at the end, and is retried by the next run")
  func refusedAtTheEnd() throws {
    try server.execute(
      """
      CREATE TABLE o (id bigint PRIMARY KEY); INSERT INTO o SELECT generate_series(0, 8);
      CREATE TABLE t (id bigint REFERENCES o); INSERT INTO t VALUES (5)
      """)
    let feed = try feed(0..<10, "a.ndjson")
    let error = importError { try run(feed, sink()) }
    let words = error?.message ?? "nothing thrown"
    #expect(words.contains("could not be replaced, and are as they were"), "\(words)")
    #expect(words.contains("SQLSTATE 23503") && words.contains("(9)"), "\(words)")
    #expect(try rows() == ["5"])
    try server.execute("INSERT INTO o VALUES (9)")
    #expect(try run(feed, sink()).records == 0)
    #expect(try rows() == ids(0..<10))
  }

  @Test("rejects the rows that the table's own constraints refuse")
  func constraints() throws {
    try server.execute("CREATE TABLE t (id bigint CHECK (id <> 3)); INSERT INTO t VALUES (5)")
    let summary = try run(feed([0, 1, 2, 3, 4], "a.ndjson"), sink())
    #expect(summary.rows == 4 && summary.rejects == 1)
    #expect(try rows() == ["0", "1", "2", "4"])
  }

  @Test("leaves rows of other tables alone, and replaces those of all partitions")
  func children() throws {
    try server.execute(
      """
      CREATE TABLE t (id bigint); CREATE TABLE child () INHERITS (t);
      INSERT INTO t VALUES (1); INSERT INTO child VALUES (2)
      """)
    try run(feed([7], "a.ndjson"), sink())
    #expect(try server.rows("SELECT id FROM ONLY t") == ["7"])
    #expect(try server.rows("SELECT id FROM child") == ["2"])
    try server.execute(
      """
      DROP TABLE t CASCADE; CREATE TABLE t (id bigint) PARTITION BY RANGE (id);
      CREATE TABLE low PARTITION OF t FOR VALUES FROM (0) TO (10);
      CREATE TABLE high PARTITION OF t FOR VALUES FROM (10) TO (20);
      INSERT INTO t VALUES (1), (11)
      """)
    try run(feed([8, 18], "b.ndjson"), sink())
    #expect(try server.rows("SELECT id FROM low") == ["8"])
    #expect(try server.rows("SELECT id FROM high") == ["18"])
  }

  @Test(
    "is refused before the first row if more or fewer rows than its own would change",
    arguments: [
      (
        "CREATE TABLE t (id bigint PRIMARY KEY); CREATE TABLE o (id bigint REFERENCES t ON DELETE CASCADE);"
          + " INSERT INTO t VALUES (5); INSERT INTO o VALUES (5)", "foreign keys of o refer to them"
      ),
      (
        "CREATE TABLE base (id bigint); CREATE VIEW t AS SELECT * FROM base; INSERT INTO t VALUES (5)",
        "is a view"
      ),
    ])
  func refused(sql: String, reason: String) throws {
    try server.execute(sql)
    let feed = try feed(0..<10, "a.ndjson")
    let error = importError { try run(feed, sink()) }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
    #expect(try rows() == ["5"])
    #expect(throws: ImportError.self) {
      let columns = [try ImportColumn(parsing: "id:int=id")]
      return try sink().inspect(
        for: [JobIdentity(source: feed, columns: columns)], columns: columns)
    }
  }

  @Test("is refused at the end if a trigger keeps old rows, so that rows never mix")
  func keptByTrigger() throws {
    try server.execute(
      """
      CREATE TABLE t (id bigint); INSERT INTO t VALUES (5);
      CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$;
      CREATE TRIGGER keep BEFORE DELETE ON t FOR EACH ROW EXECUTE FUNCTION keep()
      """)
    let error = importError { try run(feed(0..<3, "a.ndjson"), sink()) }
    #expect(error?.message.contains("keeps its rows from being deleted") == true)
    #expect(try rows() == ["5"])
  }

  @Test("that is restarted begins anew, though it could be resumed")
  func restarted() throws {
    let feed = try feed(0..<50, "a.ndjson")
    #expect(throws: ImportError.self) { try run(feed, BreakingSink(sink(), commits: 3)) }
    let anew = try PostgreSQLSink(
      address: server.address, table: "t", mode: .replace, choices: .restart)
    #expect(try run(feed, anew).rows == 50)
    #expect(try rows() == ids(0..<50))
  }

  @Test("from a pipe always begins anew")
  func pipe() throws {
    for _ in 0..<2 {
      #expect(throws: ImportError.self) {
        try runJob(
          textFeed("{\"id\":1}\n{\"id\":2}\n"), into: BreakingSink(sink(), commits: 2), columns,
          batchSize: 1)
      }
    }
    try runJob(textFeed("{\"id\":3}\n"), into: sink(), columns)
    #expect(try rows() == ["3"])
    #expect(try gathering() == [])
  }

  @Test("never treats another table as its own")
  func strangersTable() throws {
    let feed = try feed(0..<10, "a.ndjson")
    #expect(throws: ImportError.self) { try run(feed, BreakingSink(sink(), commits: 2)) }
    let name = try #require(
      try gathering().first?.trimmingCharacters(in: CharacterSet(charactersIn: "'")))
    try server.execute("COMMENT ON TABLE \(name) IS NULL")
    let error = importError { try run(feed, sink()) }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("no comment that says so") == true)
    #expect(try gathering() == ["'\(name)'"])
  }

  @Test("stops at its next commit when another replacement begins, and mixes nothing")
  func twoAtOnce() throws {
    let (a, b) = (try feed(0..<50, "a.ndjson"), try feed(200..<250, "b.ndjson"))
    var commits = 0
    let error = importError {
      try run(a, sink()) { _ in
        commits += 1
        if commits == 3 { #expect((try? run(b, sink()).rows) == 50) }
      }
    }
    #expect(
      error?.kind == .conflict || error?.kind == .sink, "\(error?.message ?? "nothing thrown")")
    #expect(try rows() == ids(200..<250))
  }
}

/// A sink that is killed before it finishes.
private final class UnfinishedSink: Sink {
  private let inner: any Sink
  var name: String { inner.name }
  var keepsRowsBack: Bool { inner.keepsRowsBack }
  var refusesLate: Bool { inner.refusesLate }

  init(_ inner: any Sink) { self.inner = inner }

  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
    try inner.open(jobs, columns: columns)
  }
  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    try inner.append(row)
  }
  func settle() throws(ImportError) -> [LateRefusal] { try inner.settle() }
  func commit(_ checkpoint: Checkpoint) throws(ImportError) { try inner.commit(checkpoint) }
  func finish() throws(ImportError) { throw ImportError(.sink, "planted") }
  func rollBack() { inner.rollBack() }
}
