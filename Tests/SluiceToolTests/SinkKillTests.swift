import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// The kill test of SQLite, for the other sinks.
@Suite("A killed import into another sink", .serialized)
struct SinkKillTests {
  /// For each sink, as many as `SLUICE_KILLS` says, or 3, and 12 in long rounds.
  private static let kills =
    Int(ProcessInfo.processInfo.environment["SLUICE_KILLS"] ?? "") ?? Rounds.count(3, long: 12)
  private static let records = 12_000

  /// A sink as an argument of the tool, and how to read its rows.
  private struct Target {
    let name: String
    /// A commit to a file waits for the disk several times.
    var batch = 150
    let arguments: (_ job: String) -> [String]
    let rows: (_ job: String) throws -> [String]
    let remove: (_ job: String) throws -> Void
    /// Whether a job was killed after its end: replacing again would be another job.
    var hasEnded: (_ job: String) -> Bool = { _ in false }
    /// For a table of rejects; nil: they go to a file.
    var rejects: ((_ job: String) throws -> [String])?
  }

  @Test(
    "CSV has each row and each reject once after another run", arguments: ["append", "replace"])
  func csv(mode: String) throws {
    let folder = try TemporaryFolder()
    try survive(
      Target(
        name: "csv \(mode)", batch: 1000,
        arguments: { ["--into", "\($0).csv", "--mode", mode] },
        rows: { job in
          try folder.bytes("\(job).csv").split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
        },
        remove: { job in
          for name in folder.names where name.contains("\(job).csv") {
            try? FileManager.default.removeItem(atPath: folder[name])
          }
        },
        hasEnded: { job in
          mode == "replace" && folder.has("\(job).csv")
            && !folder.lines("\(job).csv.sluice").contains { $0.contains("\"replacement\"") }
        }), in: folder)
  }

  @Test("SQLite that skips known keys has each row and each reject once after another run")
  func sqliteIgnore() throws {
    let folder = try TemporaryFolder()
    try survive(
      Target(
        name: "sqlite ignore",
        arguments: {
          ["--into", "\($0).sqlite", "--table", "t", "--mode", "ignore", "--key", "at"]
        },
        rows: {
          try TestDatabase(folder["\($0).sqlite"]).rows("SELECT * FROM t ORDER BY rowid")
        },
        remove: { job in
          for name in folder.names where name.hasPrefix("\(job).sqlite") {
            try? FileManager.default.removeItem(atPath: folder[name])
          }
        }), in: folder)
  }

  @Test("SQLite that is replaced has each row and each reject once after another run")
  func sqliteReplacement() throws {
    let folder = try TemporaryFolder()
    func database(_ job: String) throws -> TestDatabase {
      try TestDatabase(folder["\(job).sqlite"])
    }
    try survive(
      Target(
        name: "sqlite replace",
        arguments: { ["--into", "\($0).sqlite", "--table", "t", "--mode", "replace"] },
        rows: { try database($0).rows("SELECT * FROM t ORDER BY rowid") },
        remove: { job in
          for name in folder.names where name.hasPrefix("\(job).sqlite") {
            try? FileManager.default.removeItem(atPath: folder[name])
          }
        },
        hasEnded: { job in
          guard folder.has("\(job).sqlite") else { return false }
          let published = try? database(job).rows(
            "SELECT 1 FROM sluice_progress WHERE target = 't'")
          return published?.isEmpty == false
        }), in: folder)
  }

  @Test(
    "PostgreSQL has each row and each reject once after another run",
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)),
    arguments: ["append", "upsert", "ignore", "replace"])
  func postgreSQL(mode: String) throws {
    let server = try TestPostgres()
    let key = ["upsert", "ignore"].contains(mode) ? ["--key", "at"] : []
    try survive(
      Target(
        name: "postgresql \(mode)",
        arguments: { ["--into", server.address, "--table", $0, "--mode", mode] + key },
        rows: { try server.rows("SELECT * FROM \($0) ORDER BY at, id, took, \"user\"") },
        remove: { try server.execute("DROP TABLE \($0)") },
        hasEnded: { job in
          guard mode == "replace" else { return false }
          // The server continues publishing although its client is gone.
          _ = try? server.rows(
            "SELECT pg_advisory_lock(n), pg_advisory_unlock(n) FROM"
              + " hashtextextended(E'sluice makes\\n\(server.schema).\(job)', 0) AS n")
          // Its progress belongs to the table only when its rows do.
          let found = try? server.rows("SELECT FROM sluice_progress WHERE target LIKE '%.\(job)'")
          return found?.isEmpty == false
        }), in: TemporaryFolder())
  }

  @Test(
    "PostgreSQL has each row and each reject once after its connection was ended",
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
  func lostConnection() throws {
    let server = try TestPostgres()
    try survive(
      Target(
        name: "postgresql, lost connections",
        arguments: { ["--into", server.address, "--table", $0] },
        rows: { try server.rows("SELECT * FROM \($0) ORDER BY at, id, took, \"user\"") },
        remove: { try server.execute("DROP TABLE \($0)") }),
      in: TemporaryFolder(), ending: { _ in _ = try server.terminate() })
  }

  @Test(
    "MariaDB has each row and each reject once after another run",
    .enabled(if: TestMariaDB.isThere, Comment(rawValue: TestMariaDB.reason)),
    arguments: ["append", "upsert", "ignore", "replace"])
  func mariaDB(mode: String) throws {
    let server = try TestMariaDB()
    try survive(mariaDB(server, mode), in: TemporaryFolder())
  }

  @Test(
    "MariaDB has each row and each reject once after its connection was ended",
    .enabled(if: TestMariaDB.isThere, Comment(rawValue: TestMariaDB.reason)))
  func lostMariaDBConnection() throws {
    let server = try TestMariaDB()
    try survive(
      mariaDB(server, "append"), in: TemporaryFolder(), ending: { _ in try server.terminate() })
  }

  @Test(
    "MariaDB has each row and each reject once after its server was killed",
    .enabled(if: TestMariaDB.isThere, Comment(rawValue: TestMariaDB.reason)),
    arguments: ["append", "replace"])
  func killedMariaDB(mode: String) throws {
    let server = try TestMariaDB(try PrivateMariaDB())
    // Each one waits for a server to start.
    try survive(
      mariaDB(server, mode), in: TemporaryFolder(), kills: min(SinkKillTests.kills, 3),
      ending: { _ in try server.restart() })
  }

  private func mariaDB(_ server: TestMariaDB, _ mode: String) -> Target {
    let key = ["upsert", "ignore"].contains(mode) ? ["--key", "at"] : []
    return Target(
      name: "mariadb \(mode)",
      arguments: { ["--into", server.address, "--table", $0, "--mode", mode] + key },
      rows: { try server.rows("SELECT * FROM \($0) ORDER BY at, id, took, `user`") },
      remove: { try server.execute("DROP TABLE \($0)") },
      hasEnded: { job in
        guard mode == "replace" else { return false }
        // Its progress belongs to the table only when its rows do. Waits for a server that still commits.
        let found = try? server.rows(
          "SELECT 1 FROM sluice_progress WHERE target = '\(job)' FOR UPDATE")
        return found?.isEmpty == false
      })
  }

  @Test(
    "ClickHouse has each row and each reject once after another run",
    .enabled(if: TestClickHouse.isThere, Comment(rawValue: TestClickHouse.reason)),
    arguments: ["append", "replace"])
  func clickHouse(mode: String) throws {
    let server = try TestClickHouse()
    try survive(clickHouse(server, mode), in: TemporaryFolder())
  }

  @Test(
    "ClickHouse has each row and each reject once over a network that fails, and rejects in a table",
    .enabled(if: TestClickHouse.isThere, Comment(rawValue: TestClickHouse.reason)))
  func clickHouseFaults() throws {
    let server = try TestClickHouse()
    try server.faults(rate: 0.1, seed: .random(in: 0...1_000_000))
    var target = clickHouse(server, "append")
    target.rejects = { job in
      try server.rows("SELECT line, code, raw FROM r WHERE target = '\(job)' ORDER BY record")
    }
    try survive(target, in: TemporaryFolder())
  }

  @Test(
    "ClickHouse has each row and each reject once after its server was killed",
    .enabled(if: TestClickHouse.isThere, Comment(rawValue: TestClickHouse.reason)),
    arguments: ["append", "replace"])
  func killedClickHouse(mode: String) throws {
    let server = try TestClickHouse()
    // Each one waits for a server to start.
    try survive(
      clickHouse(server, mode), in: TemporaryFolder(), kills: min(SinkKillTests.kills, 6),
      ending: { process in
        // The job waits for its server, and goes on: it is killed, too.
        try server.restart()
        kill(process.processIdentifier, SIGKILL)
      })
  }

  private func clickHouse(_ server: TestClickHouse, _ mode: String) -> Target {
    Target(
      name: "clickhouse \(mode)", batch: 1000,
      arguments: { ["--into", server.address, "--table", $0, "--mode", mode] },
      rows: { try server.rows("SELECT * FROM \($0) ORDER BY at, id, took, `user`") },
      remove: { try server.execute("DROP TABLE \($0) SYNC") },
      hasEnded: { job in
        guard mode == "replace" else { return false }
        // The engine may still be at the killed job's last request, which this one waits for.
        let found = try? server.rows(
          "SELECT 1 FROM system.tables WHERE database = 'd' AND name = '\(job)'"
            + " AND total_rows > 0")
        return found?.isEmpty == false
      })
  }

  @Test(
    "DuckDB has each row and each reject once after another run",
    .enabled(if: DuckDBLibrary.isThere, Comment(rawValue: DuckDBLibrary.reason)),
    arguments: ["append", "replace", "ignore"])
  func duckDB(mode: String) throws {
    let folder = try TemporaryFolder()
    func rows(_ sql: String, _ job: String) throws -> [String] {
      try DuckDBLibrary.rows(sql, in: folder["\(job).duckdb"])
    }
    try survive(
      Target(
        name: "duckdb \(mode), rejects in a table", batch: 1000,
        arguments: {
          ["--into", "\($0).duckdb", "--table", "t", "--mode", mode]
            + (mode == "ignore" ? ["--key", "at"] : [])
        },
        rows: { try rows("SELECT * FROM t ORDER BY \"at\", id, took, \"user\"", $0) },
        remove: { job in
          for name in folder.names where name.hasPrefix("\(job).duckdb") {
            try? FileManager.default.removeItem(atPath: folder[name])
          }
        },
        hasEnded: { job in
          guard mode == "replace", folder.has("\(job).duckdb") else { return false }
          let published = try? rows("SELECT 1 FROM sluice_progress WHERE target = 't'", job)
          return published?.isEmpty == false
        },
        rejects: { try rows("SELECT line, code, raw FROM r ORDER BY line", $0) }), in: folder)
  }

  @Test(
    "Kafka has each row and each reject once after another run",
    .enabled(
      if: TestTopic.isThere && TransactionBroker.isThere,
      "librdkafka or python3 is not installed"))
  func kafka() throws {
    let (broker, folder) = (try TransactionBroker(), try TemporaryFolder())
    try survive(kafka(broker, folder), in: folder)
  }

  @Test(
    "Kafka has each row and each reject once when connections are closed and marks are late",
    .enabled(
      if: TestTopic.isThere && TransactionBroker.isThere,
      "librdkafka or python3 is not installed"))
  func kafkaFaults() throws {
    let (broker, folder) = (try TransactionBroker(), try TemporaryFolder())
    try broker.delayMarks(milliseconds: 30)
    try survive(
      kafka(broker, folder), in: folder,
      ending: { process in
        let request = TransactionBroker.Request.allCases.randomElement() ?? .endTransaction
        try broker.close(
          TransactionBroker.Moment.allCases.randomElement() ?? .after, request,
          times: .random(in: 1...3))
        usleep(.random(in: 0..<100_000))
        kill(process.processIdentifier, SIGKILL)
      })
  }

  private func kafka(_ broker: TransactionBroker, _ folder: TemporaryFolder) -> Target {
    Target(
      name: "kafka", batch: 1000,
      arguments: { ["--into", broker.address($0), "--key", "at"] },
      rows: { job in
        let columns = ["at:text=at", "id:text=id", "took:real=took", "user:text=user"]
        let read = try BuiltTool.run(
          ["select", broker.address(job), "--column", "key:text=kafka.key"]
            + columns.flatMap { ["--column", $0] }, in: folder)
        #expect(read.status == 0, "\(read.errors)")
        return read.output.split(whereSeparator: \.isNewline).map(String.init).sorted()
      },
      remove: { try broker.delete($0) })
  }

  @Test(
    "a table of rejects has each one once after another run", arguments: ["append", "replace"])
  func rejectTable(mode: String) throws {
    let folder = try TemporaryFolder()
    func rows(_ sql: String, _ job: String) throws -> [String] {
      try TestDatabase(folder["\(job).sqlite"]).rows(sql)
    }
    try survive(
      Target(
        name: "sqlite \(mode), rejects in a table",
        arguments: { ["--into", "\($0).sqlite", "--table", "t", "--mode", mode] },
        rows: { try rows("SELECT * FROM t ORDER BY rowid", $0) },
        remove: { job in
          for name in folder.names where name.hasPrefix("\(job).sqlite") {
            try? FileManager.default.removeItem(atPath: folder[name])
          }
        },
        hasEnded: { job in
          guard mode == "replace", folder.has("\(job).sqlite") else { return false }
          let published = try? rows("SELECT 1 FROM sluice_progress WHERE target = 't'", job)
          return published?.isEmpty == false
        },
        rejects: { try rows("SELECT line, code, raw FROM r ORDER BY rowid", $0) }), in: folder)
  }

  @Test(
    "a table of rejects at a server has each one once after another run",
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
  func rejectTableOfServer() throws {
    let server = try TestPostgres()
    try survive(
      Target(
        name: "postgresql, rejects in a table",
        arguments: { ["--into", server.address, "--table", $0] },
        rows: { try server.rows("SELECT * FROM \($0) ORDER BY at, id, took, \"user\"") },
        remove: { try server.execute("DROP TABLE \($0)") },
        rejects: { job in
          try server.rows(
            "SELECT line, code, raw FROM r WHERE target = '\(server.schema).\(job)' ORDER BY number"
          )
        }), in: TemporaryFolder())
  }

  /// Kills jobs at random moments until there were enough kills, runs each one to its end, and compares the
  /// result with that of an undisturbed job.
  private func survive(
    _ target: Target, in folder: TemporaryFolder, kills: Int = SinkKillTests.kills,
    ending end: ((Process) throws -> Void)? = nil
  ) throws {
    let seed =
      UInt64(ProcessInfo.processInfo.environment["SLUICE_SEED"] ?? "")
      ?? .random(in: 0...UInt64.max)
    print("kill test, \(target.name): SLUICE_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let damaged = try writeFeed(in: folder, &random)

    let clock = ContinuousClock()
    let begin = clock.now
    let calm = try BuiltTool.run(arguments("calm", target), in: folder)
    #expect(calm.status == 1, "\(calm.errors)")
    // The shortest time that a job took: a wait beyond the job's end kills nothing.
    var duration = clock.now - begin
    let rows = try target.rows("calm")
    let rejectsOf = target.rejects ?? { folder.rejects("\($0).ndjson") }
    let rejects = try rejectsOf("calm")
    // Few records have the same time, which is the key.
    #expect(rows.count > (SinkKillTests.records - damaged) * 9 / 10)
    #expect(rejects.count == damaged)

    var (killed, jobs) = (0, 0)
    while killed < kills {
      jobs += 1
      let job = "job\(jobs)"
      var isWhole = true
      var hasEnded = false
      while killed < kills {
        let wait = duration * Double.random(in: 0..<1, using: &random)
        let begin = clock.now
        let process = try BuiltTool.process(arguments(job, target), in: folder)
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(UInt32(wait / Duration.microseconds(1)))
        if let end { try end(process) } else { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        // 2: the connection was lost, or the server was not there. A job that came to its end was faster than the kill.
        guard process.terminationReason == .uncaughtSignal || process.terminationStatus == 2 else {
          if isWhole { duration = min(duration, clock.now - begin) }
          hasEnded = true
          break
        }
        isWhole = false
        killed += 1
        if target.hasEnded(job) {
          hasEnded = true
          break
        }
      }
      if !hasEnded {
        let last = try BuiltTool.run(arguments(job, target), in: folder)
        #expect(last.status == 0 || last.status == 1, "\(last.errors)")
      }
      #expect(try target.rows(job) == rows, "seed \(seed), \(job)")
      #expect(try rejectsOf(job) == rejects, "seed \(seed), \(job)")
      try target.remove(job)
      try? FileManager.default.removeItem(atPath: folder["\(job).ndjson"])
    }
    print("kill test, \(target.name): \(killed) kills in \(jobs) jobs")
  }

  private func arguments(_ job: String, _ target: Target) -> [String] {
    [
      "import", "feed.ndjson", "--framing", "lines", "--batch", "\(target.batch)", "--rejects",
      target.rejects == nil ? "\(job).ndjson" : "table:r",
    ]
      + target.arguments(job)
      + [
        "--column", "at:text=timestamp", "--column", "id:text=request_id", "--column",
        "took:real=duration_ms", "--column", "user:text=user",
      ]
  }

  /// Sample records, about one in fifty of them damaged. Returns the number of damaged ones.
  ///
  /// The last one is whole and has no newline. A cut one would be left for the next job instead of rejected.
  private func writeFeed(
    in folder: TemporaryFolder, _ random: inout SeededGenerator
  ) throws -> Int {
    let sample = try BuiltTool.run(
      ["sample", "--records", "\(SinkKillTests.records)", "--shape", "logs"], in: folder)
    var damaged = 0
    let lines = sample.output.split(separator: "\n").enumerated().map { i, line -> String in
      guard i < SinkKillTests.records - 1, Int.random(in: 0..<50, using: &random) == 0 else {
        return String(line)
      }
      damaged += 1
      return Bool.random(using: &random)
        ? String(line.dropLast())
        : String(line).replacing("\"duration_ms\":", with: "\"duration_ms\":\"\",\"d\":")
    }
    try folder.write(lines.joined(separator: "\n"), to: "feed.ndjson")
    return damaged
  }
}
