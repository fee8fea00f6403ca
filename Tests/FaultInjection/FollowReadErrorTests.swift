import Foundation
import TestSupport
import Testing

/// A log that can't be read at one moment, while it is followed.
@Suite(
  "A followed log that can't be read once",
  .enabled(if: FaultShim.isThere, Comment(rawValue: FaultShim.reason ?? "")))
struct FollowReadErrorTests {
  private static let log = "feed/app.log"

  /// A run that has read more than what is compared, and a log that has grown since.
  private func prepare() throws -> (simulation: Simulation, lines: [FeedLine]) {
    let simulation = try Simulation(.csv, seed: 1024)
    let lines = simulation.lines(60, bad: false)
    try simulation.folder.write(Simulation.text(lines), to: Self.log)
    let run = try simulation.run([Self.log], ["--follow"], Simulation.quiet)
    #expect(run.isComplete, "\(run)")
    let more = simulation.lines(40, bad: false)
    try simulation.folder.append(Simulation.text(more), to: Self.log)
    return (simulation, lines + more)
  }

  @Test("is not taken for one that was cut or replaced: the run says so, and the next one goes on")
  func eachRead() throws {
    let calm = try prepare().simulation
    let calls = try calm.run([Self.log], ["--follow"], Simulation.quiet).calls.filter {
      $0.file == Self.log && $0.name.contains("read")
    }
    #expect(calls.count > 10)
    for call in calls {
      let (simulation, lines) = try prepare()
      let broken = try simulation.run(
        [Self.log], ["--follow"],
        Simulation.quiet.merging(
          ["SLUICE_FAULTS_AT": "\(call.number)", "SLUICE_FAULTS_KIND": "error"]) { $1 })
      #expect(!broken.isComplete, "\(call): \(broken)")
      #expect(!"\(broken)".contains("another file"), "\(call): \(broken)")
      let next = try simulation.run([Self.log], ["--follow"], Simulation.quiet)
      #expect(next.isComplete, "\(call): \(next)")
      try simulation.expect(lines, "after an error at \(call)")
    }
  }

  /// The first run has read 20 lines of what is `app.log.3` by now; each later file has 20 lines of its own.
  /// `packed`: how many of them, the oldest, are compressed.
  private func prepareRotated(
    _ first: Int, following: Bool = true, packed: Int = 0
  ) throws -> (simulation: Simulation, lines: [FeedLine]) {
    let simulation = try Simulation(.csv, seed: 1025)
    var lines = simulation.lines(first, bad: false)
    try simulation.folder.write(Simulation.text(lines), to: Self.log)
    let run = try simulation.run(
      [Self.log], following ? ["--follow"] : ["--framing", "lines"], Simulation.quiet)
    #expect(run.isComplete, "\(run)")
    for number in (1...3).reversed() {
      let more = simulation.lines(20, bad: false)
      try simulation.folder.append(Simulation.text(more), to: Self.log)
      lines += more
      unsafe rename(simulation.folder[Self.log], simulation.folder["\(Self.log).\(number)"])
      try simulation.folder.write("", to: Self.log)
    }
    for number in 0..<packed { try simulation.pack("\(Self.log).\(3 - number)") }
    return (simulation, lines)
  }

  @Test(
    "stops at a rotated file that can't be opened once, and does not pass over its records",
    arguments: [20, 0])
  func eachOpen(first: Int) throws {
    let calm = try prepareRotated(first).simulation
    let calls = try calm.run([Self.log], ["--follow"], Simulation.quiet).calls.filter {
      $0.file.hasPrefix(Self.log + ".") && $0.name.contains("open")
    }
    #expect(Set(calls.map(\.file)).count == 3)
    for call in calls {
      let (simulation, lines) = try prepareRotated(first)
      let broken = try simulation.run(
        [Self.log], ["--follow"],
        Simulation.quiet.merging(
          ["SLUICE_FAULTS_AT": "\(call.number)", "SLUICE_FAULTS_KIND": "error"]) { $1 })
      #expect(!broken.isComplete && "\(broken)".contains("can't be read"), "\(call): \(broken)")
      let next = try simulation.run([Self.log], ["--follow"], Simulation.quiet)
      #expect(next.isComplete, "\(call): \(next)")
      try simulation.expect(lines, "after an error at \(call)")
    }
  }

  /// A compressed file is opened several times: for its start, and for its text.
  @Test(
    "does not pass over compressed rotated files that can't be opened, examined or read once",
    arguments: [(20, true, 2), (20, false, 3), (0, true, 3)])
  func eachPackedCall(first: Int, following: Bool, packed: Int) throws {
    let calm = try prepareRotated(first, following: following, packed: packed).simulation
    let calls = try calm.run([Self.log], ["--follow"], Simulation.quiet).calls.filter {
      $0.file == "feed" || $0.file.hasPrefix(Self.log + ".") && $0.name != "close"
    }
    #expect(Set(calls.map(\.file)).count == 4)
    #expect(["opendir", "readdir", "stat", "open"].allSatisfy(calls.map(\.name).contains))
    let step = Rounds.count(4, long: 1)
    for number in stride(from: first == 0 ? 1 : 0, to: calls.count, by: step) {
      let call = calls[number]
      let (simulation, lines) = try prepareRotated(first, following: following, packed: packed)
      let broken = try simulation.run(
        [Self.log], ["--follow"],
        Simulation.quiet.merging(
          ["SLUICE_FAULTS_AT": "\(call.number)", "SLUICE_FAULTS_KIND": "error"]) { $1 })
      // The run stops, or did without what failed.
      if broken.isComplete { try simulation.expect(lines, "despite an error at \(call)") }
      #expect(!"\(broken)".contains("is not the file that was read"), "\(call): \(broken)")
      let next = try simulation.run([Self.log], ["--follow"], Simulation.quiet)
      #expect(next.isComplete, "\(call): \(next)")
      try simulation.expect(lines, "after an error at \(call)")
    }
  }
}
