import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// Imports over a network that cuts, delays and repeats, and of archives, which are killed at random moments.
@Suite(
  "A killed import from servers and archives",
  .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct RemoteKillTests {
  /// 3, or as many as `SLUICE_KILLS` says.
  private static let kills =
    Int(ProcessInfo.processInfo.environment["SLUICE_KILLS"] ?? "") ?? Rounds.count(3, long: 10)

  /// Where the records are.
  enum Origin: CaseIterable {
    /// Objects of a bucket, one of them compressed.
    case bucket
    /// The same by their URLs.
    case web
    /// Archives in files: tar, compressed, and zip.
    case archives
    /// A compressed archive on a server.
    case webArchive

    var isRemote: Bool { self != .archives }

    /// The sources, at a port.
    func sources(_ port: Int) -> [String] {
      let site = "http://127.0.0.1:\(port)/logs"
      return switch self {
      case .bucket: ["s3://logs/part*"]
      case .web: (0..<4).map { "\(site)/part\($0)" }
      case .archives: ["a.tar.gz", "b.zip"]
      case .webArchive: ["\(site)/a.tar.gz"]
      }
    }
  }

  @Test("has each row and each reject once after another run", arguments: Origin.allCases)
  func kills(origin: Origin) throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = UInt64(environment["SLUICE_SEED"] ?? "") ?? .random(in: 0...UInt64(UInt32.max))
    print("remote kill test: \(origin), SLUICE_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var bucket = try TestBucket(folder)
    let web = try ObjectServer()
    try write(&random, in: folder)
    for object in ["part0", "part1.gz", "part2", "part3"] {
      let name = "/logs/\(object.prefix(5))"
      try bucket.server.put(name, folder.bytes(object))
      try web.put(name, folder.bytes(object))
    }
    try web.put("/logs/a.tar.gz", folder.bytes("a.tar.gz"))

    let port = origin == .bucket ? bucket.server.port : web.port
    #expect(try bucket.run(arguments("calm", origin.sources(port))).status == 1)
    let rows = try rows("calm", in: folder)
    let rejects = lines("calm.ndjson", in: folder)
    #expect(!rows.isEmpty && !rejects.isEmpty)

    let proxy =
      try origin.isRemote ? ObjectServer(["\(port)", "\(seed)"], program: "proxy.py") : nil
    if let proxy, origin == .bucket { bucket.environment["AWS_ENDPOINT_URL_S3"] = proxy.site }
    bucket.environment["AWS_MAX_ATTEMPTS"] = "100"
    let sources = origin.sources(proxy?.port ?? port)
    var duration = Duration.seconds(1)
    var (killed, jobs) = (0, 0)
    while killed < RemoteKillTests.kills, jobs < 4 * RemoteKillTests.kills {
      jobs += 1
      let name = "job\(jobs)"
      while true {
        let wait = duration * Double.random(in: 0..<1, using: &random)
        let begin = ContinuousClock.now
        guard killed < RemoteKillTests.kills else {
          let last = try bucket.run(arguments(name, sources))
          #expect(last.status == 0 || last.status == 1, "seed \(seed): \(last)")
          break
        }
        if try !isKilled(arguments(name, sources), bucket, after: wait) {
          duration = min(duration, ContinuousClock.now - begin)
          break
        }
        killed += 1
      }
      #expect(try self.rows(name, in: folder) == rows, "seed \(seed), \(name)")
      #expect(lines("\(name).ndjson", in: folder) == rejects, "seed \(seed), \(name)")
    }
    print("remote kill test: \(origin), \(killed) kills in \(jobs) jobs of \(rows.count) rows")
    #expect(killed > 0)
  }

  /// Four files of records, some of them damaged, and archives of them.
  private func write(
    _ random: inout SeededGenerator, in folder: TemporaryFolder
  ) throws {
    for object in 0..<4 {
      let sample = try BuiltTool.run(
        ["sample", "--records", "3000", "--shape", "logs", "--seed", "\(object)"], in: folder)
      var lines = sample.output.split(separator: "\n").map(String.init)
      for i in lines.indices where Int.random(in: 0..<50, using: &random) == 0 {
        lines[i] = String(lines[i].dropLast())
      }
      try folder.write(lines.joined(separator: "\n") + "\n", to: "part\(object)")
    }
    let script = """
      gzip -k part1
      tar -czf a.tar.gz part0 part1.gz part2
      python3 -m zipfile -c b.zip part2 part3
      """
    #expect(try BuiltTool.shell(script, in: folder).status == 0)
  }

  private func arguments(_ name: String, _ sources: [String]) -> [String] {
    ["import"] + sources + [
      "--framing", "lines", "--into", "\(name).sqlite", "--table",
      "logs", "--batch", "150", "--rejects", "\(name).ndjson", "--column", "at:text=timestamp",
      "--column", "status:int=status", "--column", "user:text=user", "--column", "place:source",
    ]
  }

  private func rows(_ name: String, in folder: TemporaryFolder) throws -> [String] {
    try TestDatabase(folder["\(name).sqlite"]).rows("SELECT * FROM logs ORDER BY place, rowid")
      .map(withoutPort)
  }

  private func lines(_ name: String, in folder: TemporaryFolder) -> [String] {
    folder.rejects(name).map(withoutPort)
  }

  /// The proxy's port is another one than the server's.
  private func withoutPort(_ text: String) -> String {
    text.replacing(/127\.0\.0\.1:[0-9]+/, with: "127.0.0.1")
  }

  /// Whether the process was still there to be killed.
  private func isKilled(
    _ arguments: [String], _ bucket: TestBucket, after wait: Duration
  ) throws -> Bool {
    let process = try BuiltTool.process(arguments, in: bucket.folder)
    process.environment = bucket.environment
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(UInt32(wait / Duration.microseconds(1)))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }
}
