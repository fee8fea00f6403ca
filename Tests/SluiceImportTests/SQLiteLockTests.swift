import Dispatch
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("A SQLite job beside other writers")
struct SQLiteLockTests {
  let folder: TemporaryFolder
  private let columns = ["id:int=id", "v:text=v"]

  init() throws { folder = try TemporaryFolder() }

  private func sink(_ mode: WriteMode) throws -> SQLiteSink {
    try SQLiteSink(path: folder["db.sqlite"], table: "t", mode: mode)
  }

  @Test("waits for a database that another process writes into, then fails with a clear error")
  func locked() throws {
    try runJob(textFeed("{\"id\":1}\n"), into: sink(.append), columns)
    let other = try TestDatabase(folder["db.sqlite"])
    try other.execute("BEGIN IMMEDIATE")
    let sink = try SQLiteSink(
      path: folder["db.sqlite"], table: "t", mode: .append, busyTimeoutInMilliseconds: 50)
    let error = importError { try runJob(textFeed("{\"id\":2}\n"), into: sink, columns) }
    #expect(error?.kind == .sink)
    #expect(error?.message.contains("database is locked") == true)
    #expect(error?.message.contains("another process is writing into it") == true)
    try other.execute("ROLLBACK")
    try runJob(textFeed("{\"id\":2}\n"), into: sink, columns)
    #expect(
      try TestDatabase(folder["db.sqlite"]).rows("SELECT id, v FROM t ORDER BY id") == [
        "1|NULL", "2|NULL",
      ])
  }

  // Rows after it would be stored one by one, and those before it would be missing for good.
  @Test(
    "ends where a table ends its transaction, and has all rows once that is mended",
    arguments: [WriteMode.append, .ignore(key: ["id"])], [true, false])
  func endedTransaction(mode: WriteMode, byTrigger: Bool) throws {
    let database = try TestDatabase(folder["db.sqlite"])
    if byTrigger {
      try database.execute("CREATE TABLE t(id INTEGER UNIQUE, v TEXT)")
      try database.execute(
        "CREATE TRIGGER r BEFORE INSERT ON t WHEN new.id = 15 BEGIN SELECT RAISE(ROLLBACK, 'no'); END"
      )
    } else {
      try database.execute(
        "CREATE TABLE t(id INTEGER UNIQUE, v TEXT CHECK (v <> 'v15') NOT NULL ON CONFLICT ROLLBACK)"
      )
    }
    let lines = (0..<50).map { number in
      "{\"id\":\(number)\(number == 15 && !byTrigger ? "" : ",\"v\":\"w\(number)\"")}\n"
    }.joined()
    func run() throws -> ImportSummary {
      try runJob(textFeed(lines), into: sink(mode), columns, batchSize: 10)
    }
    for _ in 0..<2 {
      let error = importError { _ = try run() }
      #expect(error?.kind == .sink)
      #expect(error?.message.contains("ended the transaction") == true, "\(error as Any)")
      #expect(try database.rows("SELECT count(*), max(id) FROM t") == ["10|9"])
    }
    if byTrigger {
      try database.execute("DROP TRIGGER r")
    } else {
      try database.execute("CREATE TABLE u(id INTEGER UNIQUE, v TEXT)")
      try database.execute("INSERT INTO u SELECT * FROM t")
      try database.execute("DROP TABLE t")
      try database.execute("ALTER TABLE u RENAME TO t")
    }
    try runJob(
      textFeed(lines), into: SQLiteSink(path: folder["db.sqlite"], table: "t", mode: mode), columns,
      batchSize: 10)
    #expect(try database.rows("SELECT count(*), count(DISTINCT id) FROM t") == ["50|50"])
  }

  // SQLite doesn't wait while another connection turns on the write-ahead log.
  @Test("waits for other jobs that make the same new database")
  func newDatabase() throws {
    let jobs = 6
    for round in 0..<20 {
      let path = folder["new\(round).sqlite"]
      let faults = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: jobs) { [columns] job in
        do {
          try runJob(
            textFeed("{\"id\":\(job)}\n"),
            into: SQLiteSink(path: path, table: "t\(job)", mode: .append),
            columns)
        } catch { faults.withLock { $0.append("\(error)") } }
      }
      #expect(faults.withLock { $0 } == [])
      for job in 0..<jobs {
        #expect(try TestDatabase(path).rows("SELECT id FROM t\(job)") == ["\(job)"])
      }
    }
  }
}
