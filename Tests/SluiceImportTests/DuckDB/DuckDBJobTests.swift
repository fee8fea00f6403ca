import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "A job into a DuckDB table",
  .enabled(if: DuckDBLibrary.isThere, Comment(rawValue: DuckDBLibrary.reason)))
struct DuckDBJobTests: TableJobs {
  let folder: TemporaryFolder
  var target: String { folder["t.duckdb"] }
  init() throws { folder = try TemporaryFolder() }

  private func feed(_ ids: some Sequence<Int>, bad: Set<Int> = [], v: String = "v") throws
    -> FeedSource
  {
    let lines = ids.map {
      bad.contains($0) ? "{\"id\":\"\($0)\"}\n" : "{\"id\":\($0),\"v\":\"\(v)\($0)\"}\n"
    }
    try folder.write(lines.joined(), to: "feed.ndjson")
    return .file(folder["feed.ndjson"])
  }

  private func rows(_ sql: String) throws -> [String] {
    try DuckDBLibrary.rows(sql, in: folder["t.duckdb"])
  }

  @Test("stores values of each type unchanged")
  func types() throws {
    let all = [
      "i:int=i", "r:real=r", "t:text=t", "b:bool=b", "j:json=j", "d:decimal=d", "day:date=day",
      "at:timestamp=at", "u:uuid=u", "x:blob=x",
    ]
    let text = """
      {"i":-9223372036854775808,"r":0.1,"t":"a\\tb\\\\N\\n\\"'é𝄞","b":true,"j":{"a":[1,"\\\\t"]},\
      "d":-12345678901234567890.000000000000000001,"day":"2024-02-29",\
      "at":"2024-05-31T10:30:00.123456Z","u":"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6","x":"AP8KCVxO"}
      {"i":9223372036854775807,"r":-1e-300,"t":"\\\\N","b":false,"j":null,"d":1e3,"day":"0001-01-01",\
      "at":"9999-12-31T23:59:59.999999Z","u":null,"x":""}
      {"t":""}

      """
    let summary = try run(textFeed(text), sink(), all)
    #expect(summary.rows == 3 && summary.rejects == 0, "\(folder.lines("rejects.ndjson"))")
    #expect(
      try rows("SELECT i, r, hex(encode(t)), b, j, d, day, \"at\", u, hex(x) FROM t") == [
        "-9223372036854775808|0.1|6109625C4E0A2227C3A9F09D849E|true|{\"a\":[1,\"\\\\t\"]}|"
          + "-12345678901234567890.000000000000000001|2024-02-29|2024-05-31 10:30:00.123456|"
          + "f81d4fae-7dec-11d0-a765-00a0c91e6bf6|00FF0A095C4E",
        "9223372036854775807|-1e-300|5C4E|false|NULL|1000.000000000000000000|0001-01-01|"
          + "9999-12-31 23:59:59.999999|NULL|",
        "NULL|NULL||NULL|NULL|NULL|NULL|NULL|NULL|NULL",
      ])
  }

  @Test("rejects what the columns of an existing table do not hold")
  func narrow() throws {
    try DuckDBLibrary.execute(
      "CREATE TABLE t (id UTINYINT NOT NULL, v VARCHAR, d DECIMAL(5,2), n INTEGER DEFAULT 7)",
      in: folder["t.duckdb"])
    let text = """
      {"id":255,"v":"äöü","d":-999.99}
      {"id":256}
      {"id":-1}
      {"id":null}
      {"id":2,"d":1.005}
      {"id":3,"d":1000}
      {"id":4}

      """
    let summary = try run(textFeed(text), sink(), columns + ["d:decimal=d"])
    #expect(summary.rows == 2 && summary.rejects == 5)
    #expect(try rows("FROM t") == ["255|äöü|-999.99|7", "4|NULL|NULL|7"])
  }

  @Test("refuses tables that do not take the values as they are, and says what to do")
  func unsuitable() throws {
    for (sql, words) in [
      ("CREATE TABLE t (id BIGINT)", "--add-columns"),
      ("CREATE TABLE t (id FLOAT, v VARCHAR)", "expected BIGINT"),
      ("CREATE TABLE t (id BIGINT, v VARCHAR, n INTEGER NOT NULL)", "may not be NULL"),
    ] {
      try DuckDBLibrary.execute(sql, in: folder["t.duckdb"])
      let error = importError { _ = try run(textFeed("{\"id\":1}\n"), sink()) }
      #expect(error?.kind == .conflict && error?.message.contains(words) == true, "\(error as Any)")
      try DuckDBLibrary.execute("DROP TABLE t", in: folder["t.duckdb"])
    }
  }

  @Test("continues after a job that failed, with its rejects in a table")
  func resumption() throws {
    let feed = try feed(1...50, bad: [7, 33])
    let error = importError {
      _ = try run(feed, BreakingSink(sink(rejects: "r"), commits: 3), batchSize: 10)
    }
    #expect(error?.message == "planted")
    #expect(try rows("SELECT count(*) FROM t") == ["19"])
    let summary = try run(feed, sink(rejects: "r"), batchSize: 7)
    #expect(summary.totalRows == 48 && summary.totalRejects == 2)
    #expect(try rows("SELECT count(*), count(DISTINCT id) FROM t") == ["48|48"])
    var lines: [Int64] = []
    try RejectTable(in: SinkTarget(parsing: folder["t.duckdb"]), named: "r").forEach {
      lines.append($0.line)
    }
    #expect(lines == [7, 33])
    #expect(try run(feed, sink(rejects: "r")).rows == 0)
  }

  @Test("a batch that the table refuses ends the job, and nothing of it is stored")
  func refusedBatch() throws {
    try DuckDBLibrary.execute(
      "CREATE TABLE t (id BIGINT PRIMARY KEY, v VARCHAR)", in: folder["t.duckdb"])
    let error = importError { _ = try run(feed([1, 2, 3, 4, 5, 5, 6]), sink(), batchSize: 3) }
    #expect(error?.message.contains("none of them was") == true, "\(error as Any)")
    #expect(try rows("SELECT id FROM t ORDER BY id") == ["1", "2", "3"])
  }

  @Test("makes the changes that the plan shows, and continues with more columns")
  func changes() throws {
    _ = try run(feed(1...3), sink())
    let changes = TableChanges(addsColumns: true, indexes: [TableIndex(["id"], isUnique: true)])
    let job = try ImportJob(
      feed: feed(1...6), columns: (columns + ["n:real=n"]).map { try ImportColumn(parsing: $0) },
      sink: sink(changes: changes))
    #expect(
      try job.plan().changes == [
        "ALTER TABLE \"t\" ADD COLUMN \"n\" DOUBLE",
        "CREATE UNIQUE INDEX \"t_id_key\" ON \"t\" (\"id\")",
      ])
    #expect(try job.run().rows == 3)
    #expect(try rows("SELECT count(*), count(n) FROM t") == ["6|0"])
  }

  // DuckDB's own catalog error came through.
  @Test("A name that differs from a table's only in case is refused, with the table's name")
  func otherCase() throws {
    try run(feed(0..<3), sink())
    let error = importError {
      try run(
        feed(0..<3), SinkTarget(parsing: target).sink(table: "T", mode: .append))
    }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("has a table \"t\"") == true, "\(error as Any)")
    try DuckDBLibrary.execute("CREATE VIEW w AS FROM t", in: folder["t.duckdb"])
    let view = importError {
      try run(feed(0..<3), SinkTarget(parsing: target).sink(table: "w", mode: .append))
    }
    #expect(view?.message.contains("is a view") == true, "\(view as Any)")
    #expect(try rows("SELECT count(*) FROM t") == ["3"])
  }
}
