import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

enum TestDatabaseMaker {
  static func make(_ bench: ImportBench, _ sql: String) throws {
    try TestDatabase(bench.folder["db.sqlite"]).execute(sql)
  }
}

@Suite("The target table")
struct TableTests {
  @Test(
    "keeps its name, whatever that contains",
    arguments: [
      "plain", "two words", "semi;colon", "quo\"te", "'single'", "x\"; DROP TABLE t; --", "größe",
      "select", "[b]", "per%cent", "a\nb",
    ])
  func names(name: String) throws {
    let folder = try TemporaryFolder()
    let column = try ImportColumn(
      name: ByteName(name), type: .int, path: ColumnPath(parsing: "a"))
    for _ in 0..<2 {
      let sink = try SQLiteSink(path: folder["db.sqlite"], table: name)
      let source = FeedSource.bytes(Array("{\"a\":7}\n".utf8), name: "test")
      let summary = try ImportJob(feed: source, columns: [column], sink: sink).run()
      #expect(summary.rows == 1)
    }
    let quoted = name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    let rows = try TestDatabase(folder["db.sqlite"]).rows("SELECT \"\(quoted)\" FROM \"\(quoted)\"")
    #expect(rows == ["7", "7"])
  }

  @Test(
    "that doesn't fit the columns is refused before the first row",
    arguments: [
      ("CREATE TABLE t (other INTEGER)", "has no column \"id\"; it has \"other\""),
      ("CREATE TABLE t (id TEXT)", "declares the column \"id\" as TEXT"),
      ("CREATE TABLE t (id REAL)", "declares the column \"id\" as REAL"),
      ("CREATE TABLE t (id INTEGER, must TEXT NOT NULL)", "\"must\" that may not be NULL"),
      ("CREATE TABLE t (a INTEGER, id INTEGER AS (a + 1))", "computes the column \"id\" itself"),
    ])
  func conflicts(sql: String, reason: String) throws {
    let bench = try ImportBench()
    try TestDatabaseMaker.make(bench, sql)
    let error = importError { try bench.run(text: "{\"id\":1}\n", "id:int=id") }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
    #expect(try bench.rows().isEmpty)
  }

  @Test(
    "is used unchanged if it fits",
    arguments: [
      "CREATE TABLE t (ID BIGINT PRIMARY KEY, more TEXT DEFAULT 'x')", "CREATE TABLE t (id)",
      "CREATE TABLE t (x TEXT, id NUMERIC)",
    ])
  func fits(sql: String) throws {
    let bench = try ImportBench()
    try TestDatabaseMaker.make(bench, sql)
    try bench.run(text: "{\"id\":12}\n", "id:int=id")
    #expect(try bench.rows("SELECT id FROM t") == ["12"])
  }

  @Test("can't be the one that keeps the progress, nor have a column twice")
  func reserved() throws {
    let folder = try TemporaryFolder()
    let error = importError {
      _ = try SQLiteSink(path: folder["db.sqlite"], table: "Sluice_Progress")
    }
    #expect(error?.message.contains("keeps the jobs' progress") == true)
    let bench = try ImportBench()
    let twice = importError { try bench.run(text: "{}\n", "a:int=a", "A:int=b") }
    #expect(twice?.message.contains("two columns are named \"A\"") == true)
  }

  @Test("is a described error in a file that is not a database")
  func noDatabase() throws {
    let bench = try ImportBench()
    try bench.folder.write(String(repeating: "no database ", count: 200), to: "db.sqlite")
    let error = importError { try bench.run(text: "{}\n", "a:int=a") }
    #expect(error?.kind == .sink)
    #expect(error?.message.contains("name another file") == true, "\(error?.message ?? "")")
  }
}
