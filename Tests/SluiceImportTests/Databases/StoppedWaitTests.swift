import Dispatch
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import SluiceSystem
import Synchronization
import TestSupport
import Testing

/// A job waits for locks and servers on the thread of its caller, and is stopped from another one.
@Suite("The first stop ends a wait")
struct StoppedWaitTests {
  let folder: TemporaryFolder
  private let columns = ["id:int=id"]
  private let lines = (0..<30).map { "{\"id\":\($0)}\n" }.joined()

  init() throws { folder = try TemporaryFolder() }

  /// Runs a job on another thread, and stops it once `isWaiting` says that it waits.
  private func stopped(
    _ sink: DatabaseSink & Sink, isWaiting: () throws -> Bool
  ) throws -> ImportSummary {
    try stopped(sink, sink.waits, isWaiting: isWaiting)
  }

  private func stopped(
    _ sink: any Sink, _ waits: SinkWaits, isWaiting: () throws -> Bool
  ) throws -> ImportSummary {
    let stop = FeedStop()
    waits.heed(stop, grace: 0)
    let job = try ImportJob(
      feed: textFeed(lines), columns: columns.map { try ImportColumn(parsing: $0) }, sink: sink)
    let result = Mutex<Result<ImportSummary, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    // Sound: this thread leaves the job alone until it has ended.
    nonisolated(unsafe) let lent = job
    let thread = try WorkerThread {
      let end = Result { try unsafe lent.run(stop: stop) }
      result.withLock { $0 = end }
      done.signal()
    }
    while try !isWaiting() { WorkerThread.sleep(milliseconds: 1) }
    stop.stop()
    done.wait()
    thread.join()
    return try #require(result.withLock { $0 }).get()
  }

  private func check(_ summary: ImportSummary) {
    #expect(summary.isStopped)
    #expect(summary.rows == 0)
    #expect(summary.notes.map(\.kind) == [.stopped], "\(summary.notes)")
  }

  @Test("for a SQLite database that others hold, and the next run stores all rows")
  func sqlite() throws {
    let other = try TestDatabase(folder["db.sqlite"])
    try other.execute("CREATE TABLE u(x)")
    try other.execute("BEGIN IMMEDIATE")
    let sink = try SQLiteSink(path: folder["db.sqlite"], table: "t")
    // Nothing shows that it waits: it hears a stop before that, too.
    check(try stopped(sink) { true })
    try other.execute("ROLLBACK")
    try runJob(textFeed(lines), into: SQLiteSink(path: folder["db.sqlite"], table: "t"), columns)
    #expect(try other.rows("SELECT count(*), sum(id) FROM t") == ["30|435"])
  }

  // 10 s were promised; a reader of a database in rollback mode was waited for 1,000 times as long.
  @Test("Tries of SQLite that count as one wait have the time of one")
  func span() {
    let patience = SQLitePatience(milliseconds: 20, SinkWaits())
    patience.beginSpan()
    var tries = 0
    // Each try is SQLite's first one.
    while tries < 10_000, patience.waits(after: 0) { tries += 1 }
    #expect(tries < 10_000)
    #expect(!patience.wasStopped)
  }

  @Test(
    "for a lock of a PostgreSQL client, and leaves no statement behind",
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
  func postgres() throws {
    let database = try TestPostgres()
    try database.execute("CREATE TABLE t(id bigint)")
    try database.execute("BEGIN")
    try database.execute("LOCK TABLE t")
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 't'::regclass"
    let sink = try PostgreSQLSink(address: database.address, table: "t")
    check(try stopped(sink) { try database.rows(waiting) == ["1"] })
    while try database.rows(waiting) != ["0"] { WorkerThread.sleep(milliseconds: 1) }
    try database.execute("ROLLBACK")
    try runJob(
      textFeed(lines), into: PostgreSQLSink(address: database.address, table: "t"), columns)
    #expect(try database.rows("SELECT count(*), sum(id) FROM t") == ["30|'435'"])
  }

  // information_schema answers a statement that was cancelled with a part of its rows.
  @Test(
    "for a lock of a MariaDB client, and leaves no statement behind",
    .enabled(if: TestMariaDB.isThere, Comment(rawValue: TestMariaDB.reason)))
  func mariaDB() throws {
    let database = try TestMariaDB()
    try database.execute("CREATE TABLE t(id bigint)")
    try database.execute("LOCK TABLES t WRITE")
    let waiting = """
      SELECT count(*) FROM information_schema.PROCESSLIST
      WHERE DB = '\(database.database)' AND STATE LIKE 'Waiting for table metadata lock%'
      """
    let sink = try MariaDBSink(address: database.address, table: "t")
    check(try stopped(sink) { try database.rows(waiting) == ["1"] })
    while try database.rows(waiting) != ["0"] { WorkerThread.sleep(milliseconds: 1) }
    try database.execute("UNLOCK TABLES")
    try runJob(textFeed(lines), into: MariaDBSink(address: database.address, table: "t"), columns)
    #expect(try database.rows("SELECT count(*), sum(id) FROM t") == ["30|435"])
  }

  @Test(
    "for a server that takes connections and says nothing", arguments: ["PostgreSQL", "MariaDB"])
  func silentServer(kind: String) throws {
    let path = folder[".s.PGSQL.5432"]
    let listener = try LocalSocket.listen(at: path)
    defer { listener.close() }
    let host = path.dropLast("/.s.PGSQL.5432".count)
    let sink: DatabaseSink & Sink =
      kind == "MariaDB"
      ? try MariaDBSink(address: "mariadb://root@localhost/test?socket=\(path)", table: "t")
      : try PostgreSQLSink(address: "postgresql:///test?host=\(host)", table: "t")
    var connection: FileDescriptor?
    defer { connection?.close() }
    check(
      try stopped(sink) {
        connection = try LocalSocket.accept(at: listener)
        return true
      })
  }

  @Test("for a server of ClickHouse that takes connections and says nothing")
  func silentClickHouse() throws {
    let server = try SilentServer()
    let sink = try ClickHouseSink(address: "clickhouse://\(server.address)/default", table: "t")
    check(
      try stopped(sink) {
        try server.accept()
        return true
      })
  }

  // The first Ctrl-C was not heard for a minute.
  @Test(
    "for a broker that takes connections and says nothing",
    .enabled(if: TestTopic.isThere, "librdkafka is not installed"))
  func silentBroker() throws {
    let server = try SilentServer()
    let sink = try KafkaSink(address: "kafka://\(server.address)/events")
    check(
      try stopped(sink, sink.waits) {
        try server.accept()
        return true
      })
  }
}
