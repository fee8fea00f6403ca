import SluiceFeed
import SluiceImportTestSupport
import TestSupport
import Testing

@testable import SluiceImport

@Suite(
  "A PostgreSQL table that has changed since earlier runs",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLTableStateTests {
  let server: TestPostgres
  let folder: TemporaryFolder

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
    try folder.write((0..<10).map { "{\"id\":\($0)}\n" }.joined(), to: "a.ndjson")
  }

  private func sink(_ choices: TableChoices, _ mode: WriteMode = .append) throws -> PostgreSQLSink {
    try PostgreSQLSink(address: server.address, table: "t", mode: mode, choices: choices)
  }

  @discardableResult
  private func run(_ choices: TableChoices = [], _ mode: WriteMode = .append) throws
    -> ImportSummary
  {
    try runJob(.file(folder["a.ndjson"]), into: sink(choices, mode), ["id:int=id"])
  }

  private func plan(_ choices: TableChoices = []) throws -> ImportPlan {
    try ImportJob(
      feed: .file(folder["a.ndjson"]), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: sink(choices)
    ).plan()
  }

  private func rows() throws -> [String] { try server.rows("SELECT count(*) FROM t") }

  @Test(
    "is reported with the choices before anything is written, by a run and by a plan",
    arguments: [
      ("DROP TABLE t", "is gone", ["--restart"], ["--adopt-table", "--table-may-be-empty"]),
      (
        "DROP TABLE t; CREATE TABLE t (id bigint)", "is another one now",
        ["--restart", "--adopt-table"], ["--table-may-be-empty"]
      ),
      (
        "ALTER TABLE t RENAME TO was; CREATE TABLE t AS SELECT * FROM was", "is another one now",
        ["--restart", "--adopt-table"], ["--table-may-be-empty"]
      ),
      ("TRUNCATE t", "is empty", ["--restart", "--table-may-be-empty"], ["--adopt-table"]),
      ("DELETE FROM t", "is empty", ["--restart", "--table-may-be-empty"], ["--adopt-table"]),
    ], [WriteMode.append, .upsert(key: ["id"])])
  func reported(
    change: (sql: String, words: String, choices: [String], others: [String]), mode: WriteMode
  ) throws {
    try server.execute("CREATE TABLE t (id bigint UNIQUE)")
    try run([], mode)
    try server.execute(change.sql)
    let before = try server.rows("SELECT * FROM sluice_progress")
    // Whether there is something new or not.
    for more in ["", "{\"id\":10}\n"] {
      try folder.append(more, to: "a.ndjson")
      for body in [{ _ = try run([], mode) }, { _ = try plan() }] as [() throws -> Void] {
        let error = importError(body)
        let message = error?.message ?? "nothing thrown"
        #expect(error?.kind == .conflict)
        #expect(message.contains(change.words) && message.contains("stored 10 rows"), "\(message)")
        #expect(change.choices.allSatisfy { message.contains($0) }, "\(message)")
        #expect(!change.others.contains { message.contains($0) }, "\(message)")
      }
    }
    #expect(try server.rows("SELECT * FROM sluice_progress") == before)
    let tables = try server.rows(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname = 't'"
        + " AND relnamespace = '\(server.schema)'::regnamespace")
    #expect(tables.isEmpty == (change.words == "is gone"))
  }

  @Test("is filled anew when the caller restarts", arguments: ["DROP TABLE t", "TRUNCATE t"])
  func restart(sql: String) throws {
    try run()
    try server.execute(sql)
    #expect(try plan(.restart).sources.first?.isDone == false)
    #expect(try run(.restart).rows == 10)
    #expect(try rows() == ["10"])
    // It is that table from now on.
    #expect(try run().records == 0)
  }

  @Test("is used when the caller adopts it, and in later runs")
  func adopt() throws {
    try run()
    try server.execute("ALTER TABLE t RENAME TO was; CREATE TABLE t AS SELECT * FROM was")
    #expect(try run(.adoptTable).records == 0)
    try folder.append("{\"id\":10}\n", to: "a.ndjson")
    #expect(try run().rows == 1)
    #expect(try rows() == ["11"])
    // An adopted one that is empty takes another choice.
    try server.execute("DROP TABLE t; CREATE TABLE t (id bigint)")
    let error = importError { try run(.adoptTable) }
    #expect(error?.message.contains("is empty") == true)
    #expect(try run([.adoptTable, .mayBeEmpty]).records == 0)
    #expect(try run().records == 0)
  }

  @Test("is the same table after it was renamed")
  func renamed() throws {
    try run()
    try server.execute("ALTER TABLE t RENAME TO events")
    try folder.append("{\"id\":10}\n", to: "a.ndjson")
    let sink = try PostgreSQLSink(address: server.address, table: "events")
    let columns = [try ImportColumn(parsing: "id:int=id")]
    let job = try ImportJob(feed: .file(folder["a.ndjson"]), columns: columns, sink: sink)
    #expect(try job.plan().sources.first?.beginning == .continued(offset: 90))
    #expect(try job.run().rows == 1)
    #expect(try server.rows("SELECT count(*) FROM events") == ["11"])
    #expect(importError { try run() } == nil)
    #expect(try rows() == ["11"])
  }

  @Test("may be empty once the caller says so, for all sources")
  func mayBeEmpty() throws {
    try run()
    try server.execute("TRUNCATE t")
    #expect(try run(.mayBeEmpty).records == 0)
    try folder.append("{\"id\":10}\n", to: "a.ndjson")
    #expect(try run().rows == 1)
    let other = try folder.write("{\"id\":20}\n", to: "b.ndjson")
    try runJob(.file(other), into: sink([]), ["id:int=id"])
    try server.execute("TRUNCATE t")
    #expect(try run().records == 0)
    #expect(try runJob(.file(other), into: sink([]), ["id:int=id"]).records == 0)
  }

  @Test("may not be empty when it was made anew since the caller said so")
  func mayBeEmptyOfAnotherTable() throws {
    try run()
    try server.execute("TRUNCATE t")
    #expect(try run(.mayBeEmpty).records == 0)
    try server.execute("DROP TABLE t")
    #expect(try run(.restart).rows == 10)
    try server.execute("DELETE FROM t")
    #expect(importError { try run() }?.message.contains("is empty") == true)
  }

  @Test("is no matter where no row was stored, for a replacement, or for a source that is new")
  func noMatter() throws {
    let none = try folder.write("\n", to: "none.ndjson")
    func runNone() throws { try runJob(.file(none), into: sink([]), ["id:int=a"]) }
    try runNone()
    try runNone()
    try run()
    try server.execute("DROP TABLE t")
    #expect(try run([], .replace).rows == 10)
    try server.execute("DROP TABLE t")
    let other = try folder.write("{\"id\":20}\n", to: "b.ndjson")
    #expect(try runJob(.file(other), into: sink([]), ["id:int=id"]).rows == 1)
  }

  @Test(
    "stops a job that is writing into it when it is made anew", arguments: [true, false])
  func changedMeanwhile(isPipe: Bool) throws {
    let text = (0..<10).map { "{\"id\":\($0)}\n" }.joined()
    var commits = 0
    let error = importError {
      try runJob(
        isPipe ? textFeed(text) : .file(folder["a.ndjson"]), into: sink([]), ["id:int=id"],
        batchSize: 2
      ) { _ in
        commits += 1
        if commits == 2 { try? server.execute("DROP TABLE t; CREATE TABLE t (id bigint)") }
      }
    }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("made anew while rows were written") == true)
    #expect(try rows() == ["0"])
  }

  // It "takes no rows: expected a table, a foreign table or a view".
  @Test("and was made anew while a job began is called that, with a way on")
  func droppedMeanwhile() throws {
    try server.execute("CREATE TABLE t (id bigint)")
    let connection = try PostgreSQLConnection(server.address, SinkWaits())
    let name = try PostgreSQLName("t", in: connection)
    try server.execute("DROP TABLE t; CREATE TABLE t (id bigint)")
    let error = importError {
      _ = try PostgreSQLTable(
        name, columns: [ImportColumn(parsing: "id:int=id")], key: [], in: connection)
    }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("dropped or made anew while the job began") == true)
    #expect(error?.message.hasSuffix("run the same command again") == true)
  }
}
