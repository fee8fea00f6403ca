import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// What else a table may be than the one that it was: moved to another schema or database, a copy, behind a view.
@Suite("A table that was moved, copied, or reached by another way")
struct MovedTableTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write((0..<3).map { "{\"id\":\($0)}\n" }.joined(), to: "a.ndjson")
  }

  private func append(_ id: Int) throws { try folder.append("{\"id\":\(id)}\n", to: "a.ndjson") }

  private func job(
    _ target: String, _ table: String, _ choices: TableChoices = [], _ mode: WriteMode = .append
  ) throws -> ImportJob {
    try ImportJob(
      feed: .file(folder["a.ndjson"]), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: SinkTarget(parsing: target).sink(table: table, mode: mode, choices: choices))
  }

  @discardableResult
  private func run(
    _ target: String, _ table: String, _ choices: TableChoices = [], _ mode: WriteMode = .append
  ) throws -> ImportSummary {
    try job(target, table, choices, mode).run()
  }

  private static let postgres = Comment(rawValue: TestPostgres.reason)
  private static let mariaDB = Comment(rawValue: TestMariaDB.reason)
  private static let clickHouse = Comment(rawValue: TestClickHouse.reason)

  @Test(
    "was imported into twice, by its name and by that of a view of it in PostgreSQL",
    .enabled(if: TestPostgres.isThere, postgres),
    arguments: [
      "CREATE VIEW v AS SELECT id FROM t WHERE id >= 0",
      "CREATE VIEW v0 AS SELECT * FROM t; CREATE VIEW v AS SELECT id FROM v0",
      "CREATE VIEW v AS SELECT 1 AS id;"
        + " CREATE RULE r AS ON INSERT TO v DO INSTEAD INSERT INTO t (id) VALUES (new.id)",
    ], [["t", "v"], ["v", "t"]])
  func view(sql: String, order: [String]) throws {
    let server = try TestPostgres()
    try server.execute("CREATE TABLE t (id bigint, more text); \(sql)")
    #expect(try run(server.address, order[0]).rows == 3)
    #expect(try job(server.address, order[1]).plan().sources.map(\.isDone) == [true])
    #expect(try run(server.address, order[1]).records == 0)
    try append(3)
    #expect(try run(server.address, order[1]).rows == 1)
    try server.execute("ALTER VIEW v RENAME TO w; ALTER TABLE t RENAME TO u")
    for name in ["w", "u"] { #expect(try run(server.address, name).records == 0) }
    #expect(try server.rows("SELECT id FROM u ORDER BY id") == ["0", "1", "2", "3"])
  }

  @Test(
    "is not the target of a view whose trigger decides where rows go in PostgreSQL",
    .enabled(if: TestPostgres.isThere, postgres))
  func viewWithTrigger() throws {
    let server = try TestPostgres()
    try server.execute(
      """
      CREATE TABLE t (id bigint); CREATE VIEW v AS SELECT id FROM t;
      CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO t VALUES (new.id + 100); RETURN new; END';
      CREATE TRIGGER f INSTEAD OF INSERT ON v FOR EACH ROW EXECUTE FUNCTION f()
      """)
    try run(server.address, "v")
    #expect(try run(server.address, "v").records == 0)
    try server.execute("ALTER VIEW v RENAME TO w")
    #expect(try run(server.address, "w").records == 0)
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == ["100", "101", "102"])
  }

  @Test(
    "had the same import twice after it was moved to another schema of PostgreSQL",
    .enabled(if: TestPostgres.isThere, postgres))
  func schema() throws {
    let server = try TestPostgres()
    let other = server.schema + "_2"
    defer { try? server.execute("DROP SCHEMA \(other) CASCADE") }
    try server.execute("CREATE SCHEMA \(other)")
    try run(server.address, "t")
    for schema in [other, server.schema] {
      let former = schema == other ? server.schema : other
      try server.execute("ALTER TABLE \(former).t SET SCHEMA \(schema)")
      let table = "\(schema).t"
      #expect(try job(server.address, table).plan().sources.map(\.isDone) == [true])
      try append(schema == other ? 3 : 4)
      #expect(try run(server.address, table).rows == 1)
      #expect(try job(server.address, table).verify().isSound)
    }
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == ["0", "1", "2", "3", "4"])
  }

  @Test(
    "was filled once more by way of the partitioned table of which it is a part",
    .enabled(if: TestPostgres.isThere, postgres),
    arguments: [["p", "q"], ["q", "p"], ["q", "r"]])
  func partition(order: [String]) throws {
    let server = try TestPostgres()
    try server.execute(
      """
      CREATE TABLE p (id bigint) PARTITION BY RANGE (id);
      CREATE TABLE q PARTITION OF p FOR VALUES FROM (0) TO (10);
      CREATE TABLE r PARTITION OF p FOR VALUES FROM (10) TO (20)
      """)
    try run(server.address, order[0])
    for body in [
      { try run(server.address, order[1]) }, { _ = try job(server.address, order[1]).plan() },
    ] as [() throws -> Void] {
      let error = importError(body)
      #expect(error?.kind == .conflict)
      #expect(error?.message.contains("part of the same partitioned table") == true)
    }
    try append(3)
    #expect(try run(server.address, order[0]).rows == 1)
    #expect(try server.rows("SELECT count(*) FROM p") == ["4"])
    #expect(try run(server.address, order[1], .restart).records == 4)
    #expect(try run(server.address, order[1]).records == 0)
  }

  @Test(
    "was taken for the one that had its number on another server of PostgreSQL",
    .enabled(if: TestPostgres.isThere, postgres))
  func restored() throws {
    let server = try TestPostgres()
    try run(server.address, "t")
    try server.execute("CREATE TABLE u (id bigint)")
    // As a dump leaves it.
    let former = "UPDATE sluice_progress SET table_number = (1::bigint << 32)"
    try server.execute("\(former) | 'u'::regclass::oid::bigint")
    for table in ["t", "u"] {
      #expect(
        importError { try run(server.address, table) }?.message.contains("is another one") == true)
    }
    #expect(try run(server.address, "t", .adoptTable).records == 0)
    #expect(try run(server.address, "u").rows == 3)
    // A server that was upgraded.
    try server.execute("\(former) | (table_number & 4294967295)")
    for table in ["t", "u"] { #expect(try run(server.address, table).records == 0) }
  }

  @Test(
    "had the same import twice after it was moved to another database of MariaDB",
    .enabled(if: TestMariaDB.isThere, mariaDB))
  func database() throws {
    let (server, other) = (try TestMariaDB(), try TestMariaDB())
    try run(server.address, "t")
    try server.execute("RENAME TABLE t TO \(other.database).u")
    #expect(try job(other.address, "u").plan().sources.map(\.isDone) == [true])
    try append(3)
    #expect(try run(other.address, "u").rows == 1)
    try server.execute("RENAME TABLE \(other.database).u TO t")
    #expect(try run(server.address, "t").records == 0)
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == ["0", "1", "2", "3"])
  }

  @Test(
    "was taken for another one after CREATE TABLE … LIKE in MariaDB",
    .enabled(if: TestMariaDB.isThere, mariaDB))
  func like() throws {
    let server = try TestMariaDB()
    try run(server.address, "t")
    // An empty one is a table of its own.
    try server.execute("CREATE TABLE e LIKE t")
    #expect(try run(server.address, "e").rows == 3)
    // One with rows may have those of the source, or not.
    for sql in ["CREATE TABLE c LIKE t", "INSERT INTO c SELECT * FROM t"] {
      try server.execute(sql)
    }
    let error = importError { try run(server.address, "c") }
    #expect(error?.message.contains("is another one") == true, "\(error as Any)")
    #expect(error?.message.contains("is called t now") == true, "\(error as Any)")
    #expect(try run(server.address, "c", .adoptTable).records == 0)
    try append(3)
    for table in ["t", "c", "e", "t"] {
      try run(server.address, table)
      #expect(try server.rows("SELECT id FROM \(table) ORDER BY id") == ["0", "1", "2", "3"])
    }
    // One that takes the place of another, as tools do that change big tables.
    for sql in [
      "CREATE TABLE n LIKE t", "INSERT INTO n SELECT * FROM t", "RENAME TABLE t TO old, n TO t",
    ] { try server.execute(sql) }
    #expect(try run(server.address, "t").records == 0)
    #expect(importError { try run(server.address, "old") }?.kind == .conflict)
  }

  @Test(
    "had the same import twice when no mark could be put on it in MariaDB",
    .enabled(if: TestMariaDB.isThere, mariaDB))
  func unmarked() throws {
    let server = try TestMariaDB()
    try run(server.address, "t")
    // As a user leaves it who may not alter tables.
    for sql in [
      "ALTER TABLE t COMMENT = ''", "UPDATE sluice_progress SET table_id = NULL",
      "RENAME TABLE t TO u",
    ] { try server.execute(sql) }
    let error = importError { try run(server.address, "u") }
    #expect(error?.message.contains("They went into t, which is gone") == true, "\(error as Any)")
    #expect(try run(server.address, "u", .adoptTable).records == 0)
    try append(3)
    #expect(try run(server.address, "u").rows == 1)
    #expect(try server.rows("SELECT id FROM u ORDER BY id") == ["0", "1", "2", "3"])
    // An empty table is none of those.
    #expect(try run(server.address, "t").rows == 4)
  }

  @Test(
    "had the same import twice after it was moved to another database of ClickHouse",
    .enabled(if: TestClickHouse.isThere, clickHouse))
  func clickHouseDatabase() throws {
    let server = try TestClickHouse()
    let other = server.address.replacing("/d", with: "/other", maxReplacements: 1)
    try #require(other.hasSuffix("/other"))
    try run(server.address, "t")
    try server.execute("CREATE DATABASE other")
    try server.execute("RENAME TABLE t TO other.u")
    #expect(try job(other, "u").plan().sources.map(\.isDone) == [true])
    try append(3)
    #expect(try run(other, "u").rows == 1)
    try server.execute("RENAME TABLE other.u TO t")
    #expect(try run(server.address, "t").records == 0)
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == ["0", "1", "2", "3"])
  }

  @Test("goes on in a copy of a file of SQLite, and is another one after it was rebuilt")
  func copies() throws {
    let path = folder["a.db"]
    try run(path, "t")
    let database = try TestDatabase(path)
    try database.execute("VACUUM INTO '\(folder["b.db"])'")
    try append(3)
    for name in ["a.db", "b.db"] {
      #expect(try run(folder[name], "t").rows == 1)
      #expect(
        try TestDatabase(folder[name]).rows("SELECT id FROM t ORDER BY id")
          == ["0", "1", "2", "3"])
    }
    for sql in [
      "CREATE TABLE n (id INTEGER, more TEXT)", "INSERT INTO n (id) SELECT id FROM t",
      "DROP TABLE t", "ALTER TABLE n RENAME TO t",
    ] { try database.execute(sql) }
    #expect(importError { try run(path, "t") }?.message.contains("is another one") == true)
    #expect(try run(path, "t", .adoptTable).records == 0)
    try append(4)
    #expect(try run(path, "t").rows == 1)
  }
}
