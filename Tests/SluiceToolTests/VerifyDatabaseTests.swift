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
  /// Whether a replacement's rejects can go to a table.
  var publishesRejects = true
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
    try checkReplacement(rejects == "file" || !publishesRejects ? "r.bad" : rejects)
    try execute(
      "UPDATE sluice_progress SET \(column) = replace(\(column), 'chain=', 'chain=x,')")
    #expect(try findings(words).faults.contains { $0.contains("is damaged") })
  }
}

extension DatabaseVerification {
  /// What a replacement has published is compared like other rows, though the next one begins anew.
  private func checkReplacement(_ rejects: String) throws {
    let words = words("r", rejects) + ["--mode", "replace"]
    for _ in 1...2 { #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1) }
    let sound = try findings(words)
    #expect(sound.status == 0, "\(sound)")
    #expect(sound.all.contains { $0["message"]?.string == "2250 rows" }, "\(sound)")
    #expect(
      sound.all.contains {
        $0["subject"] == "f.ndjson" && $0["state"] == "ok"
      }, "\(sound)")
    try execute("DELETE FROM r WHERE id = 5")
    #expect(
      try findings(words).faults.first?.contains("2249 rows, and the commits count 2250") == true)
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

  @Test(
    "compares DuckDB's rows and rejects",
    .enabled(if: DuckDBLibrary.isThere, Comment(rawValue: DuckDBLibrary.reason)),
    arguments: ["file", "table:bad"])
  func duckDB(rejects: String) throws {
    try DatabaseVerification(
      folder: folder, into: "x.duckdb",
      execute: { try DuckDBLibrary.execute($0, in: folder["x.duckdb"]) }
    ).check(rejects: rejects)
  }

  @Test(
    "compares ClickHouse's rows and rejects",
    .enabled(if: TestClickHouse.isThere, Comment(rawValue: TestClickHouse.reason)),
    arguments: ["file", "table:bad"])
  func clickHouse(rejects: String) throws {
    let server = try TestClickHouse()
    try DatabaseVerification(
      folder: folder, into: server.address, publishesRejects: false,
      execute: { sql in
        let isUpdate = sql.hasPrefix("UPDATE ")
        let words = sql.split(separator: " ", maxSplits: 2)
        try server.execute(
          (isUpdate
            ? "ALTER TABLE \(words[1]) UPDATE " + words[2].dropFirst("SET ".count) + " WHERE 1"
            : sql) + (isUpdate ? " SETTINGS mutations_sync = 1" : ""))
      }
    ).check(rejects: rejects)
  }

  @Test("reports an interrupted replacement, whose rows wait while the old ones are there")
  func interruptedReplacement() throws {
    try folder.write((0..<50).map { "{\"id\":\($0)}\n" }.joined(), to: "old.ndjson")
    try folder.write(
      (0..<50).map { $0 == 40 ? "bad\n" : "{\"id\":\($0)}\n" }.joined(), to: "f.ndjson")
    let target = ["--into", "x.sqlite", "--table", "t", "--column", "id:int=id"]
    #expect(
      try BuiltTool.run(["import", "old.ndjson", "--mode", "replace"] + target, in: folder).status
        == 0)
    let words = ["f.ndjson", "--mode", "replace", "--batch", "10"] + target
    #expect(
      try BuiltTool.run(["import"] + words + ["--max-errors", "0"], in: folder).status == 3)
    let result = try BuiltTool.run(["verify"] + words, in: folder)
    #expect(
      result.status == 0 && result.output.contains("a replacement of its rows was interrupted"),
      "\(result)")
  }

  @Test("does not take rejects for missing, or for too many, whose file may be another")
  func otherRejects() throws {
    try folder.write("bad\n{\"id\":1}\nbad\n", to: "f.ndjson")
    try FileManager.default.createDirectory(
      atPath: folder["other"], withIntermediateDirectories: false)
    let database = folder["x.sqlite"]
    func words(_ source: String, _ table: String = "t") -> [String] {
      [
        source, "--into", database, "--table", table, "--rejects", folder["bad.ndjson"],
        "--column", "id:int=id",
      ]
    }
    #expect(try BuiltTool.run(["import"] + words("f.ndjson"), in: folder).status == 1)
    // Its name in the rejects is not one of the present folder.
    let elsewhere = try BuiltTool.shell(
      "cd other && sluice verify " + words("../f.ndjson").map { "'\($0)'" }.joined(separator: " "),
      in: folder)
    #expect(
      elsewhere.status == 0
        && elsewhere.output.contains("it has 2 of files of that name, given from another folder"),
      "\(elsewhere)")
    // Another table's are in the same file.
    #expect(try BuiltTool.run(["import"] + words("f.ndjson", "u"), in: folder).status == 1)
    let shared = try BuiltTool.run(["verify"] + words("f.ndjson"), in: folder)
    #expect(
      shared.status == 0 && shared.output.contains("another job may keep its rejects there, too"),
      "\(shared)")
    // Missing ones are still found.
    try folder.write("", to: "bad.ndjson")
    let missing = try BuiltTool.run(["verify"] + words("f.ndjson"), in: folder)
    #expect(missing.status == 1 && missing.output.contains("it has 0 of f.ndjson"), "\(missing)")
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
