import Foundation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "The progress of PostgreSQL jobs",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLProgressTests {
  let server: TestPostgres
  let folder: TemporaryFolder
  private let good = (0..<10).map { "\($0)" }

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
    try folder.write((0..<10).map { "{\"id\":\($0)}\n" }.joined(), to: "a.ndjson")
  }

  private func run(
    _ table: String = "t", address: String? = nil, _ mode: WriteMode = .append,
    file: String = "a.ndjson"
  ) throws -> ImportSummary {
    try runJob(
      .file(folder[file]),
      into: PostgreSQLSink(address: address ?? server.address, table: table, mode: mode),
      ["id:int=id"])
  }

  private func rows() throws -> [String] { try server.rows("SELECT id FROM t ORDER BY id") }

  /// The table as the first versions made it, with a job that was interrupted after four of ten rows.
  private func makeFirstFormat(in schema: String? = nil, mode: String = "append") throws {
    let schema = schema ?? server.schema
    let checkpoint = """
      {"offset":36,"line":4,"record":4,"file":null,"rows":4,"rejects":0,"source_size":90,\
      "source_head":"HASH","source_tail":"HASH","reject_file":null,"reject_length":0,"finished":false}
      """.replacingOccurrences(of: "HASH", with: PostgreSQLProgressTests.hash)
    try server.execute(
      """
      CREATE TABLE \(schema).sluice_progress (
        source text NOT NULL, target text NOT NULL, columns text NOT NULL, mode text NOT NULL,
        checkpoint text NOT NULL, PRIMARY KEY (source, target));
      CREATE TABLE t (id bigint); INSERT INTO t SELECT generate_series(0, 3);
      INSERT INTO \(schema).sluice_progress VALUES
        ('\(folder.realPath)/a.ndjson', '\(server.schema).t', 'id:int=id', '\(mode)', '\(checkpoint)')
      """)
  }

  /// The hash of the feed's first 36 bytes.
  private static let hash = "3378813e0b7294e5"

  @Test("in the first format is resumed exactly, and gets the newest format")
  func firstFormat() throws {
    try makeFirstFormat()
    let summary = try run()
    #expect(summary.beginning == .resumed(offset: 36))
    #expect(summary.rows == 6 && summary.totalRows == 10)
    #expect(try rows() == good)
    #expect(
      try server.rows(
        "SELECT format, table_number & 4294967295 = 't'::regclass::oid::int8, may_be_empty"
          + " FROM sluice_progress")
        == ["2|t|f"])
    #expect(try run().records == 0)
  }

  @Test("in the first format moves from another schema to the table's")
  func firstFormatElsewhere() throws {
    let other = server.schema + "_o"
    try server.execute("CREATE SCHEMA \(other)")
    defer { try? server.execute("DROP SCHEMA \(other) CASCADE") }
    try makeFirstFormat(in: other)
    // An inspection changes nothing, and finds it.
    let columns = [try ImportColumn(parsing: "id:int=id")]
    let sink = try PostgreSQLSink(address: server.address, table: "t")
    let job = JobIdentity(source: folder.realPath + "/a.ndjson", columns: columns)
    #expect(try sink.inspect(for: [job], columns: columns).checkpoints.first??.rows == 4)
    #expect(try server.rows("SELECT count(*) FROM \(other).sluice_progress") == ["1"])
    #expect(try run().rows == 6)
    #expect(try rows() == good)
    #expect(try server.rows("SELECT count(*) FROM \(other).sluice_progress") == ["0"])
    #expect(try server.rows("SELECT count(*) FROM sluice_progress") == ["1"])
  }

  @Test(
    "in the first format also shows that the table is gone or empty", arguments: [true, false])
  func firstFormatOfLostTable(isDropped: Bool) throws {
    try makeFirstFormat()
    try server.execute(isDropped ? "DROP TABLE t" : "TRUNCATE t")
    let error = importError { _ = try run() }
    #expect(error?.message.contains(isDropped ? "is gone" : "is empty") == true)
    // And nothing is upgraded.
    #expect(throws: TestPostgres.Failure.self) {
      try server.execute("SELECT format FROM sluice_progress")
    }
  }

  @Test(
    "is resumed after a replacement that the first versions left unfinished, by its own sources only"
  )
  func firstFormatReplacement() throws {
    try makeFirstFormat(mode: "replace")
    let columns = [try ImportColumn(parsing: "id:int=id")]
    let sink = try PostgreSQLSink(address: server.address, table: "t", mode: .replace)
    let job = JobIdentity(source: folder.realPath + "/a.ndjson", columns: columns)
    let inspection = try sink.inspect(for: [job], columns: columns)
    #expect(inspection.replacement == .resumed && inspection.checkpoints.first??.rows == 4)
    #expect(throws: ImportError.self) {
      try runJob(.file(folder["a.ndjson"]), into: BreakingSink(sink, commits: 1), ["id:int=id"])
    }
    let summary = try run("t", .replace)
    #expect(summary.beginning == .resumed(offset: 36))
    #expect(summary.rows == 6 && summary.totalRows == 10)
    #expect(try rows() == good)
  }

  @Test("does not belong to another source after an unfinished replacement of the first versions")
  func firstFormatReplacementOfAnother() throws {
    try makeFirstFormat(mode: "replace")
    try folder.write("{\"id\":70}\n", to: "b.ndjson")
    let summary = try run("t", .replace, file: "b.ndjson")
    #expect(summary.rows == 1 && summary.beginning == .fresh)
    #expect(try rows() == ["70"])
  }

  @Test(
    "in the first format is forgotten when a pipe replaces the table, and needed by no other pipe")
  func firstFormatAndPipes() throws {
    try makeFirstFormat()
    func run(_ mode: WriteMode) throws {
      try runJob(
        textFeed("{\"id\":7}\n"),
        into: PostgreSQLSink(address: server.address, table: "t", mode: mode), ["id:int=id"])
    }
    try run(.append)
    #expect(try rows() == ["0", "1", "2", "3", "7"])
    try run(.replace)
    #expect(try rows() == ["7"])
    #expect(try server.rows("SELECT count(*) FROM sluice_progress") == ["0"])
  }

  @Test(
    "in a newer format is refused, and nothing is written",
    arguments: [
      "UPDATE sluice_progress SET format = 3",
      "ALTER TABLE sluice_progress ALTER format SET DEFAULT 3; DELETE FROM sluice_progress",
    ], [WriteMode.append, .replace])
  func newer(sql: String, mode: WriteMode) throws {
    _ = try run()
    try server.execute(sql)
    try folder.append("{\"id\":10}\n", to: "a.ndjson")
    let error = importError { _ = try run("t", mode) }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("has format 3, which a newer version") == true)
    #expect(try rows() == good)
  }

  @Test("is found under any search path")
  func searchPath() throws {
    let other = server.schema + "_o"
    try server.execute("CREATE SCHEMA \(other)")
    defer { try? server.execute("DROP SCHEMA \(other) CASCADE") }
    _ = try run()
    for path in ["\(other),\(server.schema)", other, "\(server.schema),\(other)"] {
      let address = server.address.replacing(
        "search_path%3D\(server.schema)", with: "search_path%3D\(path)")
      let table = path == other ? "\(server.schema).t" : "t"
      #expect(try run(table, address: address).records == 0)
    }
    #expect(try rows() == good)
    #expect(
      try server.rows(
        "SELECT relnamespace::regnamespace::text FROM pg_class WHERE relname = 'sluice_progress'"
          + " AND relnamespace::regnamespace::text LIKE '\(server.schema)%'") == [
          "'\(server.schema)'"
        ])
  }

  @Test("is kept by a user who may not make tables, if the table exists")
  func noCreation() throws {
    _ = try run()
    let role = server.schema
    try server.execute(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(server.schema) TO \(role);
      GRANT INSERT ON t TO \(role); CREATE TABLE alone (id bigint)
      """)
    defer { try? server.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
    let address = server.address.replacing("user=", with: "user=\(role)&was=")
      .replacing(/&was=[^&]*/, with: "")
    try server.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON sluice_progress TO \(role)")
    try folder.write("{\"id\":70}\n", to: "b.ndjson")
    #expect(try run("t", address: address, file: "b.ndjson").rows == 1)
    try server.execute("DROP TABLE sluice_progress; GRANT INSERT ON alone TO \(role)")
    let error = importError { _ = try run("alone", address: address, file: "b.ndjson") }
    #expect(error?.message.contains("CREATE TABLE \"\(server.schema)\".sluice_progress") == true)
    #expect(try server.rows("SELECT * FROM alone") == [])
  }

  @Test(
    "is made once by many jobs that start at the same moment, and so is the table", arguments: 0..<5
  )
  func concurrentCreation(round: Int) throws {
    let count = 6
    for i in 0..<count {
      try folder.write("{\"id\":\(i)}\n{\"id\":\(100 + i)}\n", to: "\(i).ndjson")
    }
    let gate = Gate(count)
    let outcomes = Outcomes()
    let threads = (0..<count).map { i in
      let (address, path) = (server.address, folder["\(i).ndjson"])
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        gate.pass()
        do {
          try runJob(
            .file(path),
            into: PostgreSQLSink(address: address, table: "t", mode: .upsert(key: ["id"])),
            ["id:int=id"])
          outcomes.add(nil)
        } catch {
          outcomes.add("\(error)")
        }
        done.signal()
      }
      return done
    }
    for done in threads { done.wait() }
    #expect(outcomes.faults == [])
    #expect(try server.rows("SELECT count(*) FROM t") == ["\(2 * count)"])
    #expect(try server.rows("SELECT count(*) FROM sluice_progress") == ["\(count)"])
  }
}

/// Releases threads once all have arrived.
private final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  init(_ count: Int) { missing = count }

  func pass() {
    condition.lock()
    defer { condition.unlock() }
    missing -= 1
    if missing == 0 { condition.broadcast() }
    while missing > 0 { condition.wait() }
  }
}

private final class Outcomes: @unchecked Sendable {
  private let lock = NSLock()
  private var found: [String] = []

  func add(_ fault: String?) { lock.withLock { if let fault { found.append(fault) } } }

  var faults: [String] { lock.withLock { found } }
}

extension TemporaryFolder {
  /// Its path without symbolic links, as jobs note it.
  fileprivate var realPath: String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
