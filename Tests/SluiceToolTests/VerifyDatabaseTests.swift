import Foundation
import Sluice
import SluiceImportTestSupport
import TestSupport
import Testing

/// What verifies an import into any database, with rejects in a file or a table.
private struct DatabaseVerification {
  let folder: TemporaryFolder
  let into: String
  /// The column of the progress that has the chain.
  var column = "checkpoint"
  /// Runs a statement in the database.
  let execute: (String) throws -> Void

  private static let columns = ["--column", "id:int=id", "--column", "text:text=text"]

  /// A target, so that several tables of one database can share a table of rejects.
  private func words(_ table: String, _ rejects: String) -> [String] {
    ["f.ndjson", "--into", into, "--table", table, "--rejects", rejects] + Self.columns
  }

  private func findings(_ words: [String]) throws -> (status: Int32, faults: [String], all: [JSON])
  {
    let result = try BuiltTool.run(["verify"] + words + ["--json"], in: folder)
    let all = try JSON(parsing: result.output)["findings"]?.array.map { Array($0) } ?? []
    let faults = all.filter { $0["state"] == "fault" }.map {
      "\($0["subject"]?.string ?? ""): \($0["message"]?.string ?? "")"
    }
    return (result.status, faults, all)
  }

  func check(rejects: String) throws {
    let lines = (0..<2500).map { number in
      number % 10 == 7 ? "bad \(number)\n" : "{\"id\":\(number),\"text\":\"a \(number)\"}\n"
    }
    try folder.write(lines.joined(), to: "f.ndjson")
    for table in ["t", "other"] {
      let words = words(table, rejects == "file" ? "\(table).bad" : rejects)
      let imported = try BuiltTool.run(["import"] + words + ["--batch", "170"], in: folder)
      #expect(imported.status == 1, "\(imported)")
    }
    let words = words("t", rejects == "file" ? "t.bad" : rejects)
    let sound = try findings(words)
    #expect(sound.status == 0 && sound.all.count == 3, "\(sound)")
    #expect(sound.all.allSatisfy { $0["state"] == "ok" }, "\(sound)")
    #expect(sound.all.contains { $0["message"]?.string == "250 of f.ndjson" }, "\(sound)")

    try execute("DELETE FROM t WHERE id = 5")
    #expect(
      try findings(words).faults.first?.contains("2249 rows, and the commits count 2250") == true)
    try execute("INSERT INTO t VALUES (5, 'a 5')")
    if rejects != "file" {
      try execute("DELETE FROM bad WHERE target LIKE '%t%' AND record = 8")
      #expect(
        try findings(words).faults.first?.contains("it has 249 of f.ndjson") == true)
    }
    try execute(
      "UPDATE sluice_progress SET \(column) = replace(\(column), 'chain=', 'chain=x,')")
    #expect(try findings(words).faults.contains { $0.contains("is damaged") })
  }
}

@Suite("sluice verify of a database")
struct VerifyDatabaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "compares PostgreSQL's rows and rejects",
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)),
    arguments: ["file", "table:bad"])
  func postgreSQL(rejects: String) throws {
    let server = try TestPostgres()
    try DatabaseVerification(
      folder: folder, into: server.address, execute: server.execute
    ).check(rejects: rejects)
  }

  @Test(
    "compares MariaDB's rows and rejects",
    .enabled(if: TestMariaDB.isThere, Comment(rawValue: TestMariaDB.reason)),
    arguments: ["file", "table:bad"])
  func mariaDB(rejects: String) throws {
    let server = try TestMariaDB()
    try DatabaseVerification(
      folder: folder, into: server.address, execute: server.execute
    ).check(rejects: rejects)
  }

  @Test("compares SQLite's rows and rejects", arguments: ["file", "table:bad"])
  func sqlite(rejects: String) throws {
    try folder.write("", to: "x.sqlite")
    let database = try TestDatabase(folder["x.sqlite"])
    try DatabaseVerification(
      folder: folder, into: "x.sqlite", column: "source_tail", execute: { try database.execute($0) }
    ).check(rejects: rejects)
  }

  @Test("keeps the same chain of records wherever commits were made")
  func chain() throws {
    let lines = (0..<5000).map { $0 % 9 == 0 ? "bad\n" : "{\"id\":\($0)}\n" }
    var chains: Set<String> = []
    for (number, batch) in [37, 1024, 5000].enumerated() {
      let words = [
        "f.ndjson", "--into", "x\(number).sqlite", "--table", "t", "--column", "id:int=id",
        "--batch",
        "\(batch)",
      ]
      for end in [1500 + batch % 1000, 5000] {
        try folder.write(lines[..<end].joined(), to: "f.ndjson")
        #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1)
      }
      let tail = try TestDatabase(folder["x\(number).sqlite"])
        .rows("SELECT source_tail FROM sluice_progress").joined()
      let chain = try #require(tail.split(separator: "chain=").last)
      // Without the run's id.
      chains.insert(chain.split(separator: ",").dropFirst().joined(separator: ","))
      #expect(try BuiltTool.run(["verify"] + words, in: folder).status == 0)
    }
    #expect(chains.count == 1, "\(chains)")
  }

  @Test("reads the progress of earlier versions, which kept another account")
  func earlier() throws {
    try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "f.ndjson")
    let words = ["f.ndjson", "--into", "x.sqlite", "--table", "t", "--column", "id:int=id"]
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 0)
    try TestDatabase(folder["x.sqlite"]).execute(
      "UPDATE sluice_progress SET source_tail = replace(source_tail, 'chain=', 'account=')")
    let result = try BuiltTool.run(["verify"] + words, in: folder)
    #expect(
      result.status == 0 && result.output.contains("? f.ndjson: an earlier version of sluice"),
      "\(result)")
    try folder.append("{\"id\":3}\n", to: "f.ndjson")
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 0)
    #expect(try TestDatabase(folder["x.sqlite"]).rows("SELECT id FROM t").count == 3)
    #expect(try BuiltTool.run(["verify"] + words, in: folder).status == 0)
  }

  @Test(
    "compares the partitions of a topic",
    .enabled(if: TestTopic.isThere, "librdkafka is not installed"))
  func topic() throws {
    let topic = try TestTopic(partitions: 2)
    for partition in 0..<2 {
      try topic.send(
        (0..<1500).map { $0 % 100 == 3 ? "{bad" : "{\"id\":\($0)}" }, to: partition)
    }
    let words = [
      topic.address, "--into", "x.sqlite", "--table", "t", "--column", "id:int=id", "--rejects",
      "bad.ndjson",
    ]
    #expect(try BuiltTool.run(["import"] + words + ["--batch", "100"], in: folder).status == 1)
    let sound = try BuiltTool.run(["verify"] + words, in: folder)
    #expect(sound.status == 0, "\(sound)")
    #expect(
      sound.output.contains("1500 records: 1485 with rows, 15 rejects, 0 filtered or empty"),
      "\(sound)")
    // What came since is not compared.
    try topic.send(["{\"id\":1}"], to: 1)
    #expect(try BuiltTool.run(["verify"] + words, in: folder).status == 0)
    try TestDatabase(folder["x.sqlite"]).execute("DELETE FROM t WHERE id = 7")
    #expect(try BuiltTool.run(["verify"] + words, in: folder).status == 1)
  }
}
