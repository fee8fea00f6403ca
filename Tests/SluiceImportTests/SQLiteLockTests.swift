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
