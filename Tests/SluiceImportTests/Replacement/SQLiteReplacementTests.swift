import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A replacement in SQLite")
struct SQLiteReplacementTests {
  let bench: ReplacementBench

  init() throws { bench = try ReplacementBench(.sqlite) }

  private var database: TestDatabase {
    get throws { try TestDatabase(bench.folder["db.sqlite"]) }
  }

  private func run(
    _ table: String = "t", _ feed: String = "feed",
    _ columns: [String] = ["id:int=id", "v:text=v"],
    commits: Int? = nil
  ) throws -> ImportSummary {
    var sink: any Sink = try SQLiteSink(
      path: bench.folder["db.sqlite"], table: table, mode: .replace)
    if let commits { sink = BreakingSink(sink, commits: commits) }
    return try runJob(
      .file(bench.folder[feed]), into: sink, columns, batchSize: 4,
      rejectFile: bench.folder["rejects.ndjson"])
  }

  private func ours() throws -> [String] {
    try database.rows("SELECT name FROM sqlite_schema WHERE name GLOB 'sluice_replacement_*'")
  }

  @Test(
    "finds refused rows when they come, whatever the table's statement looks like",
    arguments: [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT CHECK (\"T\".v <> 'no'))",
      "create table/*t*/T(id integer, v text check (t.v != 'no'), unique(id)) ",
      "CREATE TABLE [t] (id INTEGER UNIQUE, v TEXT, CHECK (v IS NOT 'no')) STRICT",
      "CREATE TABLE `t` (v TEXT CHECK (v <> 'no') COLLATE NOCASE, id INTEGER PRIMARY KEY) WITHOUT ROWID",
      "CREATE TABLE 't' -- t\n (id INTEGER PRIMARY KEY AUTOINCREMENT, v TEXT, no AS (v = 'no') CHECK (NOT no))",
      "CREATE TABLE t (id INTEGER, v TEXT CHECK (v <> 'no'));"
        + "CREATE UNIQUE INDEX \"an \"\"index\" /* ON t */ ON T (id) WHERE t.id > 0",
      "CREATE TABLE t (id INTEGER REFERENCES t (id), v TEXT CHECK (v <> 'no'), UNIQUE (id));"
        + "CREATE VIEW broken AS SELECT * FROM nowhere",
      "CREATE TABLE t (id INTEGER, v TEXT CHECK (v <> 'no'));CREATE UNIQUE INDEX[i]ON t(id)",
    ])
  func refusals(sql: String) throws {
    for statement in sql.split(separator: ";") { try database.execute(String(statement)) }
    let before = try database.rows("SELECT type, name, sql FROM sqlite_schema")
    try bench.folder.write(
      "{\"id\":1,\"v\":\"a\"}\n{\"id\":1,\"v\":\"b\"}\n{\"id\":2,\"v\":\"no\"}\n{\"id\":3,\"v\":\"c\"}\n",
      to: "feed")
    for _ in 0..<2 {
      try? database.execute("DELETE FROM t")
      let summary = try run()
      #expect(summary.rows == 2 && summary.rejects == 2, "\(sql)")
      #expect(try database.rows("SELECT id, v FROM t ORDER BY id") == ["1|'a'", "3|'c'"])
    }
    #expect(try ours().isEmpty)
    let after = try database.rows("SELECT type, name, sql FROM sqlite_schema")
    #expect(Set(after).isSuperset(of: before))
  }

  @Test("keeps the table's identity, indexes, triggers and sequence")
  func identity() throws {
    try database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER, v TEXT)")
    try database.execute("CREATE INDEX i ON t (v)")
    try database.execute("CREATE TABLE log (what TEXT)")
    for what in ["INSERT", "DELETE"] {
      try database.execute(
        "CREATE TRIGGER on\(what) AFTER \(what) ON t BEGIN INSERT INTO log VALUES ('\(what)'); END")
    }
    try bench.feed("feed", "x", 1...3)
    _ = try run()
    _ = try run()
    #expect(try database.rows("SELECT n, id FROM t") == ["4|1", "5|2", "6|3"])
    #expect(
      try database.rows("SELECT what, count(*) FROM log GROUP BY 1")
        == ["'DELETE'|3", "'INSERT'|6"])
    #expect(try database.rows("SELECT count(*) FROM sqlite_schema WHERE name = 'i'") == ["1"])
  }

  @Test("publishes nothing when a trigger refuses it, says which row, and can be resumed")
  func refusedAtTheEnd() throws {
    try database.execute("CREATE TABLE t (id INTEGER, v TEXT)")
    try bench.feed("old", "old", 1...3)
    _ = try run("t", "old")
    try database.execute(
      "CREATE TRIGGER no BEFORE INSERT ON t WHEN NEW.id = 7 BEGIN SELECT RAISE(ABORT, 'not seven'); END"
    )
    try bench.feed("feed", "new", 1...10)
    for _ in 0..<2 {
      let error = importError { _ = try run() }
      #expect(error?.kind == .conflict)
      #expect(
        error?.message.contains("row 7 (id = 7) is refused") == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("not seven") == true)
      #expect(try bench.rows() == bench.expected("old", 1...3))
    }
    try database.execute("DROP TRIGGER no")
    #expect(try run().records == 0)
    #expect(try bench.rows() == bench.expected("new", 1...10))
  }

  @Test("says what becomes of the rows when a trigger keeps the old ones from being removed")
  func refusedRemoval() throws {
    try bench.feed("old", "old", 1...3)
    _ = try run("t", "old")
    try database.execute(
      "CREATE TRIGGER no BEFORE DELETE ON t BEGIN SELECT RAISE(ABORT, 'they stay'); END")
    try bench.feed("feed", "new", 1...10)
    let error = importError { _ = try run() }
    #expect(error?.kind == .conflict)
    for part in ["table \"t\"", "they stay", "Its old rows are unchanged"] {
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
    #expect(try bench.rows() == bench.expected("old", 1...3))
    try database.execute("DROP TRIGGER no")
    #expect(try run().records == 0)
    #expect(try bench.rows() == bench.expected("new", 1...10))
  }

  @Test("leaves a user's table with the name of a side table alone")
  func takenName() throws {
    try database.execute("CREATE TABLE SLUICE_REPLACEMENT_t (mine)")
    try database.execute("INSERT INTO sluice_replacement_t VALUES (1)")
    try bench.feed("feed", "x", 1...10)
    #expect(throws: ImportError.self) { _ = try run(commits: 2) }
    _ = try run()
    #expect(try bench.rows() == bench.expected("x", 1...10))
    #expect(try database.rows("SELECT mine FROM sluice_replacement_t") == ["1"])
    #expect(try ours().isEmpty)
  }

  @Test("begins anew when the table was changed meanwhile, or the gathered rows were removed")
  func changedTable() throws {
    try bench.feed("old", "old", 1...3)
    _ = try run("t", "old")
    try bench.feed("feed", "x", 1...10)
    #expect(throws: ImportError.self) { _ = try run(commits: 2) }
    try database.execute("ALTER TABLE t ADD COLUMN more TEXT")
    #expect(try run().rows == 10)
    #expect(throws: ImportError.self) { _ = try run(commits: 2) }
    try database.execute("DROP TABLE sluice_replacement_t")
    #expect(try run().rows == 10)
    #expect(try bench.rows() == bench.expected("x", 1...10))
  }

  @Test("stops when another process has discarded its rows, and adds none to the other's")
  func twoProcesses() throws {
    try bench.feed("a", "a", 1...10)
    try bench.feed("b", "b", 1...10)
    let columns = [try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: "v:text=v")]
    let first = try SQLiteSink(path: bench.folder["db.sqlite"], table: "t", mode: .replace)
    _ = try first.open([JobIdentity(source: "/a", columns: columns)], columns: columns)
    _ = try run("t", "b")
    let error = importError {
      try first.commit(
        Checkpoint(
          position: .start, rows: 0, rejects: 0,
          fingerprint: SourceFingerprint(size: 0, head: "", tail: ""), rejectFile: nil,
          rejectFileLength: 0, isFinished: true))
    }
    first.rollBack()
    #expect(error?.message.contains("another process replaces table") == true)
    #expect(try bench.rows() == bench.expected("b", 1...10))
  }

  @Test("uses the triggers of a view, and supports full-text tables")
  func views() throws {
    try database.execute("CREATE TABLE base (id INTEGER, v TEXT)")
    try database.execute("CREATE VIEW w AS SELECT * FROM base")
    #expect(importError { _ = try run("w", "old") } != nil)
    try database.execute(
      "CREATE TRIGGER i INSTEAD OF INSERT ON w BEGIN INSERT INTO base VALUES (NEW.id, NEW.v); END")
    try database.execute("CREATE TRIGGER d INSTEAD OF DELETE ON w BEGIN DELETE FROM base; END")
    try bench.feed("feed", "x", 1...3)
    for _ in 0..<2 { _ = try run("w") }
    #expect(try database.rows("SELECT id FROM base") == ["1", "2", "3"])
    #expect(try ours().isEmpty)
  }

  @Test("leaves rows of other tables that refer to the replaced ones")
  func children() throws {
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT)")
    try database.execute("CREATE TABLE child (t INTEGER REFERENCES t (id) ON DELETE CASCADE)")
    try bench.feed("feed", "x", 1...3)
    _ = try run()
    try database.execute("INSERT INTO child VALUES (1), (2)")
    _ = try run()
    #expect(try database.rows("SELECT t FROM child") == ["1", "2"])
  }

  @Test(
    "and an import count no row that the table ignores", arguments: [WriteMode.append, .replace])
  func ignored(mode: WriteMode) throws {
    try database.execute("CREATE TABLE t (id INTEGER UNIQUE ON CONFLICT IGNORE, v TEXT)")
    try bench.folder.write(
      "{\"id\":1,\"v\":\"a\"}\n{\"id\":1,\"v\":\"b\"}\n{\"id\":2,\"v\":\"c\"}\n", to: "feed")
    let summary = try bench.run(["feed"], mode)
    #expect(summary.rows == 2 && summary.rejects == 1)
    #expect(bench.rejects.first?.contains("the table ignores this row") == true)
  }
}
