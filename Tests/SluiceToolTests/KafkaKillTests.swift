import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// Imports of a topic whose brokers fail and delay, which are killed at random moments.
@Suite(
  "A killed import from a topic", .enabled(if: TestTopic.isThere, "librdkafka is not installed"))
struct KafkaKillTests {
  /// 6, or as many as `SLUICE_KILLS` says.
  private static let kills =
    Int(ProcessInfo.processInfo.environment["SLUICE_KILLS"] ?? "") ?? Rounds.count(6, long: 40)

  /// Where rows and rejects go.
  enum Target: CaseIterable {
    case database, databaseWithRejects, csv

    func arguments(_ name: String) -> [String] {
      switch self {
      case .database: ["--into", "\(name).sqlite", "--table", "t", "--rejects", "\(name).rejects"]
      case .databaseWithRejects:
        ["--into", "\(name).sqlite", "--table", "t", "--rejects", "table:bad"]
      case .csv: ["--into", "\(name).csv", "--rejects", "\(name).rejects"]
      }
    }

    /// The rows and the places of the rejects, in an order of their own.
    func contents(_ name: String, in folder: TemporaryFolder) throws -> [String] {
      let database = try self == .csv ? nil : TestDatabase(folder["\(name).sqlite"])
      let rows =
        try database?.rows("SELECT * FROM t")
        ?? String(decoding: folder.bytes("\(name).csv"), as: UTF8.self)
        .split(whereSeparator: \.isNewline).map(String.init)
      let rejects =
        try self == .databaseWithRejects
        ? database?.rows("SELECT source, \"offset\", code FROM bad") ?? []
        : folder.rejects("\(name).rejects")
      return rows.sorted() + rejects.sorted()
    }
  }

  @Test("has each message once after another run", arguments: Target.allCases)
  func kills(target: Target) throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = UInt64(environment["SLUICE_SEED"] ?? "") ?? .random(in: 0...UInt64(UInt32.max))
    print("topic kill test: \(target), SLUICE_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let topic = try TestTopic(partitions: 3, brokers: 2)
    for id in 0..<3000 {
      try topic.sendSoon(message(id, &random), to: Int.random(in: 0..<3, using: &random))
    }
    try topic.flush()
    #expect(try BuiltTool.run(arguments("calm", topic, target), in: folder).status == 1)
    let calm = try target.contents("calm", in: folder)
    #expect(calm.count >= 3000, "\(calm.count)")

    var duration = Duration.seconds(1)
    var (killed, jobs) = (0, 0)
    while killed < KafkaKillTests.kills, jobs < 4 * KafkaKillTests.kills {
      jobs += 1
      let name = "job\(jobs)"
      while true {
        if Bool.random(using: &random),
          let request = TestTopic.Request.allCases.randomElement(using: &random)
        {
          topic.fail(request, with: [-195, 6].randomElement(using: &random) ?? 6)
        }
        let wait = duration * Double.random(in: 0..<1, using: &random)
        let begin = ContinuousClock.now
        if killed == KafkaKillTests.kills {
          let last = try BuiltTool.run(arguments(name, topic, target), in: folder)
          #expect(last.status == 0 || last.status == 1, "seed \(seed): \(last)")
          break
        }
        guard try isKilled(arguments(name, topic, target), in: folder, after: wait) else {
          duration = min(duration, ContinuousClock.now - begin)
          break
        }
        killed += 1
      }
      #expect(try target.contents(name, in: folder) == calm, "seed \(seed), \(name)")
    }
    print("topic kill test: \(killed) kills in \(jobs) jobs of \(calm.count) rows and rejects")
    #expect(killed > 0)
  }

  /// About one in thirty is bad, and one in thirty a tombstone.
  private func message(_ id: Int, _ random: inout SeededGenerator) -> TestTopic.Message {
    let text = "{\"id\":\(id),\"name\":\"\(String(repeating: "n", count: id % 50))\"}"
    switch Int.random(in: 0..<30, using: &random) {
    case 0: return TestTopic.Message(String(text.dropLast()))
    case 1: return TestTopic.Message(nil, key: Array("\(id)".utf8))
    default: return TestTopic.Message(text, key: Array("\(id)".utf8))
    }
  }

  private func arguments(
    _ name: String, _ topic: TestTopic, _ target: Target
  ) -> [String] {
    ["import", topic.address, "--batch", "70"] + target.arguments(name) + [
      "--column", "id:int=id", "--column", "name:text=name", "--column", "at:int=kafka.offset",
      "--column", "part:int=kafka.partition", "--column", "key:text=kafka.key",
    ]
  }

  /// Whether the process was still there to be killed.
  private func isKilled(
    _ arguments: [String], in folder: TemporaryFolder, after wait: Duration
  ) throws -> Bool {
    let process = try BuiltTool.process(arguments, in: folder)
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(UInt32(wait / Duration.microseconds(1)))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  @Test("that follows the topic has each message once after another run")
  func followingKills() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = UInt64(environment["SLUICE_SEED"] ?? "") ?? .random(in: 0...UInt64(UInt32.max))
    print("followed topic kill test: SLUICE_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let topic = try TestTopic(partitions: 3, brokers: 2)
    var (sent, killed) = (0, 0)
    for _ in 0..<KafkaKillTests.kills {
      let process = try BuiltTool.process(
        arguments("job", topic, .database) + ["--follow"], in: folder)
      process.standardError = FileHandle.nullDevice
      try process.run()
      for _ in 0..<Int.random(in: 1..<8, using: &random) {
        for _ in 0..<Int.random(in: 1..<200, using: &random) {
          try topic.sendSoon(message(sent, &random), to: Int.random(in: 0..<3, using: &random))
          sent += 1
        }
        try topic.flush()
        usleep(UInt32.random(in: 0..<60_000, using: &random))
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { killed += 1 }
    }
    for name in ["job", "calm"] {
      let result = try BuiltTool.run(arguments(name, topic, .database), in: folder)
      #expect(result.status == 0 || result.status == 1, "seed \(seed): \(result)")
    }
    // Numbers of records depend on the run: rejects are compared by their places.
    func contents(_ name: String) throws -> [String] {
      let rows = try TestDatabase(folder["\(name).sqlite"]).rows("SELECT * FROM t")
      let rejects = folder.rejects("\(name).rejects").map { line in
        line.replacing(/"record":[0-9]+,"line":[0-9]+/, with: "")
      }
      return rows.sorted() + rejects.sorted()
    }
    let calm = try contents("calm")
    #expect(calm.count == sent)
    #expect(try contents("job") == calm, "seed \(seed)")
    print("followed topic kill test: \(killed) kills, \(sent) messages")
    #expect(killed > 0)
  }
}
