import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "A job into a ClickHouse table",
  .enabled(if: TestClickHouse.isThere, Comment(rawValue: TestClickHouse.reason)), .serialized)
struct ClickHouseJobTests: TableJobs {
  let server: TestClickHouse
  let folder: TemporaryFolder
  var target: String { server.address }

  init() throws {
    server = try TestClickHouse()
    folder = try TemporaryFolder()
  }

  /// A file of so many records.
  private func feed(_ count: Int, from first: Int = 1, bad: Set<Int> = []) throws -> FeedSource {
    var text = ""
    for id in first..<first + count {
      text += bad.contains(id) ? "{\"id\":\"x\(id)\"}\n" : "{\"id\":\(id),\"v\":\"v\(id)\"}\n"
    }
    try folder.write(text, to: "feed.ndjson")
    return .file(folder["feed.ndjson"])
  }

  private func ids() throws -> [Int] {
    try server.rows("SELECT id FROM t ORDER BY id").compactMap { Int($0) }
  }

  /// Lets an insertion be carried out without an answer, and each repetition of it: more than there are, as curl
  /// repeats some requests itself.
  private func loseAnswers(after count: Int) throws {
    try server.faults(
      Array(repeating: "none", count: count) + Array(repeating: "cut-after", count: 12))
  }

  // MARK: Values

  @Test("stores values of each type unchanged")
  func types() throws {
    let all = [
      "i:int=i", "r:real=r", "t:text=t", "b:bool=b", "j:json=j", "d:decimal=d", "day:date=day",
      "at:timestamp=at", "u:uuid=u", "x:blob=x",
    ]
    let text = """
      {"i":-9223372036854775808,"r":0.1,"t":"a\\tb\\\\N\\n\\"'\\u0000é𝄞","b":true,"j":{"a":[1,"\\\\t"]},\
      "d":-12345678901234567890.00000000000000000000000000000000000001,"day":"2024-02-29",\
      "at":"2024-05-31T10:30:00.123456Z","u":"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6","x":"AP8KCVxO"}
      {"i":9223372036854775807,"r":-1e-300,"t":"\\\\N","b":false,"j":null,"d":1e3,"day":"1900-01-01",\
      "at":"2299-12-31T23:59:59.999999Z","u":null,"x":""}
      {"t":""}
      {"d":99999999999999999999999999999999999999.5,"day":"2299-12-31","at":"1900-01-01T00:00:00Z"}

      """
    let summary = try run(textFeed(text), sink(), all)
    #expect(summary.rows == 4 && summary.rejects == 0, "\(folder.lines("rejects.ndjson"))")
    #expect(
      try server.rows("SELECT i, r, hex(t), b, j, d, day, at, u, hex(x) FROM t") == [
        "-9223372036854775808|0.1|6109625C4E0A222700C3A9F09D849E|true|{\"a\":[1,\"\\\\\\\\t\"]}|"
          + "-12345678901234567890.00000000000000000000000000000000000001|2024-02-29|"
          + "2024-05-31 10:30:00.123456|f81d4fae-7dec-11d0-a765-00a0c91e6bf6|00FF0A095C4E",
        "9223372036854775807|-1e-300|5C4E|false|NULL|1000|1900-01-01|"
          + "2299-12-31 23:59:59.999999|NULL|",
        "NULL|NULL||NULL|NULL|NULL|NULL|NULL|NULL|NULL",
        "NULL|NULL|NULL|NULL|NULL|99999999999999999999999999999999999999.5|2299-12-31|"
          + "1900-01-01 00:00:00.000000|NULL|NULL",
      ])
  }

  @Test("rejects what the columns of an existing table would wrap, cut or round")
  func narrow() throws {
    try server.execute(
      """
      CREATE TABLE t (id UInt8, v LowCardinality(Nullable(String)), n Nullable(Int16), d Nullable(Decimal(5, 2)),
        day Nullable(Date), at Nullable(DateTime64(3)), s Nullable(DateTime))
      ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 10
      """)
    let text = """
      {"id":255,"v":"äöü","n":-32768,"d":-999.99,"day":"2149-06-06","at":"1925-01-01T00:00:00.125Z","s":"2106-02-07T06:28:15Z"}
      {"id":256}
      {"id":-1}
      {"id":null}
      {"id":1,"n":32768}
      {"id":2,"d":1.005}
      {"id":3,"d":1000}
      {"id":4,"day":"1969-12-31"}
      {"id":5,"at":"2024-01-01T00:00:00.1251Z"}
      {"id":6,"at":"2300-01-01T00:00:00Z"}
      {"id":7,"s":"2106-02-07T06:28:16Z"}
      {"id":8}

      """
    let summary = try run(
      textFeed(text), sink(),
      columns + ["n:int=n", "d:decimal=d", "day:date=day", "at:timestamp=at", "s:timestamp=s"])
    #expect(summary.rows == 2 && summary.rejects == 10)
    #expect(
      try server.rows(
        "SELECT id, v, n, d, day, toTimeZone(at, 'UTC'), toUnixTimestamp(s) FROM t ORDER BY id")
        == [
          "8|NULL|NULL|NULL|NULL|NULL|NULL",
          "255|äöü|-32768|-999.99|2149-06-06|1925-01-01 00:00:00.125|4294967295",
        ])
    #expect(try rejects().map { $0["line"]?.int64 } == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  }

  @Test("refuses tables that can't keep its promise, and says what to do")
  func unsuitable() throws {
    let memory = "SETTINGS non_replicated_deduplication_window = 10"
    for (sql, words) in [
      ("CREATE TABLE t (id Int64, v String) ENGINE = MergeTree ORDER BY id", "MODIFY SETTING"),
      ("CREATE TABLE t (id Int64, v String) ENGINE = Memory", "engine Memory"),
      ("CREATE VIEW t AS SELECT 1 AS id, 'x' AS v", "engine View"),
      (
        "CREATE TABLE t (id Int64, v FixedString(9)) ENGINE = MergeTree ORDER BY id \(memory)",
        "declares the column \"v\" as FixedString(9)"
      ),
      (
        "CREATE TABLE t (id Float64, v String) ENGINE = MergeTree ORDER BY tuple() \(memory)",
        "expected Nullable(Int64)"
      ),
      ("CREATE TABLE t (id Int64) ENGINE = MergeTree ORDER BY id \(memory)", "--add-columns"),
      (
        "CREATE TABLE t (id Int64, v String MATERIALIZED 'x') ENGINE = MergeTree ORDER BY id \(memory)",
        "computes the column \"v\""
      ),
    ] {
      try server.execute(sql)
      let error = importError { _ = try run(textFeed("{\"id\":1}\n"), sink()) }
      #expect(error?.kind == .conflict && error?.message.contains(words) == true, "\(error as Any)")
      try server.execute(words == "engine View" ? "DROP VIEW t SYNC" : "DROP TABLE t SYNC")
    }
  }

  @Test("says what ClickHouse can't do instead of doing something else")
  func unsupported() throws {
    for mode in [WriteMode.upsert(key: ["id"]), .ignore(key: ["id"])] {
      #expect(importError { _ = try sink(mode) }?.message.contains("ReplacingMergeTree") == true)
    }
    let indexed = TableChanges(indexes: [TableIndex(["id"])])
    #expect(importError { _ = try sink(changes: indexed) }?.message.contains("ORDER BY") == true)
    #expect(
      importError { _ = try sink(.replace, rejects: "r") }?.message.contains("name a file") == true)
  }

  @Test("shows and stores no password, not even one that the server repeats")
  func password() throws {
    let wrong = server.address.replacing("s3cr3t@", with: "hunter2@")
    let bad = try ClickHouseSink(address: wrong, table: "t")
    let error = importError { _ = try run(textFeed("{\"id\":1}\n"), bad) }
    #expect(error?.message.contains("Authentication failed") == true)
    #expect(error?.message.contains("hunter2") == false && !bad.name.contains("hunter2"))
    _ = try run(feed(3), sink(rejects: "r"))
    #expect(try server.rows("SELECT * FROM sluice_progress").allSatisfy { !$0.contains("s3cr3t") })
  }

  // MARK: Exactly once

  @Test(
    "stores each row once, whatever happens to an insertion",
    arguments: [
      "cut-before", "cut-after", "500-after", "late", "head", "busy", "short", "slow",
    ])
  func faults(kind: String) throws {
    try server.faults([kind, "none", kind, kind])
    let summary = try run(feed(50, bad: [7, 23]), sink(rejects: "r"), batchSize: 10)
    #expect(summary.rows == 48 && summary.rejects == 2)
    #expect(try ids() == (1...50).filter { $0 != 7 && $0 != 23 })
    #expect(
      try server.rows("SELECT line, code FROM r ORDER BY line") == [
        "7|type-mismatch", "23|type-mismatch",
      ])
  }

  @Test("follows no redirection, and says so")
  func redirection() throws {
    try server.faults(["redirect"])
    let error = importError { _ = try run(feed(5), sink()) }
    #expect(error?.message.contains("redirects to another address") == true, "\(error as Any)")
    #expect(try ids().isEmpty)
  }

  @Test(
    "a job whose rows were stored, and that died before it could note that, stores none twice",
    arguments: [10, 25, 4])
  func diedAfterRows(batchSize: Int) throws {
    // Five attempts: the rows are stored by the first, and the job believes in none.
    let feed = try feed(50, bad: [13])
    try loseAnswers(after: 1)
    let error = importError { _ = try run(feed, sink(), batchSize: 10) }
    #expect(error?.kind == .lostConnection, "\(error as Any)")
    #expect(try ids().count == 20 - 1)
    try server.faults([])
    // Whatever the next run's batches are.
    let summary = try run(feed, sink(), batchSize: batchSize)
    #expect(summary.totalRows == 49 && summary.totalRejects == 1)
    #expect(try ids() == (1...50).filter { $0 != 13 })
    #expect(folder.lines("rejects.ndjson").count == 1)
    let again = try run(feed, sink(), batchSize: batchSize)
    #expect(again.rows == 0 && again.totalRows == 49)
  }

  @Test("refuses to continue an interrupted commit with other rows")
  func otherRows() throws {
    let feed = try feed(30)
    try loseAnswers(after: 1)
    _ = importError { _ = try run(feed, sink(), batchSize: 10) }
    try server.faults([])
    let text = (1...30).map { "{\"id\":\($0),\"v\":\"\($0 == 15 ? "other" : "v\($0)")\"}\n" }
      .joined()
    try folder.write(text, to: "feed.ndjson")
    let error = importError { _ = try run(feed, sink(), batchSize: 10) }
    #expect(error?.kind == .conflict, "\(error as Any)")
    #expect(try ids() == Array(1...20))
  }

  @Test("refuses to guess once the server may have forgotten the rows that were being sent")
  func forgotten() throws {
    let feed = try feed(30)
    try server.execute(
      "CREATE TABLE t (id Int64, v String) ENGINE = MergeTree ORDER BY id"
        + " SETTINGS non_replicated_deduplication_window = 2")
    try loseAnswers(after: 1)
    _ = importError { _ = try run(feed, sink(), batchSize: 10) }
    try server.faults([])
    for id in [101, 102, 103] { try server.execute("INSERT INTO t VALUES (\(id), 'x')") }
    let error = importError { _ = try run(feed, sink(), batchSize: 10) }
    #expect(
      error?.message.contains("no longer knows whether they are there") == true, "\(error as Any)")
  }

  @Test("has each row once after its server was killed between two runs, and in one")
  func killedServer() throws {
    let feed = try feed(40)
    try loseAnswers(after: 2)
    _ = importError { _ = try run(feed, sink(), batchSize: 10) }
    try server.restart()
    #expect(try run(feed, sink(), batchSize: 10).totalRows == 40)
    #expect(try ids() == Array(1...40))
  }

  // MARK: Modes and tables

  @Test("continues with what a source has grown by, and keeps its rejects in a table")
  func growth() throws {
    _ = try run(feed(20, bad: [3]), sink(rejects: "r"))
    let summary = try run(feed(30, bad: [3, 25]), sink(rejects: "r"))
    #expect(summary.rows == 9 && summary.totalRows == 28 && summary.totalRejects == 2)
    #expect(try ids().count == 28)
    var lines: [Int64] = []
    try RejectTable(in: SinkTarget(parsing: server.address), named: "r").forEach {
      lines.append($0.line)
    }
    #expect(lines == [3, 25])
  }

  @Test("replaces all rows at once, and resumes a replacement that was interrupted")
  func replacement() throws {
    _ = try run(feed(5, from: 100), sink())
    let feed = try feed(40)
    try loseAnswers(after: 2)
    let error = importError { _ = try run(feed, sink(.replace), batchSize: 10) }
    #expect(error?.kind == .lostConnection)
    #expect(try ids() == Array(100...104))
    try server.faults([])
    let summary = try run(feed, sink(.replace), batchSize: 10)
    #expect(summary.rows == 20 && summary.totalRows == 40)
    #expect(try ids() == Array(1...40))
    #expect(
      try server.rows("SELECT name FROM system.tables WHERE database = 'd' ORDER BY name") == [
        "sluice_progress", "t",
      ])
    // Progress went with the rows.
    #expect(try run(feed, sink()).rows == 0)
  }

  @Test("a replacement killed between making its table and marking it does not stop the next one")
  func unmarkedReplacement() throws {
    _ = try run(feed(5, from: 100), sink())
    let feed = try feed(40)
    try loseAnswers(after: 2)
    _ = importError { _ = try run(feed, sink(.replace), batchSize: 10) }
    try server.faults([])
    // As it is before the comment: empty.
    let made = try server.rows(
      "SELECT name FROM system.tables WHERE database = 'd' AND name LIKE 'sluice_replacement%'")
    let name = try #require(made.first)
    try server.execute("ALTER TABLE \(name) MODIFY COMMENT ''")
    let error = importError { _ = try run(feed, sink(.replace)) }
    #expect(error?.message.contains("has the name under which rows are gathered") == true)
    try server.execute("TRUNCATE TABLE \(name)")
    #expect(try run(feed, sink(.replace)).rows == 40)
    #expect(try ids() == Array(1...40))
  }

  @Test("adds the columns that the table lacks, and shows the statement before")
  func addedColumns() throws {
    _ = try run(feed(3), sink())
    let job = try ImportJob(
      feed: feed(6), columns: (columns + ["n:real=n"]).map { try ImportColumn(parsing: $0) },
      sink: sink(changes: TableChanges(addsColumns: true)))
    #expect(
      try job.plan().changes == ["ALTER TABLE `t` ADD COLUMN IF NOT EXISTS `n` Nullable(Float64)"])
    #expect(try job.run().rows == 3)
    #expect(try server.rows("SELECT count(), count(n) FROM t") == ["6|0"])
  }

  @Test("the note about unfilled columns named NULL where the column has the type's zero")
  func unfilledColumn() throws {
    try server.execute(
      "CREATE TABLE t (id Int64, v String, n Int32) ENGINE = MergeTree ORDER BY id"
        + " SETTINGS non_replicated_deduplication_window = 10")
    let notes = try run(feed(1), sink()).notes.map(\.message)
    #expect(notes.contains { $0.hasSuffix(": \"n\". New rows have NULL or the type's zero there") })
    #expect(try server.rows("SELECT n FROM t") == ["0"])
  }

  @Test("notices that its table is another one, empty or gone, and continues as chosen")
  func tableStates() throws {
    let feed = try feed(10)
    _ = try run(feed, sink())
    try server.execute("TRUNCATE TABLE t")
    #expect(importError { _ = try run(feed, sink()) }?.message.contains("is empty") == true)
    #expect(try run(feed, sink(choices: .mayBeEmpty)).rows == 0)
    try server.execute("DROP TABLE t SYNC")
    #expect(importError { _ = try run(feed, sink()) }?.message.contains("is gone") == true)
    try server.execute(
      "CREATE TABLE t (id Int64, v String) ENGINE = MergeTree ORDER BY id"
        + " SETTINGS non_replicated_deduplication_window = 10")
    #expect(importError { _ = try run(feed, sink()) }?.message.contains("is another one") == true)
    #expect(try run(feed, sink(choices: [.adoptTable, .mayBeEmpty])).rows == 0)
    #expect(try run(feed, sink(choices: .restart)).rows == 10)
    #expect(try ids() == Array(1...10))
  }

  @Test("a table that changes while a job runs is an error, and no bytes are taken for others")
  func alteredTable() throws {
    let sink = try sink()
    _ = try sink.open([nil], columns: columns.map { try ImportColumn(parsing: $0) })
    try server.execute("ALTER TABLE t MODIFY COLUMN id Nullable(Int32)")
    let error = importError { _ = try run(textFeed("{\"id\":1}\n"), Opened(sink)) }
    #expect(error?.message.contains("Nullable(Int32)") == true, "\(error as Any)")
    #expect(try ids().isEmpty)
  }

  @Test("a sink ends with its job, and its connection with it")
  func released() throws {
    weak var kept: (any Sink)?
    do {
      let sink = try sink()
      kept = sink
      #expect(try run(textFeed("{\"id\":1}\n"), sink).rows == 1)
    }
    #expect(kept == nil)
  }

  /// A sink that is open already.
  private final class Opened: Sink {
    let inner: any Sink
    var name: String { inner.name }
    init(_ inner: any Sink) { self.inner = inner }
    func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
      nil
    }
    func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
      try inner.append(row)
    }
    func commit(_ checkpoint: Checkpoint) throws(ImportError) { try inner.commit(checkpoint) }
    func rollBack() { inner.rollBack() }
  }
}
