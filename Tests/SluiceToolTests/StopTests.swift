import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// However a job was stopped, the next runs end as if nothing had happened.
@Suite("An import that was stopped", .serialized)
struct StopTests {
  enum Packing: String, CaseIterable {
    case plain, gzip, zstd, bzip2, xz

    var suffix: String {
      switch self {
      case .plain: ""
      case .gzip: ".gz"
      case .zstd: ".zst"
      case .bzip2: ".bz2"
      case .xz: ".xz"
      }
    }
  }

  enum Stop: CaseIterable {
    case interrupt, terminate, kill, tooManyErrors
  }

  private static let records = 3000
  private static let arguments = [
    "--table", "t", "--column", "id:int=id", "--column", "v:json=v", "--column",
    "at:record", "--batch", "70",
  ]

  /// Every pair of framing, packing and stop; everyday, each framing with some of them.
  private static var rounds: [(RecordFraming, Packing, Stop)] {
    let all = RecordFraming.allCases.flatMap { framing in
      Packing.allCases.flatMap { packing in Stop.allCases.map { (framing, packing, $0) } }
    }
    // Eleven has no factor in common with the numbers of packings and stops, so that all come up.
    return Rounds.areLong ? all : all.indices.filter { $0 % 11 == 0 }.map { all[$0] }
  }

  @Test("has each row and each reject once after it was run again, as one run has")
  func stopped() throws {
    let seed =
      UInt64(ProcessInfo.processInfo.environment["SLUICE_SEED"] ?? "")
      ?? .random(in: 0...UInt64.max)
    print("stops: SLUICE_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    for (framing, packing, stop) in Self.rounds {
      let folder = try TemporaryFolder()
      let feed = RecordFraming.records(Self.records, &random)
      try folder.write(framing.text(feed.map(\.text)), to: "feed")
      if packing != .plain {
        guard try BuiltTool.shell("\(packing) feed", in: folder).status == 0 else {
          print("left out: \(framing), \(packing): there is no program \(packing)")
          continue
        }
      }
      let name = "\(framing), \(packing), \(stop), seed \(seed)"
      let path = "feed" + packing.suffix
      let clock = ContinuousClock()
      let begin = clock.now
      let calm = try BuiltTool.run(run("calm", path, framing), in: folder)
      let duration = clock.now - begin
      #expect(calm.status == 1, "\(name): \(calm.errors)")
      let rows = try Self.rows("calm", in: folder)
      let rejects = folder.rejects("calm.rejects")
      #expect(rows.count + rejects.count == Self.records, "\(name)")
      try halt(stop, path, framing, in: folder, duration, &random)
      var last = try BuiltTool.run(run("job", path, framing), in: folder)
      if last.status == 130 { last = try BuiltTool.run(run("job", path, framing), in: folder) }
      #expect(last.status == 0 || last.status == 1, "\(name): \(last.errors)")
      #expect(try Self.rows("job", in: folder) == rows, "\(name)")
      #expect(folder.rejects("job.rejects") == rejects, "\(name)")
    }
  }

  /// Runs the job some times, each of which is stopped somewhere.
  private func halt(
    _ stop: Stop, _ feed: String, _ framing: RecordFraming, in folder: TemporaryFolder,
    _ duration: Duration, _ random: inout SeededGenerator
  ) throws {
    var most = 0
    for _ in 0..<4 {
      switch stop {
      case .interrupt, .terminate, .kill:
        let process = try BuiltTool.process(run("job", feed, framing), in: folder)
        process.standardError = FileHandle.nullDevice
        try process.run()
        let wait = duration * Double.random(in: 0..<1, using: &random)
        usleep(UInt32(wait / Duration.microseconds(1)))
        let signal = stop == .interrupt ? SIGINT : stop == .terminate ? SIGTERM : SIGKILL
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
      case .tooManyErrors:
        // The run stops after some rejects, which stay rejected.
        most += Int.random(in: 0..<20, using: &random)
        try BuiltTool.run(run("job", feed, framing, most: "\(most)"), in: folder)
      }
    }
  }

  private func run(
    _ job: String, _ feed: String, _ framing: RecordFraming, most: String = "100%"
  ) -> [String] {
    [
      "import", feed, "--framing", framing.flag, "--into", "\(job).sqlite", "--rejects",
      "\(job).rejects", "--max-errors", most,
    ]
      + Self.arguments
  }

  private static func rows(_ job: String, in folder: TemporaryFolder) throws -> [String] {
    try TestDatabase(folder["\(job).sqlite"]).rows("SELECT * FROM t ORDER BY rowid")
  }

  // Only the second signal was heard while nobody read the pipe.
  @Test(
    "whose reader doesn't read ends at the first signal",
    arguments: [
      ["import", "f.ndjson", "--into", "ndjson:-", "--column", "id:int=id", "--column", "t:raw"],
      ["select", "f.ndjson", "--column", "t:raw"],
    ])
  func fullPipe(words: [String]) throws {
    let folder = try TemporaryFolder()
    let line = "{\"id\":123456789,\"text\":\"\(String(repeating: "x", count: 900))\"}\n"
    try folder.write(String(repeating: line, count: 20_000), to: "f.ndjson")
    let process = try BuiltTool.process(words, in: folder)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    var waiting: Int32 = 0
    // Full, or too full for another piece.
    while waiting < 60_000 {
      _ = unsafe ioctl(output.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &waiting)
      usleep(1000)
    }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
  }
}
