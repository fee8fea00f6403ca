import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// Committed rows belong to one table.
@Suite("Progress in SQLite")
struct SQLiteTableStateTests {
  let bench: ReplacementBench

  init() throws {
    bench = try ReplacementBench(.sqlite)
    try bench.feed("feed", "x", 1...10)
    try bench.run(["feed"], .append)
  }

  private var database: TestDatabase {
    get throws { try TestDatabase(bench.folder["db.sqlite"]) }
  }

  private func error(_ choices: TableChoices = [], _ mode: WriteMode = .append) -> ImportError? {
    importError { try bench.run(["feed"], mode, choices: choices) }
  }

  private func schema() throws -> [String] {
    try database.rows("SELECT name, sql FROM sqlite_schema")
  }

  @Test("never says \"nothing new\" about a dropped table")
  func gone() throws {
    try database.execute("DROP TABLE t")
    let before = try schema()
    for choices in [TableChoices(), .adoptTable, .mayBeEmpty] {
      let error = error(choices)
      #expect(error?.kind == .conflict)
      #expect(
        error?.message.contains("is gone, and 10 rows of ") == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("--restart") == true)
    }
    #expect(
      importError { _ = try bench.plan(["feed"], .append) }?.message.contains("is gone") == true)
    #expect(try schema() == before)
    #expect(try bench.run(["feed"], .append, choices: .restart).rows == 10)
    #expect(try bench.run(["feed"], .append).rows == 0)
    #expect(try bench.rows() == bench.expected("x", 1...10))
  }

  @Test("does not carry over to a table that was made anew", arguments: [false, true])
  func another(hasRows: Bool) throws {
    try database.execute("DROP TABLE t")
    try database.execute("CREATE TABLE \"t\" (\"id\" INTEGER, \"v\" TEXT)")
    if hasRows { try database.execute("INSERT INTO t VALUES (0, 'theirs')") }
    let error = error()
    #expect(error?.message.contains("is another one than the one to which 10 rows of") == true)
    #expect(error?.message.contains("--adopt-table") == true)
    if hasRows {
      try bench.folder.append("{\"id\":11,\"v\":\"x\"}\n", to: "feed")
      #expect(try bench.run(["feed"], .append, choices: .adoptTable).rows == 1)
      // Kept: it need not be said again.
      #expect(try bench.run(["feed"], .append).rows == 0)
      #expect(try bench.rows() == ["0 theirs", "11 x"])
    } else {
      #expect(self.error(.adoptTable)?.message.contains("is empty") == true)
      #expect(try bench.run(["feed"], .append, choices: [.adoptTable, .mayBeEmpty]).rows == 0)
      #expect(try bench.run(["feed"], .append).rows == 0)
    }
  }

  @Test("is refused for a table that a job of another source made anew")
  func anotherSource() throws {
    try database.execute("DROP TABLE t")
    try bench.feed("other", "y", 1...3)
    #expect(try bench.run(["other"], .append).rows == 3)
    #expect(error()?.message.contains("is another one") == true)
    #expect(try bench.run(["other"], .append).rows == 0)
    #expect(try bench.run(["feed"], .append, choices: .restart).rows == 10)
    #expect(try bench.rows().count == 13)
  }

  @Test("reports an emptied table, unless others may remove its rows")
  func empty() throws {
    try database.execute("DELETE FROM t")
    #expect(error()?.message.contains("is empty, and 10 rows of") == true)
    #expect(error()?.message.contains("--table-may-be-empty") == true)
    #expect(try bench.run(["feed"], .append, choices: .mayBeEmpty).rows == 0)
    #expect(try bench.run(["feed"], .append).rows == 0)
    // Also for another feed into the same table.
    try bench.feed("other", "y", 1...3)
    #expect(try bench.run(["other"], .append).rows == 3)
    try database.execute("DELETE FROM t")
    #expect(try bench.run(["other"], .append).rows == 0)
  }

  @Test(
    "stays with a table that was only rebuilt, renamed back and forth, or got a column",
    arguments: [
      "VACUUM", "ALTER TABLE t ADD COLUMN more TEXT",
      "ALTER TABLE t RENAME TO u; ALTER TABLE u RENAME TO t",
      "ALTER TABLE t RENAME COLUMN v TO w; ALTER TABLE t RENAME COLUMN w TO v",
      "REINDEX", "CREATE TABLE other (x); DROP TABLE other", "PRAGMA user_version = 7",
      "ALTER TABLE t ADD COLUMN more; ALTER TABLE t DROP COLUMN more",
    ])
  func same(sql: String) throws {
    for statement in sql.split(separator: ";") { try database.execute(String(statement)) }
    #expect(try bench.run(["feed"], .append).rows == 0)
    try bench.folder.append("{\"id\":11,\"v\":\"x\"}\n", to: "feed")
    #expect(try bench.run(["feed"], .append).rows == 1)
    #expect(try database.rows("PRAGMA integrity_check") == ["'ok'"])
  }

  @Test("belongs to the table that a dump restores")
  func dumped() throws {
    let statements = try database.rows(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type <> 'table'"
    )
    .map { $0.dropFirst().dropLast() }
    let other = try TestDatabase(bench.folder["restored.sqlite"])
    for statement in statements { try other.execute(String(statement)) }
    try other.execute("ATTACH '\(bench.folder["db.sqlite"])' AS old")
    for table in ["t", "sluice_progress"] {
      try other.execute("INSERT INTO main.\(table) SELECT * FROM old.\(table)")
    }
    let sink = try SQLiteSink(path: bench.folder["restored.sqlite"], table: "t")
    #expect(
      try runJob(.file(bench.folder["feed"]), into: sink, ["id:int=id", "v:text=v"]).rows == 0)
  }

  @Test(
    "costs nothing when rows change",
    arguments: [
      "INSERT INTO t VALUES (1, 'x')", "UPDATE t SET id = 2, v = 'y'", "DELETE FROM t WHERE id = 3",
      "DELETE FROM t",
    ])
  func cost(statement: String) throws {
    try database.execute("CREATE TABLE plain AS SELECT * FROM t")
    func steps(_ statement: String) throws -> [Substring] {
      try database.rows("EXPLAIN \(statement)").map { $0.split(separator: "|")[1] }
    }
    let plain = statement.replacing(" t", with: " plain")
    #expect(plain != statement)
    #expect(try steps(statement) == steps(plain))
  }

  @Test("is also tied to a table without rowids and to a STRICT one")
  func kinds() throws {
    for (name, sql) in [("a", "WITHOUT ROWID"), ("b", "STRICT")] {
      let make = "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, v TEXT) \(sql)"
      try database.execute(make)
      func run() throws -> ImportSummary {
        try runJob(
          .file(bench.folder["feed"]),
          into: SQLiteSink(path: bench.folder["db.sqlite"], table: name),
          ["id:int=id", "v:text=v"])
      }
      #expect(try run().rows == 10)
      #expect(try run().rows == 0)
      try database.execute("DROP TABLE \(name)")
      try database.execute(make)
      #expect(importError { _ = try run() }?.message.contains("is another one") == true)
    }
  }

  @Test("is not needed by a replacement, which begins without rows in any case")
  func replaced() throws {
    try database.execute("DROP TABLE t")
    #expect(error([], .replace) == nil)
    #expect(try bench.rows() == bench.expected("x", 1...10))
  }

  @Test("stops a job whose table is dropped while it runs, before rows go elsewhere")
  func droppedMeanwhile() throws {
    let columns = [try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: "v:text=v")]
    let sink = try SQLiteSink(path: bench.folder["db.sqlite"], table: "t")
    _ = try sink.open([JobIdentity(source: "/other", columns: columns)], columns: columns)
    try database.execute("DROP TABLE t")
    try database.execute("CREATE TABLE t (id INTEGER, v TEXT)")
    let error = importError {
      try sink.commit(
        Checkpoint(
          position: .start, rows: 0, rejects: 0,
          fingerprint: SourceFingerprint(size: 0, head: "", tail: ""), rejectFile: nil,
          rejectFileLength: 0, isFinished: true))
    }
    sink.rollBack()
    #expect(
      error?.message.contains("was dropped, renamed or made anew") == true,
      "\(error?.message ?? "")")
  }
}
