import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// Imports of a bucket over a network that cuts, delays and repeats, which are killed at random moments.
@Suite(
  "A killed import from a bucket",
  .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct RemoteKillTests {
  /// 3, or as many as `SLUICE_KILLS` says.
  private static let kills =
    Int(ProcessInfo.processInfo.environment["SLUICE_KILLS"] ?? "") ?? Rounds.count(3, long: 10)

  @Test("has each row and each reject once after another run")
  func kills() throws {
    let seed =
      UInt64(ProcessInfo.processInfo.environment["SLUICE_SEED"] ?? "")
      ?? .random(in: 0...UInt64(UInt32.max))
    print("remote kill test: SLUICE_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var bucket = try TestBucket(folder)
    for object in 0..<4 {
      let sample = try BuiltTool.run(
        ["sample", "--records", "3000", "--shape", "logs", "--seed", "\(object)"], in: folder)
      var lines = sample.output.split(separator: "\n").map(String.init)
      for i in lines.indices where Int.random(in: 0..<50, using: &random) == 0 {
        lines[i] = String(lines[i].dropLast())
      }
      try folder.write(lines.joined(separator: "\n") + "\n", to: "part\(object)")
      if object == 1 { #expect(try BuiltTool.shell("gzip part1", in: folder).status == 0) }
      try bucket.server.put(
        "/logs/part\(object)", folder.bytes(object == 1 ? "part1.gz" : "part\(object)"))
    }
    #expect(try bucket.run(arguments("calm")).status == 1)
    let rows = try rows("calm", in: folder)
    let rejects = folder.lines("calm.ndjson")
    #expect(!rows.isEmpty && !rejects.isEmpty)

    let proxy = try ObjectServer(["\(bucket.server.port)", "\(seed)"], program: "proxy.py")
    bucket.environment["AWS_ENDPOINT_URL_S3"] = proxy.site
    bucket.environment["AWS_MAX_ATTEMPTS"] = "100"
    var duration = Duration.seconds(1)
    var (killed, jobs) = (0, 0)
    while killed < RemoteKillTests.kills, jobs < 4 * RemoteKillTests.kills {
      jobs += 1
      let name = "job\(jobs)"
      while true {
        let wait = duration * Double.random(in: 0..<1, using: &random)
        let begin = ContinuousClock.now
        guard killed < RemoteKillTests.kills else {
          let last = try bucket.run(arguments(name))
          #expect(last.status == 0 || last.status == 1, "seed \(seed): \(last)")
          break
        }
        if try !isKilled(arguments(name), bucket, after: wait) {
          duration = min(duration, ContinuousClock.now - begin)
          break
        }
        killed += 1
      }
      #expect(try self.rows(name, in: folder) == rows, "seed \(seed), \(name)")
      #expect(folder.lines("\(name).ndjson") == rejects, "seed \(seed), \(name)")
    }
    print("remote kill test: \(killed) kills in \(jobs) jobs of \(rows.count) rows")
    #expect(killed > 0)
  }

  private func arguments(_ name: String) -> [String] {
    [
      "import", "s3://logs/part*", "--framing", "lines", "--into", "\(name).sqlite", "--table",
      "logs", "--batch", "150", "--rejects", "\(name).ndjson", "--column", "at:text=timestamp",
      "--column", "status:int=status", "--column", "user:text=user", "--column", "place:source",
    ]
  }

  private func rows(_ name: String, in folder: TemporaryFolder) throws -> [String] {
    try TestDatabase(folder["\(name).sqlite"]).rows("SELECT * FROM logs ORDER BY place, rowid")
  }

  /// Whether the process was still there to be killed.
  private func isKilled(
    _ arguments: [String], _ bucket: TestBucket, after wait: Duration
  ) throws -> Bool {
    let process = BuiltTool.process(arguments, in: bucket.folder)
    process.environment = bucket.environment
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(UInt32(wait / Duration.microseconds(1)))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }
}
