import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// The purpose of a job's whole design: killed at any moment and run again, it ends as if nothing had
/// happened.
@Suite("A killed import")
struct KillTests {
  /// As many as `SLUICE_KILLS` says, or 5, and 20 in long rounds.
  private static let kills =
    Int(ProcessInfo.processInfo.environment["SLUICE_KILLS"] ?? "") ?? Rounds.count(5, long: 20)
  private static let records = 12_000

  /// The import's sources: one file, or several by a pattern, one of them compressed, on two threads, or one
  /// whose numbers are in strings, as its columns accept them.
  enum Feeds: CaseIterable {
    case one, several, quoted

    var words: String { self == .quoted ? " accepts text" : "" }

    var arguments: [String] {
      switch self {
      case .one, .quoted: ["feed.ndjson"]
      case .several: ["part*", "--jobs", "2"]
      }
    }
  }

  @Test("has each row and each reject once after another run", arguments: Feeds.allCases)
  func kills(feeds: Feeds) throws {
    let seed =
      UInt64(ProcessInfo.processInfo.environment["SLUICE_SEED"] ?? "")
      ?? .random(in: 0...UInt64.max)
    print("kill test: SLUICE_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let damaged = try writeFeed(in: folder, &random)

    let clock = ContinuousClock()
    let begin = clock.now
    if feeds == .several { try split(in: folder) }
    if feeds == .quoted { try quoteNumbers(in: folder) }
    #expect(try BuiltTool.run(arguments("calm", feeds), in: folder).status == 1)
    // The shortest time that a job took: other tests run at the same time, and a wait beyond the job's end
    // kills nothing.
    var duration = clock.now - begin
    let expectedRows = try rows("calm", in: folder)
    let expectedRejects = folder.rejects("calm.ndjson")
    #expect(expectedRows.count == KillTests.records - damaged)
    #expect(expectedRejects.count == damaged)

    var killed = 0
    var jobs = 0
    while killed < KillTests.kills {
      jobs += 1
      let name = "job\(jobs)"
      var isWhole = true
      while true {
        let wait = duration * Double.random(in: 0..<1, using: &random)
        let begin = clock.now
        if try !isKilled(arguments(name, feeds), in: folder, after: wait) {
          if isWhole { duration = min(duration, clock.now - begin) }
          break
        }
        isWhole = false
        killed += 1
        guard killed < KillTests.kills else {
          // Enough kills: this one runs to its end.
          try BuiltTool.run(arguments(name, feeds), in: folder)
          break
        }
      }
      #expect(try rows(name, in: folder) == expectedRows, "seed \(seed), \(name)")
      #expect(folder.rejects("\(name).ndjson") == expectedRejects, "seed \(seed), \(name)")
      for file in ["sqlite", "ndjson"] {
        try? FileManager.default.removeItem(atPath: folder["\(name).\(file)"])
      }
    }
    print("kill test: \(feeds), \(killed) kills in \(jobs) jobs of \(KillTests.records) records")
  }

  private func arguments(_ name: String, _ feeds: Feeds) -> [String] {
    ["import"] + feeds.arguments + [
      // A damaged first line may look like another framing.
      "--framing", "lines", "--into", "\(name).sqlite", "--table", "logs", "--batch", "150",
      "--rejects", "\(name).ndjson", "--column", "at:text=timestamp", "--column",
      "status:int\(feeds.words)=status", "--column", "took:real\(feeds.words)=duration_ms",
      "--column", "user:text=user",
    ]
  }

  /// Sample records, about one in fifty of them damaged. Returns the number of damaged ones.
  ///
  /// The last one is whole and has no newline. A cut one would be left for the next job instead of rejected.
  private func writeFeed(
    in folder: TemporaryFolder, _ random: inout SeededGenerator
  ) throws -> Int {
    let sample = try BuiltTool.run(
      ["sample", "--records", "\(KillTests.records)", "--shape", "logs"], in: folder)
    var damaged = 0
    let lines = sample.output.split(separator: "\n").enumerated().map { i, line -> String in
      guard i < KillTests.records - 1, Int.random(in: 0..<50, using: &random) == 0 else {
        return String(line)
      }
      damaged += 1
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return String(line.dropLast())
      case 1: return String(line).replacing("\"status\":", with: "\"status\":\"\",\"s\":")
      default: return "\"" + line
      }
    }
    try folder.write(lines.joined(separator: "\n"), to: "feed.ndjson")
    return damaged
  }

  /// The same feed in four files of different sizes, the second of them compressed.
  private func split(in folder: TemporaryFolder) throws {
    let lines = folder.lines("feed.ndjson")
    let cuts = [0, lines.count / 10, lines.count / 2, lines.count / 2 + 100, lines.count]
    for (i, (start, end)) in zip(cuts, cuts.dropFirst()).enumerated() {
      try folder.write(lines[start..<end].joined(separator: "\n") + "\n", to: "part\(i)")
    }
    #expect(try BuiltTool.shell("gzip part1", in: folder).status == 0)
  }

  /// Puts the numbers of the columns into strings.
  private func quoteNumbers(in folder: TemporaryFolder) throws {
    let command =
      #"sed -E -i 's/"(status|duration_ms)":([-0-9][-0-9.eE+]*)/"\1":"\2"/g' feed.ndjson"#
    #expect(try BuiltTool.shell(command, in: folder).status == 0)
    #expect(folder.lines("feed.ndjson").contains { $0.contains("\"status\":\"2") })
  }

  private func rows(_ name: String, in folder: TemporaryFolder) throws -> [String] {
    try TestDatabase(folder["\(name).sqlite"]).rows("SELECT * FROM logs ORDER BY rowid")
  }

  /// Whether the process was still there to be killed.
  private func isKilled(
    _ arguments: [String], in folder: TemporaryFolder, after wait: Duration
  ) throws -> Bool {
    let process = try BuiltTool.process(arguments, in: folder)
    process.standardError = FileHandle.nullDevice
    try process.run()
    let microseconds = wait / Duration.microseconds(1)
    usleep(UInt32(microseconds))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }
}
