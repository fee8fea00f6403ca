import Sluice
import SluiceFeed
import Testing

@testable import SluiceImport

/// What a session with a database says, without a server.
@Suite("A session with a database")
struct SQLSessionTests {
  let database = ScriptedDatabase()

  static let columns =
    "SELECT source, target, columns, mode, table_id, may_be_empty, position FROM sluice_progress"
  static let insertion =
    "INSERT INTO sluice_progress (\"source\", \"target\", \"columns\", \"mode\", \"table_id\","
    + " \"may_be_empty\", \"format\", \"position\") VALUES"

  func job(_ source: String) -> JobIdentity { JobIdentity(source: source, columns: []) }

  func session(
    _ source: String? = "/a", into name: String = "t", _ mode: WriteMode = .append,
    replacement: ScriptedReplacement? = nil, rejects: String? = nil
  ) throws -> SQLSession<ScriptedDatabase> {
    let table = OpenedTable(
      target: SQLTarget(name, "7", mode), replacement: replacement,
      progress: SQLProgressTable(in: database),
      rejects: try rejects.map { try SQLRejectTable($0, in: database) }, notes: [],
      loader: ScriptedLoader(database))
    return try SQLSession(source.map(job), into: table, in: database)
  }

  @Test("writes the first position of a source with its rows, and names it in the next commit")
  func commits() throws {
    let session = try session()
    #expect(session.earlier == nil)
    try session.commit(Checkpoint(offset: 10))
    try session.commit(Checkpoint(offset: 25))
    #expect(
      database.taken() == [
        "\(Self.columns) WHERE source = '/a' AND target = 't' ORDER BY source, target",
        "BEGIN", "\(Self.insertion) ('/a', 't', '', 'append', '7', FALSE, 2, '10')", "COMMIT",
        "BEGIN",
        """
        UPDATE sluice_progress SET "position" = '25', columns = '', mode = 'append',
          table_id = '7', may_be_empty = may_be_empty OR FALSE,
          format = 2
        WHERE source = '/a' AND target = 't' AND columns = ''
          AND "position" = '10'
        """, "COMMIT",
      ])
  }

  @Test("continues where an earlier run has committed")
  func continues() throws {
    database.answers = [(Self.columns, [["/a", "t", "", "append", "7", "f", "40"]])]
    #expect(try session().earlier == Checkpoint(offset: 40))
  }

  @Test(
    "stores nothing when another process has moved the position", arguments: ["INSERT", "UPDATE"])
  func overtaken(statement: String) throws {
    if statement == "UPDATE" {
      database.answers = [(Self.columns, [["/a", "t", "", "append", "7", "f", "40"]])]
    }
    let session = try session()
    database.changeless = [statement]
    let error = #expect(throws: ImportError.self) { try session.commit(Checkpoint(offset: 50)) }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("another process is running this job") == true)
    _ = database.taken()
    session.rollBack()
    #expect(database.taken() == ["ABANDON", "ROLLBACK"])
  }

  @Test("holds the positions of several sources in one transaction")
  func holds() throws {
    let session = try session()
    #expect(try session.hold(Checkpoint(offset: 1)))
    _ = try session.switchSource(to: job("/b"))
    #expect(try session.hold(Checkpoint(offset: 2)))
    try session.commitHeld()
    let words = database.taken().map { $0.split(separator: " ")[0] }
    #expect(words == ["SELECT", "BEGIN", "INSERT", "SELECT", "INSERT", "COMMIT"])
  }

  @Test("locks the row of a source first where a server may still work for a killed client")
  func locks() throws {
    database.progressForm.lock = " FOR UPDATE"
    database.answers = [(Self.columns, [["/a", "t", "", "append", "7", "f", "40"]])]
    let session = try session()
    try session.commit(Checkpoint(offset: 50))
    let statements = database.taken()
    #expect(
      statements.prefix(5) == [
        "BEGIN",
        "\(Self.columns) WHERE source = '/a' AND target = 't' ORDER BY source, target FOR UPDATE",
        "COMMIT", "BEGIN",
        "SELECT 1 FROM sluice_progress WHERE source = '/a' AND target = 't' FOR UPDATE",
      ])
  }

  @Test("selects a row by a key of its own where the database has one")
  func keyed() throws {
    database.progressForm.key = ("id", { "\($0) in \($1)" })
    try session().commit(Checkpoint(offset: 3))
    #expect(
      database.taken() == [
        "\(Self.columns) WHERE id = '/a in t' ORDER BY id", "BEGIN",
        Self.insertion.dropLast(") VALUES".count) + ", \"id\") VALUES"
          + " ('/a', 't', '', 'append', '7', FALSE, 2, '3', '/a in t')", "COMMIT",
      ])
  }

  @Test("publishes a replacement with its progress and its rejects, and keeps none of the old ones")
  func publishes() throws {
    database.answers = [
      ("COLUMNS OF \"bad\"", RejectRow.columns.map { [$0] }),
      (
        "\(Self.columns) WHERE target = 't' OR table_id = '7'",
        [["/old", "t", "", "append", "7", "f", "9"]]
      ),
    ]
    let replacement = ScriptedReplacement(database: database)
    let session = try session(
      into: "side", .replace, replacement: replacement, rejects: "bad")
    try session.commit(Checkpoint(offset: 5))
    _ = database.taken()
    try session.finish()
    #expect(
      database.taken() == [
        "BEGIN", "\(Self.columns) WHERE target = 't' OR table_id = '7' ORDER BY source, target",
        "DELETE FROM sluice_progress WHERE source = '/old' AND target = 't'",
        "UPDATE sluice_progress SET target = 't', table_id = '7' WHERE target = 'side'",
        "SELECT DISTINCT \"table_id\" FROM \"bad\" WHERE \"target\" = 't' AND \"table_id\" <> '7'",
        "DELETE FROM \"bad\" WHERE (\"table_id\" = '7' OR (\"table_id\" IS NULL) AND \"target\" = 't')",
        "UPDATE \"bad\" SET target = 't', table_id = '7' WHERE target = 'side'", "COMMIT",
      ])
  }

  @Test("makes its table of rejects, and stores them with the rows")
  func rejects() throws {
    let session = try session(rejects: "bad")
    try session.store([
      Reject(
        source: "/a", range: nil, record: 1, line: 2, offset: 3, length: 4, code: "it's",
        column: nil,
        path: nil, message: "m", rawBytes: Array("raw".utf8), isCut: false)
    ])
    try session.commit(Checkpoint(offset: 5))
    let statements = database.taken()
    #expect(
      statements[1].hasPrefix("CREATE TABLE \"bad\" (\"target\" text NOT NULL, \"source\" text"))
    #expect(statements[3] == "BEGIN")
    #expect(statements[4].hasPrefix("INSERT INTO \"bad\" (\"target\", \"source\", "))
    #expect(statements[4].contains("VALUES ('t', '/a', NULL, '1', '2', '3', '4', 'it''s', NULL,"))
    #expect(statements[5].hasPrefix("INSERT INTO sluice_progress"))
    #expect(statements[6] == "COMMIT")
  }

  @Test("refuses a table of progress that another program has made")
  func foreign() {
    database.answers = [("COLUMNS OF", [["source"], ["target"]])]
    let error = #expect(throws: ImportError.self) {
      _ = try SQLProgressTable(in: database).isThere()
    }
    #expect(
      error?.message
        == "the table sluice_progress in script is not the one in which this release keeps its progress: it has the columns source, target. Rename it, or name another database"
    )
  }

  @Test("writes what is interpolated as a value, and only names and words of its own as they are")
  func statements() {
    let statement: SQLStatement =
      "SELECT \(name: "a\"b") FROM \(sql: "t") WHERE c = \("x' OR ''='") AND d = \(nil as String?) AND e = \(Int64(3))"
    #expect(
      database.text(of: statement)
        == "SELECT \"a\"\"b\" FROM t WHERE c = 'x'' OR ''''=''' AND d = NULL AND e = 3")
  }
}
