import FeedTestSupport
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// Progress belongs to a table, and not to its name.
@Suite("A table that was renamed", .serialized)
struct RenamedTableTests {
  enum Kind: String, CaseIterable, Sendable {
    case sqlite, postgreSQL, mariaDB, duckDB, clickHouse

    static var there: [Kind] {
      allCases.filter { kind in
        switch kind {
        case .clickHouse: TestClickHouse.isThere
        default: AnyTestDatabase.Kind.there.contains { $0.rawValue == kind.rawValue }
        }
      }
    }
  }

  /// A database, with the statements that differ.
  struct Database {
    let kind: Kind
    let target: String
    let rows: (String) throws -> [String]
    let execute: (String) throws -> Void

    init(_ kind: Kind, in folder: TemporaryFolder) throws {
      self.kind = kind
      if let known = AnyTestDatabase.Kind(rawValue: kind.rawValue) {
        let database = try AnyTestDatabase(known, in: folder.path)
        target = database.target
        (rows, execute) = ({ try database.rows($0) }, { try database.execute($0) })
      } else {
        let server = try TestClickHouse()
        target = server.address
        (rows, execute) = ({ try server.rows($0) }, { try server.execute($0) })
      }
    }

    func rename(_ table: String, to other: String) throws {
      try execute(
        kind == .clickHouse
          ? "RENAME TABLE \(table) TO \(other)" : "ALTER TABLE \(table) RENAME TO \(other)")
    }

    func make(_ table: String) throws {
      try execute(
        kind == .clickHouse
          ? "CREATE TABLE \(table) (id Nullable(Int64)) ENGINE = MergeTree ORDER BY tuple()"
            + " SETTINGS non_replicated_deduplication_window = 1000"
          : "CREATE TABLE \(table) (id bigint)")
    }

    func ids(_ table: String) throws -> [Int] {
      try rows("SELECT id FROM \(table) ORDER BY id").compactMap { Int($0) }
    }
  }

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "a.ndjson")
    try append(0..<3)
  }

  private func append(_ ids: Range<Int>, to name: String = "a.ndjson") throws {
    try folder.append(ids.map { "{\"id\":\($0)}\n" }.joined(), to: name)
  }

  private func job(
    _ database: Database, _ table: String, _ choices: TableChoices = [],
    _ mode: WriteMode = .append, rejects: String? = nil
  ) throws -> ImportJob {
    try ImportJob(
      feed: .file(folder["a.ndjson"]), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: SinkTarget(parsing: database.target).sink(
        table: table, mode: mode, choices: choices, rejectTable: rejects))
  }

  @discardableResult
  private func run(
    _ database: Database, _ table: String, _ choices: TableChoices = [],
    _ mode: WriteMode = .append
  ) throws -> ImportSummary {
    try job(database, table, choices, mode).run()
  }

  @Test("had the same import twice", arguments: Kind.there)
  func renamed(kind: Kind) throws {
    let database = try Database(kind, in: folder)
    try run(database, "t")
    try database.rename("t", to: "u")
    #expect(try job(database, "u").verify().isSound)
    #expect(try job(database, "u").plan().sources.map(\.isDone) == [true])
    try append(3..<5)
    #expect(try run(database, "u").rows == 2)
    #expect(try database.ids("u") == [0, 1, 2, 3, 4])
    #expect(try job(database, "u").verify().isSound)
    // And once more.
    try database.rename("u", to: "w")
    #expect(try run(database, "w").records == 0)
    // All of it may be wanted again.
    #expect(try run(database, "w", .restart).rows == 5)
    #expect(try run(database, "w").records == 0)
    #expect(try database.ids("w").count == 10)
  }

  @Test(
    "was not told from a new one with its old name, and each lost the other's progress",
    arguments: Kind.there, [TableChoices.restart, .adoptTable])
  func oldName(kind: Kind, choices: TableChoices) throws {
    let database = try Database(kind, in: folder)
    try run(database, "t")
    try database.rename("t", to: "u")
    let gone = importError { try run(database, "t") }
    #expect(gone?.kind == .conflict && gone?.message.contains("u now") == true, "\(gone as Any)")
    try database.make("t")
    try database.execute("INSERT INTO t VALUES (100)")
    let another = importError { try run(database, "t") }
    #expect(another?.kind == .conflict)
    #expect(another?.message.contains("u now") == true, "\(another as Any)")
    #expect(another?.message.contains("--adopt-table") == true, "\(another as Any)")
    #expect(try database.ids("t") == [100])
    try append(3..<4)
    try run(database, "t", choices)
    #expect(try database.ids("t") == (choices == .restart ? [0, 1, 2, 3, 100] : [3, 100]))
    // The progress of the renamed one is as it was.
    #expect(try run(database, "u").rows == 1)
    #expect(try database.ids("u") == [0, 1, 2, 3])
    try append(4..<5)
    for table in ["t", "u", "t"] { try run(database, table) }
    #expect(try database.ids("t").suffix(2) == [4, 100])
    #expect(try database.ids("u") == [0, 1, 2, 3, 4])
  }

  @Test("and another one that exchanged names with it were both refused", arguments: Kind.there)
  func swapped(kind: Kind) throws {
    let database = try Database(kind, in: folder)
    try run(database, "t")
    try append(3..<4)
    try run(database, "u")
    for (old, new) in [("t", "tmp"), ("u", "t"), ("tmp", "u")] {
      try database.rename(old, to: new)
    }
    try append(4..<5)
    #expect(try job(database, "t").plan().sources.map(\.beginning) == [.continued(offset: 36)])
    #expect(try run(database, "t").rows == 1)
    #expect(try job(database, "u").plan().sources.map(\.beginning) == [.continued(offset: 27)])
    #expect(try run(database, "u").rows == 2)
    for table in ["t", "u"] {
      #expect(try run(database, table).records == 0)
      #expect(try database.ids(table) == [0, 1, 2, 3, 4])
      #expect(try job(database, table).verify().isSound)
    }
  }

  @Test("lost its progress when a new one with its old name was replaced", arguments: Kind.there)
  func replaced(kind: Kind) throws {
    let database = try Database(kind, in: folder)
    try run(database, "t")
    try database.rename("t", to: "u")
    try run(database, "t", [], .replace)
    #expect(try database.ids("t") == [0, 1, 2])
    #expect(try run(database, "u").records == 0)
    // A replaced one that is renamed.
    try database.rename("t", to: "w")
    #expect(try run(database, "w").records == 0)
    try append(3..<4)
    #expect(try run(database, "w", [], .replace).rows == 4)
    #expect(try run(database, "w").records == 0)
    #expect(try run(database, "u").rows == 1)
    for table in ["u", "w"] { #expect(try database.ids(table) == [0, 1, 2, 3]) }
  }

  @Test("was filled anew after it was emptied", arguments: Kind.there)
  func emptied(kind: Kind) throws {
    let database = try Database(kind, in: folder)
    try run(database, "t")
    try database.rename("t", to: "u")
    try database.execute(kind == .clickHouse ? "TRUNCATE TABLE u" : "DELETE FROM u")
    #expect(importError { try run(database, "u") }?.message.contains("is empty") == true)
    #expect(try run(database, "u", .mayBeEmpty).records == 0)
    try database.rename("u", to: "w")
    #expect(try run(database, "w").records == 0)
    #expect(try database.ids("w") == [])
  }

  @Test(
    "was not known in another case or spelling of its name", arguments: Kind.there,
    [("t", "\"T\""), ("\"caf\u{E9}\"", "\"cafe\u{301}\"")])
  func lookAlike(kind: Kind, names: (String, String)) throws {
    let database = try Database(kind, in: folder)
    let plain = [names.0, names.1].map { $0.replacing("\"", with: "") }
    func quoted(_ name: String) -> String {
      kind == .mariaDB ? name.replacing("\"", with: "`") : name
    }
    try run(database, plain[0])
    for (old, new) in [(names.0, "tmp"), ("tmp", names.1)] {
      try database.rename(quoted(old), to: quoted(new))
    }
    try append(3..<4)
    #expect(try run(database, plain[1]).rows == 1)
    #expect(try database.ids(quoted(names.1)) == [0, 1, 2, 3])
  }

  @Test(
    "had rejects that were missed where they are kept", arguments: Kind.there, [true, false])
  func rejects(kind: Kind, swaps: Bool) throws {
    let database = try Database(kind, in: folder)
    try folder.append("bad\n{\"id\":\"no\"}\n", to: "a.ndjson")
    for table in ["t", "u"] {
      #expect(try job(database, table, rejects: "bad").run().rejects == 2)
    }
    if swaps {
      for (old, new) in [("t", "tmp"), ("u", "t"), ("tmp", "u")] {
        try database.rename(old, to: new)
      }
    } else {
      try database.rename("u", to: "w")
    }
    let table = swaps ? "u" : "w"
    func states() throws -> [ImportVerification.Finding.State] {
      try job(database, table, rejects: "bad").verify().findings.map(\.state)
    }
    #expect(try states() == [.ok, .ok, .ok])
    try folder.append("worse\n", to: "a.ndjson")
    #expect(try job(database, table, rejects: "bad").run().rejects == 1)
    #expect(try states() == [.ok, .ok, .ok])
    try database.execute(
      (kind == .clickHouse ? "ALTER TABLE bad DELETE" : "DELETE FROM bad")
        + " WHERE target LIKE '%\(table)' AND record = 6"
        + (kind == .clickHouse ? " SETTINGS mutations_sync = 1" : ""))
    #expect(try states().contains(.fault))
  }

  @Test("could not be given its reject file after an interruption", arguments: Kind.there)
  func rejectFile(kind: Kind) throws {
    let database = try Database(kind, in: folder)
    try folder.write(
      (0..<20).map { $0 % 3 == 1 ? "bad\n" : "{\"id\":\($0)}\n" }.joined(), to: "a.ndjson")
    func run(_ table: String, breakingAfter commits: Int? = nil) throws -> ImportSummary {
      let sink = try SinkTarget(parsing: database.target).sink(table: table)
      return try runJob(
        .file(folder["a.ndjson"]),
        into: commits.map { BreakingSink(sink, commits: $0) } ?? sink, ["id:int=id"],
        batchSize: 4, framing: .lines, rejectFile: folder["bad.ndjson"])
    }
    #expect(throws: ImportError.self) { try run("t", breakingAfter: 3) }
    try database.rename("t", to: "u")
    let summary = try run("u")
    #expect(summary.totalRows == 13 && summary.totalRejects == 7)
    #expect(folder.lines("bad.ndjson").count == 7)
    #expect(try database.ids("u") == (0..<20).filter { $0 % 3 != 1 })
  }
}
