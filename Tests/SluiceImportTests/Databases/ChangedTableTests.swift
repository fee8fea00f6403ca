import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// A second client changes a table between two commits of a job.
@Suite("A table that another client changes while rows are stored in it")
struct ChangedTableTests {
  let folder: TemporaryFolder
  private static let columns = ["id:int=id", "v:decimal=v", "t:timestamp=t"]
  private let lines = (0..<60).map {
    "{\"id\":\($0),\"v\":1.25,\"t\":\"2026-01-02T03:04:05.678901Z\"}\n"
  }.joined()

  init() throws { folder = try TemporaryFolder() }

  private static let kinds = AnyTestDatabase.Kind.there.filter { $0 != .duckDB }

  /// How a client of each kind makes a table that is too narrow for the values.
  private static func narrowings(_ kind: AnyTestDatabase.Kind) -> [[String]] {
    switch kind {
    case .sqlite:
      [["ALTER TABLE t DROP COLUMN v", "ALTER TABLE t ADD COLUMN v INTEGER"]]
    case .postgreSQL:
      [
        ["ALTER TABLE t ALTER COLUMN v TYPE numeric(10,1)"],
        ["ALTER TABLE t ALTER COLUMN t TYPE timestamptz(0)"],
      ]
    case .mariaDB:
      [["ALTER TABLE t MODIFY v decimal(20,1)"], ["ALTER TABLE t MODIFY t datetime(0)"]]
    case .duckDB: []
    }
  }

  /// Runs a job of six batches; `change` runs after the third commit or a later one, until it returns true.
  private func run(
    _ database: AnyTestDatabase, _ mode: WriteMode, _ choices: TableChoices = [],
    change: (() throws -> Bool)? = nil
  ) throws -> ImportSummary {
    try folder.write(lines, to: "feed.ndjson")
    let sink = try SinkTarget(parsing: database.target).sink(
      table: "t", mode: mode, choices: choices)
    var (commits, isDone, fault): (Int, Bool, (any Error)?) = (0, change == nil, nil)
    defer { #expect(isDone && fault == nil, "\(fault as Any)") }
    return try runJob(
      .file(folder["feed.ndjson"]), into: sink, Self.columns, batchSize: 10
    ) { _ in
      commits += 1
      guard commits >= 3, !isDone, let change else { return }
      do { isDone = try change() } catch { fault = error }
    }
  }

  private func make(_ kind: AnyTestDatabase.Kind) throws -> AnyTestDatabase {
    let database = try AnyTestDatabase(kind, in: folder.path)
    // The job makes the table.
    try runJob(
      textFeed(""), into: SinkTarget(parsing: database.target).sink(table: "t", mode: .append),
      Self.columns)
    return database
  }

  // Numbers and times of later rows were rounded, and nothing was said.
  @Test("Rows whose values a changed type would round are not stored", arguments: kinds)
  func rounded(kind: AnyTestDatabase.Kind) throws {
    for narrowing in Self.narrowings(kind) {
      let database = try make(kind)
      var before = ""
      let error = importError {
        _ = try run(database, .append) {
          for statement in narrowing { try database.execute(statement) }
          before = try database.rows("SELECT count(*) FROM t").joined()
          return true
        }
      }
      #expect(error?.kind == .changedTarget, "\(error as Any)")
      #expect(error?.message.contains("another client has changed") == true)
      #expect(try database.rows("SELECT count(*) FROM t") == [before])
      try database.execute("DROP TABLE t")
    }
  }

  // They stayed in the file, and for good where it was moved away before the next run.
  @Test("Rejects of a batch that is not stored are not kept in their file either", arguments: kinds)
  func rejected(kind: AnyTestDatabase.Kind) throws {
    let database = try make(kind)
    try folder.write("{\"source\":\"another\"}\n", to: "rejects.ndjson")
    try folder.write(
      (0..<60).map { $0 % 5 == 4 ? "bad \($0)\n" : "{\"id\":\($0),\"v\":1.25}\n" }.joined(),
      to: "feed.ndjson")
    func run(change: ((ImportProgress) throws -> Void)? = nil) throws -> ImportSummary {
      try runJob(
        .file(folder["feed.ndjson"]),
        into: SinkTarget(parsing: database.target).sink(table: "t", mode: .append), Self.columns,
        batchSize: 10, rejectFile: folder["rejects.ndjson"]
      ) { progress in
        do { try change?(progress) } catch { Issue.record(error) }
      }
    }
    var narrowing = Self.narrowings(kind)[0]
    let error = importError {
      _ = try run { progress in
        guard progress.records == 20 else { return }
        for statement in narrowing { try database.execute(statement) }
        narrowing = []
      }
    }
    #expect(error?.kind == .changedTarget, "\(error as Any)")
    let rejects = try #require(error?.summary).rejects
    #expect(rejects == 4)
    #expect(folder.lines("rejects.ndjson").count == 5)
    #expect(folder.lines("rejects.ndjson").last?.contains("bad 19") == true)
  }

  @Test("What others append to the file of rejects meanwhile is not taken back", arguments: kinds)
  func appended(kind: AnyTestDatabase.Kind) throws {
    let database = try make(kind)
    try folder.write(
      (0..<60).map { $0 % 5 == 4 ? "bad \($0)\n" : "{\"id\":\($0),\"v\":1.25}\n" }.joined(),
      to: "feed.ndjson")
    var narrowing = Self.narrowings(kind)[0]
    let error = importError {
      _ = try runJob(
        .file(folder["feed.ndjson"]),
        into: SinkTarget(parsing: database.target).sink(table: "t", mode: .append), Self.columns,
        batchSize: 10, rejectFile: folder["rejects.ndjson"]
      ) { progress in
        guard progress.records == 20 else { return }
        do {
          for statement in narrowing { try database.execute(statement) }
          try folder.append("of another program\n", to: "rejects.ndjson")
        } catch {
          Issue.record(error)
        }
        narrowing = []
      }
    }
    #expect(error?.kind == .changedTarget, "\(error as Any)")
    #expect(folder.lines("rejects.ndjson").contains("of another program"))
  }

  @Test(
    "A replacement leaves the old rows when a changed type would round the new ones",
    arguments: kinds)
  func roundedReplacement(kind: AnyTestDatabase.Kind) throws {
    for narrowing in Self.narrowings(kind) where kind != .sqlite {
      let database = try make(kind)
      try database.execute("INSERT INTO t (id) VALUES (7)")
      let error = importError {
        _ = try run(database, .replace) {
          for statement in narrowing { try database.execute(statement) }
          return true
        }
      }
      #expect(error?.kind == .changedTarget, "\(error as Any)")
      #expect(try database.rows("SELECT id FROM t") == ["7"])
      try database.execute("DROP TABLE t")
    }
  }

  // 10,000 of 30,000 rows were published.
  @Test("Rows that were removed from those a replacement has gathered are missed", arguments: kinds)
  func removed(kind: AnyTestDatabase.Kind) throws {
    let database = try make(kind)
    try database.execute("INSERT INTO t (id) VALUES (7)")
    let gathering: String =
      switch kind {
      case .sqlite: "SELECT name FROM sqlite_schema WHERE name = 'sluice_replacement_t'"
      case .postgreSQL:
        "SELECT relname FROM pg_class WHERE relname LIKE 'sluice_replacement_%' AND relkind = 'r' AND relnamespace = current_schema()::regnamespace"
      default:
        "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE 'sluice_replacement_%'"
      }
    let error = importError {
      _ = try run(database, .replace) {
        guard let name = try database.rows(gathering).first else { return false }
        try database.execute("DELETE FROM \(name) WHERE id < 10")
        return true
      }
    }
    #expect(error?.kind == .changedTarget, "\(error as Any)")
    #expect(error?.message.contains("60 rows were gathered") == true, "\(error as Any)")
    #expect(error?.message.contains("and it has 50") == true)
    #expect(try database.rows("SELECT id FROM t") == ["7"])
    _ = try run(database, .replace, .restart)
    #expect(try database.rows("SELECT count(*), min(id), max(id) FROM t") == ["60|0|59"])
  }
}
