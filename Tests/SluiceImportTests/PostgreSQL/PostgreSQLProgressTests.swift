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

  @Test(
    "in another format is refused, and nothing is written",
    arguments: [
      ("UPDATE sluice_progress SET format = 3", "has format 3"),
      (
        "ALTER TABLE sluice_progress ALTER format SET DEFAULT 3; DELETE FROM sluice_progress",
        "has format 3"
      ),
      ("ALTER TABLE sluice_progress DROP COLUMN format", "has no format"),
    ], [WriteMode.append, .replace])
  func otherFormat(change: (sql: String, words: String), mode: WriteMode) throws {
    _ = try run()
    try server.execute(change.sql)
    try folder.append("{\"id\":10}\n", to: "a.ndjson")
    let error = importError { _ = try run("t", mode) }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains(change.words) == true)
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
