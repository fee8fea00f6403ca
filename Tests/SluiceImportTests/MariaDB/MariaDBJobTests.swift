import Dispatch
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import SluiceSystem
import TestSupport
import Testing

@Suite(
  "A job into a MariaDB table",
  .enabled(if: TestMariaDB.isThere, Comment(rawValue: TestMariaDB.reason)))
struct MariaDBJobTests: TableJobs {
  let server: TestMariaDB
  let folder: TemporaryFolder
  var target: String { server.address }

  init() throws {
    server = try TestMariaDB()
    folder = try TemporaryFolder()
  }

  // MARK: Several jobs

  @Test(
    "jobs that begin together make, change and mark their table once", arguments: [false, true])
  func together(isMade: Bool) throws {
    let feeds = try (0..<4).map { job in
      let lines = (0..<20).map { "{\"id\":\(100 * job + $0),\"v\":\"v\"}\n" }
      return FeedSource.file(try folder.write(lines.joined(), to: "\(job).ndjson"))
    }
    for round in 0..<6 {
      try server.execute("DROP TABLE IF EXISTS t, sluice_progress")
      if isMade { try server.execute("CREATE TABLE t (id bigint)") }
      let failures = LockedValue<[String]>([])
      DispatchQueue.concurrentPerform(iterations: feeds.count) { [target, columns] job in
        do {
          let sink = try SinkTarget(parsing: target)
            .sink(table: "t", changes: TableChanges(addsColumns: true))
          let rows = try runJob(feeds[job], into: sink, columns).rows
          if rows != 20 { failures.withLock { $0.append("\(rows) rows") } }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      #expect(failures.withLock { $0 } == [], "round \(round)")
      #expect(try server.rows("SELECT COUNT(*), COUNT(v) FROM t") == ["80|80"], "round \(round)")
      // Each knows the table again.
      for feed in feeds { #expect(try runJob(feed, into: sink(), columns).rows == 0) }
    }
  }

  // MARK: Values

  @Test("stores values of each type unchanged, and texts that look like the form they are sent in")
  func types() throws {
    let all = [
      "i:int=i", "r:real=r", "t:text=t", "b:bool=b", "j:json=j", "d:decimal=d", "day:date=day",
      "at:timestamp=at", "u:uuid=u", "x:blob=x",
    ]
    let text = """
      {"i":-9223372036854775808,"r":0.1,"t":"a\\tb\\\\N\\n\\"'\\u0000é𝄞","b":true,"j":{"a":[1,"\\\\t"]},\
      "d":-12345678901234567890.000000000000000000000000000001,"day":"2024-02-29",\
      "at":"2024-05-31T10:30:00.123456Z","u":"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6","x":"AP8KCVxO"}
      {"i":9223372036854775807,"r":-1e-300,"t":"\\\\N","b":false,"j":null,"d":1e3,"day":"0001-01-01",\
      "at":"9999-12-31T23:59:59.999999Z","u":null,"x":""}
      {"t":""}

      """
    let summary = try run(textFeed(text), sink(), all)
    #expect(summary.rows == 3 && summary.rejects == 0, "\(folder.lines("rejects.ndjson"))")
    #expect(
      try server.rows("SELECT i, r, HEX(t), b, j, d, day, at, u, HEX(x) FROM t") == [
        "-9223372036854775808|0.1|6109625C4E0A222700C3A9F09D849E|1|{\"a\":[1,\"\\\\t\"]}|"
          + "-12345678901234567890.000000000000000000000000000001|2024-02-29|"
          + "2024-05-31 10:30:00.123456|f81d4fae-7dec-11d0-a765-00a0c91e6bf6|00FF0A095C4E",
        "9223372036854775807|-1e-300|5C4E|0|NULL|1000.000000000000000000000000000000|0001-01-01|"
          + "9999-12-31 23:59:59.999999|NULL|",
        "NULL|NULL||NULL|NULL|NULL|NULL|NULL|NULL|NULL",
      ])
  }

  @Test("rejects what the columns of an existing table do not hold, with its place in the feed")
  func narrow() throws {
    try server.execute(
      """
      CREATE TABLE t (id tinyint unsigned NOT NULL, v varchar(3), d decimal(5,2), at datetime(3),
        l varchar(9) CHARACTER SET latin1)
      """)
    let text = """
      {"id":255,"v":"äöü","d":999.99,"at":"2024-01-01T00:00:00.125Z","l":"é"}
      {"id":256}
      {"id":-1}
      {"id":null}
      {"id":1,"v":"abcd"}
      {"id":2,"d":1.005}
      {"id":3,"d":1000}
      {"id":4,"at":"2024-01-01T00:00:00.1251Z"}
      {"id":5,"l":"日"}
      {"id":6}

      """
    let summary = try run(
      textFeed(text), sink(), columns + ["d:decimal=d", "at:timestamp=at", "l:text=l"])
    #expect(summary.rows == 2 && summary.rejects == 8)
    #expect(
      try server.rows("SELECT * FROM t") == [
        "255|äöü|999.99|2024-01-01 00:00:00.125|é", "6|NULL|NULL|NULL|NULL",
      ])
    #expect(try rejects().map { $0["line"]?.int64 } == [2, 3, 4, 5, 6, 7, 8, 9])
    #expect(
      try rejects().map { $0["code"]?.string } == [
        "out-of-range", "out-of-range", "constraint", "too-large", "out-of-range", "out-of-range",
        "out-of-range", "constraint",
      ])
    #expect(try rejects().last?["message"]?.string?.contains("row") == false)
  }

  @Test("refuses tables that can't keep its promise, and says what to do")
  func unsuitable() throws {
    for (sql, words) in [
      ("CREATE TABLE t (id bigint, v text) ENGINE = MyISAM", "no transactions"),
      ("CREATE VIEW t AS SELECT 1 AS id, 'x' AS v", "is a view"),
      ("CREATE TABLE t (id bigint, v char(9))", "declares the column \"v\" as char(9)"),
      ("CREATE TABLE t (id bigint)", "--add-columns"),
      ("CREATE TABLE t (id bigint, v text, n int NOT NULL)", "\"n\" that may not be NULL"),
      ("CREATE TABLE t (id float, v text)", "expected bigint"),
    ] {
      try server.execute(sql)
      let error = importError { _ = try run(textFeed("{\"id\":1}\n"), sink()) }
      #expect(error?.kind == .conflict && error?.message.contains(words) == true, "\(error as Any)")
      try server.execute(words == "is a view" ? "DROP VIEW t" : "DROP TABLE t")
    }
  }

  // MARK: Refusals

  @Test(
    "stores and refuses rows as if they came one by one, whoever refuses them",
    arguments: [7, 10_000])
  func oneByOne(batchSize: Int) throws {
    try server.execute(
      """
      CREATE TABLE o (id bigint PRIMARY KEY);
      """)
    try server.execute("INSERT INTO o VALUES (0), (1), (2), (3), (4)")
    try server.execute(
      """
      CREATE TABLE t (id bigint PRIMARY KEY, v varchar(20) COLLATE utf8mb4_general_ci, o bigint,
        UNIQUE (v, o), FOREIGN KEY (o) REFERENCES o (id), CHECK (id <> 13))
      """)
    var random = RandomFeed(seed: 7)
    var stored: [(id: Int, v: String?, o: Int)] = []
    var refused: [Int64] = []
    var text = ""
    for line in 1...120 {
      let row = (
        id: random.below(90),
        v: random.below(5) == 0 ? nil : ["a", "A", "b", "c"][random.below(4)],
        o: random.below(7)
      )
      text += "{\"id\":\(row.id),\"v\":\(row.v.map { "\"\($0)\"" } ?? "null"),\"o\":\(row.o)}\n"
      let isKnown = stored.contains {
        $0.id == row.id || $0.v != nil && $0.v?.lowercased() == row.v?.lowercased() && $0.o == row.o
      }
      if isKnown || row.o > 4 || row.id == 13 {
        refused.append(Int64(line))
      } else {
        stored.append(row)
      }
    }
    let summary = try run(textFeed(text), sink(), columns + ["o:int=o"], batchSize: batchSize)
    #expect(summary.rows == Int64(stored.count) && summary.rejects == Int64(refused.count))
    #expect(
      try server.rows("SELECT id, v, o FROM t ORDER BY id")
        == stored.sorted { $0.id < $1.id }.map { "\($0.id)|\($0.v ?? "NULL")|\($0.o)" })
    #expect(try rejects().map { $0["line"]?.int64 } == refused)
    let words = try rejects().compactMap { $0["message"]?.string }
    #expect(words.contains { $0.hasPrefix("Duplicate entry '") && $0.hasSuffix("(error 1062)") })
    #expect(words.contains { $0.contains("(error 1452)") })
  }

  @Test("rows of several portions are stored as if they came one by one, while others are read")
  func portions() throws {
    try server.execute("CREATE TABLE t (id bigint PRIMARY KEY, v text, CHECK (id % 1000 <> 7))")
    // More than a portion in each third of them.
    let text = String(repeating: "x", count: 90)
    let count = 12_000
    let feed = (0..<count).map { "{\"id\":\($0),\"v\":\"\(text)\"}\n" }.joined()
    let summary = try run(textFeed(feed), sink())
    #expect(summary.rows == Int64(count - 12) && summary.rejects == 12)
    #expect(try server.rows("SELECT COUNT(*), SUM(LENGTH(v)) FROM t") == ["11988|1078920"])
    let refused: [Int64?] = (0..<12).map { Int64($0 * 1000 + 8) }
    #expect(try rejects().map { $0["line"]?.int64 } == refused)
  }

  @Test("names a duplicate key in the server's words, whichever way it was found")
  func words() throws {
    try server.execute("CREATE TABLE t (id bigint PRIMARY KEY, v varchar(9), UNIQUE KEY k (v, id))")
    _ = try run(textFeed("{\"id\":5,\"v\":\"x\"}\n{\"id\":5,\"v\":\"y\"}\n"), sink())
    let own = #expect(throws: TestMariaDB.Failure.self) {
      try server.execute("INSERT INTO t VALUES (5, 'y')")
    }
    let words = try #require(own?.description)
    #expect(try rejects().first?["message"]?.string == "\(words) (error 1062)")
  }

  @Test("ends when the statement fails without a row, too")
  func closed() throws {
    try server.execute("CREATE TABLE t (id bigint, v text)")
    try server.execute(
      "CREATE TRIGGER no BEFORE INSERT ON t FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'"
    )
    // A trigger for each row is a row's fault, whatever it says.
    let summary = try run(textFeed("{\"id\":1}\n{\"id\":2}\n"), sink())
    #expect(summary.rows == 0 && summary.rejects == 2)
    try server.execute("DROP TRIGGER no")
    try server.execute("CREATE USER IF NOT EXISTS few@localhost")
    try server.execute("GRANT ALL ON \(server.database).* TO few@localhost")
    defer { try? server.execute("DROP USER few@localhost") }
    let address = server.address.replacing("root@", with: "few@")
    let few = { try MariaDBSink(address: address, table: "t") }
    _ = try runJob(textFeed("{\"id\":3}\n"), into: few(), columns)
    try server.execute("REVOKE ALL ON \(server.database).* FROM few@localhost")
    let error = importError { _ = try runJob(textFeed("{\"id\":4}\n"), into: few(), columns) }
    #expect(error?.message.contains("denied") == true, "\(error as Any)")
    #expect(try server.rows("SELECT id FROM t") == ["3"])
  }

  // MARK: Modes

  @Test("a key of texts and other values was longer than an index of the server may be")
  func longKey() throws {
    let key = [
      "a:text=a", "b:text=b", "i:int=i", "r:real=r", "o:bool=o", "d:decimal=d", "y:date=y",
      "t:timestamp=t", "u:uuid=u",
    ]
    let mode = WriteMode.ignore(key: key.map { ByteName(String($0.prefix(1))) })
    let row = """
      {"a":"1","b":"2","i":3,"r":4,"o":true,"d":5,"y":"2024-05-31","t":"2024-05-31T00:00:00Z",\
      "u":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}

      """
    let summary = try run(textFeed(row + row), sink(mode), key)
    #expect(summary.rows == 1 && summary.skippedByTarget == 1)
    // What is left of 3072 bytes, for two texts.
    #expect(try server.rows("SHOW CREATE TABLE t").first?.contains("`a` varchar(358)") == true)
  }

  @Test("upsert changes no row that only another unique value has in common")
  func otherKey() throws {
    try server.execute("CREATE TABLE t (id bigint PRIMARY KEY, v varchar(9) UNIQUE)")
    let summary = try run(
      textFeed(
        "{\"id\":1,\"v\":\"a\"}\n{\"id\":2,\"v\":\"a\"}\n{\"id\":1,\"v\":\"b\"}\n{\"id\":3,\"v\":\"c\"}\n"
      ),
      sink(.upsert(key: ["id"])), batchSize: 1)
    #expect(summary.rows == 3 && summary.rejects == 1)
    #expect(try server.rows("SELECT * FROM t ORDER BY id") == ["1|b", "3|c"])
    let error = importError { _ = try run(textFeed("1"), sink(.upsert(key: ["id", "v"]))) }
    #expect(error?.message.contains("no unique index on exactly the key \"id\", \"v\"") == true)
  }

  // MARK: Progress

  @Test("continues after its last commit wherever it failed", arguments: 0...7)
  func resumes(commits: Int) throws {
    try server.execute("CREATE TABLE t (id bigint CHECK (id % 5 <> 0), v text)")
    let feed = try folder.write((1...23).map { "{\"id\":\($0)}\n" }.joined(), to: "feed.ndjson")
    let first = importError {
      _ = try run(.file(feed), BreakingSink(sink(), commits: commits), batchSize: 4)
    }
    #expect((first == nil) == (commits == 7))
    let summary = try run(.file(feed), sink(), batchSize: 4)
    #expect(summary.totalRows == 19 && summary.totalRejects == 4)
    #expect(
      try server.rows("SELECT id FROM t ORDER BY id")
        == (1...23).filter { $0 % 5 != 0 }.map { "\($0)" })
    #expect(try rejects().map { $0["line"]?.int64 } == [5, 10, 15, 20])
  }

  @Test("is refused when its table is gone, another one or empty, until the caller chooses")
  func tableState() throws {
    let feed = try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "feed.ndjson")
    func again(_ choices: TableChoices = []) throws -> ImportSummary {
      try run(.file(feed), sink(choices: choices))
    }
    _ = try again()
    try server.execute("ALTER TABLE t ADD COLUMN more int, COMMENT = 'mine'")
    // Whoever replaces the comment takes the mark away.
    #expect(importError { _ = try again() }?.message.contains("another one") == true)
    #expect(try again(.adoptTable).records == 0)
    #expect(try again().records == 0)
    #expect(
      try server.rows(
        "SELECT TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_NAME = 't' AND TABLE_SCHEMA = DATABASE()"
      ).first?.hasPrefix("mine sluice:") == true)
    try server.execute("ALTER TABLE t ADD INDEX (id)")
    #expect(try again().records == 0)
    try server.execute("DELETE FROM t")
    #expect(importError { _ = try again() }?.message.contains("--table-may-be-empty") == true)
    #expect(try again(.mayBeEmpty).records == 0 && again().records == 0)
    try server.execute("DROP TABLE t")
    #expect(importError { _ = try again() }?.message.contains("is gone") == true)
    #expect(try again(.restart).rows == 2)
  }

  @Test("stops when another process is ahead, and when its table is made anew meanwhile")
  func races() throws {
    let feed = try folder.write((0..<6).map { "{\"id\":\($0)}\n" }.joined(), to: "feed.ndjson")
    var isFirst = true
    let error = importError {
      _ = try runJob(.file(feed), into: sink(), columns, batchSize: 2) { progress in
        guard progress.rows == 2, isFirst else { return }
        isFirst = false
        _ = try? runJob(.file(feed), into: sink(), columns)
      }
    }
    #expect(error?.message.contains("another process is running this job") == true)
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == (0..<6).map { "\($0)" })
    let other = try folder.write((0..<6).map { "{\"id\":\($0)}\n" }.joined(), to: "other.ndjson")
    let anew = importError {
      _ = try runJob(.file(other), into: sink(), columns, batchSize: 2) { progress in
        guard progress.rows == 2 else { return }
        try? server.execute("DROP TABLE t")
        try? server.execute("CREATE TABLE t (id bigint, v longtext)")
      }
    }
    #expect(anew?.message.contains("dropped, renamed or made anew") == true, "\(anew as Any)")
  }

  @Test("ends when its connection is cut, and the next run continues", arguments: 1...4)
  func cut(batches: Int) throws {
    let feed = try folder.write((0..<50).map { "{\"id\":\($0)}\n" }.joined(), to: "feed.ndjson")
    var seen = 0
    let error = importError {
      _ = try runJob(.file(feed), into: sink(), columns, batchSize: 10) { _ in
        seen += 1
        if seen == batches { _ = try? server.terminate() }
      }
    }
    #expect(error?.kind == .lostConnection, "\(error as Any)")
    #expect(try run(.file(feed), sink()).totalRows == 50)
    #expect(try server.rows("SELECT COUNT(*), COUNT(DISTINCT id) FROM t") == ["50|50"])
  }

  // MARK: Replacement

  @Test("a replacement whose gathering table was left without progress is begun anew")
  func leftover() throws {
    let feed = try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "a.ndjson")
    _ = try run(textFeed("{\"id\":77}\n"), sink())
    _ = try? run(.file(feed), BreakingSink(sink(.replace), commits: 2), batchSize: 1)
    // As if the job had been killed after the rows took their place, or while the table was made.
    try server.execute("DELETE FROM sluice_progress WHERE target LIKE 'sluice_replacement_%'")
    #expect(try run(.file(feed), sink(.replace)).beginning == .fresh)
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == ["1", "2"])
    // A table made anew, with progress of the one before.
    _ = try? run(.file(feed), BreakingSink(sink(.replace), commits: 2), batchSize: 1)
    let side = try #require(server.rows("SHOW TABLES LIKE 'sluice_replacement_%'").first)
    try server.execute("DROP TABLE \(side)")
    try server.execute("CREATE TABLE \(side) LIKE t")
    #expect(try run(.file(feed), sink(.replace)).beginning == .fresh)
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == ["1", "2"])
    #expect(try server.rows("SHOW TABLES") == ["sluice_progress", "t"])
  }

  @Test("refuses to replace rows that other tables refer to")
  func referrers() throws {
    try server.execute("CREATE TABLE t (id bigint PRIMARY KEY, v text)")
    try server.execute(
      "CREATE TABLE child (t bigint, FOREIGN KEY (t) REFERENCES t (id) ON DELETE CASCADE)")
    let error = importError { _ = try run(textFeed("{\"id\":1}\n"), sink(.replace)) }
    #expect(error?.message.contains("foreign keys of child refer to them") == true)
  }

  // MARK: Plans and secrets

  @Test("is planned without changing anything")
  func plan() throws {
    let feed = try folder.write("{\"id\":1,\"d\":2}\n", to: "feed.ndjson")
    func job(_ changes: TableChanges = TableChanges()) throws -> ImportJob {
      try ImportJob(
        feed: .file(feed),
        columns: (columns + ["d:decimal=d"]).map { text throws(ImportError) in
          try ImportColumn(parsing: text)
        }, sink: sink(.upsert(key: ["id"]), changes: changes, rejects: "r"))
    }
    let new = try job().plan()
    guard case .new(let creation?) = new.state else {
      Issue.record("\(new.state)")
      return
    }
    #expect(creation.contains("`id` bigint NOT NULL") && creation.contains("PRIMARY KEY (`id`)"))
    #expect(try server.rows("SHOW TABLES") == [])
    try server.execute("CREATE TABLE t (id bigint UNIQUE, v text, w int)")
    let changes = TableChanges(addsColumns: true, indexes: [TableIndex(["d"])])
    let plan = try job(changes).plan()
    #expect(plan.changes.count == 3 && plan.notes.map(\.kind) == [.columns])
    #expect(try server.rows("SHOW TABLES") == ["t"])
    #expect(try job(changes).run().rows == 1)
    #expect(
      try server.rows("SELECT id, v, w, d + 0 FROM t").first?.hasPrefix("1|NULL|NULL|2.") == true)
    #expect(try job(changes).plan().changes == [])
  }

  // The library takes the usual socket for this name, so that rows went to another server.
  @Test("goes to the port of localhost, not to its socket")
  func portOfLocalhost() throws {
    let sink = try SinkTarget(parsing: "mariadb://me@localhost:1/d").sink(table: "t")
    let error = importError { _ = try runJob(textFeed("1"), into: sink, columns) }
    #expect(error?.message.contains("can't connect") == true, "\(error as Any)")
    #expect(error?.message.contains("socket") == false, "\(error as Any)")
  }

  @Test("shows no password, whichever way its address is written")
  func secrets() throws {
    for address in [
      "mysql://me:s3cr3t-x@localhost/d?socket=/none", "mysql://me:s3cr3t-x%2F@localhost:1/d",
      "mariadb://me:s3cr3t-x/y@host/d", "mariadb://me:s3cr3t-x@host:port/d",
      "mariadb://me:s3cr3t-x@/d?what=1",
    ] {
      let target = try SinkTarget(parsing: address)
      let sink = try target.sink(table: "t")
      let error = importError { _ = try runJob(textFeed("1"), into: sink, columns) }
      for text in ["\(target)", sink.name, "\(error as Any)"] {
        #expect(!text.contains("s3cr3t") && !text.contains("-x%2F"), "\(text)")
      }
      #expect(error != nil)
    }
    #expect(
      importError { _ = try SinkTarget(parsing: "x:mysql://a:b@c/d") }?.message.contains("a:b")
        == false)
  }
}
