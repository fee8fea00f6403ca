import Foundation
import TestSupport
import Testing

/// Reports of other tools' users, tested here.
@Suite(
  "What users of other tools reported",
  .enabled(if: FaultShim.isThere, Comment(rawValue: FaultShim.reason ?? "")))
struct ReportedFailureTests {
  private static let kinds: [ImportTarget.Kind] = [.sqlite, .csv, .ndjson]

  @Test(
    "a last line that is only partly written is taken once, when it is whole (Fluent Bit #11265)",
    arguments: kinds, [false, true])
  func partialLines(_ kind: ImportTarget.Kind, follows: Bool) throws {
    let simulation = try Simulation(kind, seed: 11265)
    let more = follows ? ["--follow"] : []
    let lines = simulation.lines(12, bad: false)
    let last = simulation.lines(1, bad: false)[0]
    try simulation.folder.write(Simulation.text(lines), to: "feed/app.log")
    var written = ""
    for character in last.text {
      written.append(character)
      try simulation.folder.append(String(character), to: "feed/app.log")
      guard written.count % Rounds.count(4, long: 1) == 0 || written == last.text else { continue }
      let run = try simulation.run(
        ["feed/app.log"], more, follows ? Simulation.quiet : [:])
      #expect(run.isComplete, "\(run)")
      guard written != last.text else { break }
      try simulation.expect(lines, "with \(written)")
    }
    try simulation.folder.append("\n", to: "feed/app.log")
    for _ in 0..<2 {
      let run = try simulation.run(
        ["feed/app.log"], more, follows ? Simulation.quiet : [:])
      #expect(run.isComplete, "\(run)")
      try simulation.expect(lines + [last], "when the line is whole")
    }
  }

  @Test(
    "a process that dies at a malformed record gets past it, and keeps it once (Fluent Bit #11419)",
    arguments: kinds)
  func malformedRecords(_ kind: ImportTarget.Kind) throws {
    let simulation = try Simulation(kind, seed: 11419)
    var lines = simulation.lines(12, bad: false)
    lines.append(FeedLine(id: 0, text: "{\"id\":1,\"name\":\"\\x", row: nil))
    lines += simulation.lines(12, bad: false)
    try simulation.folder.write(Simulation.text(lines), to: "feed/a.ndjson")
    // Each run dies when the next call for the reject file is done: there are as many as in an undisturbed
    // run.
    var deaths = 0
    while true {
      let calm = try Simulation(kind, seed: 11419)
      try calm.folder.write(Simulation.text(lines), to: "feed/a.ndjson")
      let calls = try calm.run(["feed/a.ndjson"]).calls.filter {
        $0.file.hasPrefix("rejects/")
      }
      guard deaths < calls.count else { break }
      let run = try simulation.run(
        ["feed/a.ndjson"], [],
        ["SLUICE_FAULTS_AT": "\(calls[deaths].number)", "SLUICE_FAULTS_KIND": "kill"])
      deaths += 1
      if run.isComplete { break }
    }
    #expect(deaths > 3)
    for _ in 0..<2 {
      let run = try simulation.run(["feed/a.ndjson"])
      #expect(run.isComplete, "\(run)")
      try simulation.expect(lines, "after \(deaths) deaths")
    }
  }

  @Test(
    "what is written, and rotated away, while the process is restarted is not lost (Vector #18820)",
    arguments: kinds, [SIGTERM, SIGINT])
  func restarts(_ kind: ImportTarget.Kind, signal: Int32) throws {
    let simulation = try Simulation(kind, seed: 18820)
    let log = "feed/app.log"
    var lines = simulation.lines(5)
    try simulation.folder.write(Simulation.text(lines), to: log)
    for restart in 1...6 {
      let process = try simulation.folder.start(
        simulation.arguments([log], ["--follow"]), simulation.target.environment)
      // Between its first inspection of the log and its end.
      while !process.hasEnded,
        !simulation.folder.calls.contains(where: { $0.name.contains("read") && $0.file == log })
      {
        sched_yield()
      }
      let more = simulation.lines(4)
      try simulation.folder.append(Simulation.text(more), to: log)
      process.send(signal)
      let others = simulation.lines(3)
      try simulation.folder.append(Simulation.text(others), to: log)
      let run = simulation.folder.end(process)
      #expect(run.isComplete, "\(run)")
      lines += more + others
      if restart.isMultiple(of: 2) {
        unsafe rename(simulation.folder[log], simulation.folder["\(log)-2026010\(restart)"])
        let first = simulation.lines(2)
        try simulation.folder.write(Simulation.text(first), to: log)
        lines += first
      }
    }
    let run = try simulation.run([log], ["--follow"], Simulation.quiet)
    #expect(run.isComplete, "\(run)")
    try simulation.expect(lines, "after six restarts")
  }
}
