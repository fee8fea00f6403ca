import Foundation
import SluiceImportTestSupport
import TestSupport

/// A log that is written, rotated, copied, truncated and touched, and followed now and then.
struct FollowSimulation {
  private let simulation: Simulation
  private let log = "feed/app.log"
  /// Named, as `auto` waits for a second line where all there is of a log is one damaged line.
  private static let following = ["--follow", "--framing", "lines"]
  /// How this log is rotated.
  private enum Rotation: String, CaseIterable { case renaming, dates, copying }
  private let rotation: Rotation
  /// Whether rotated files are compressed, some time after.
  private let packs: Bool
  private var truth: [FeedLine] = []
  /// What was begun at the log's end.
  private var unfinished: (line: FeedLine, left: Substring)?
  private var rotated: [String] = []
  private var rotations = 0

  init(_ simulation: Simulation) throws {
    self.simulation = simulation
    rotation = simulation.one(of: Rotation.allCases)
    packs = simulation.number(0..<2) == 0
    simulation.note("a log, rotated by \(rotation.rawValue)\(packs ? ", and compressed" : "")")
    try simulation.folder.write("", to: log)
    // Text that was rotated before the first run does not concern the job.
    try write()
    try check("at first")
  }

  mutating func play(_ count: Int) throws {
    for _ in 0..<count { try step() }
    try finishLine()
    try check("in the end")
    try check("run again in the end")
  }

  private mutating func step() throws {
    switch simulation.number(0..<12) {
    case 0, 1, 2: try write()
    case 3: try beginLine()
    case 4, 5: try rotate()
    case 6:
      let name = simulation.one(of: rotated + [log])
      simulation.touch(name)
    case 7 where packs: try pack()
    case 7, 8:
      _ = try simulation.faultyRun([log], FollowSimulation.following, Simulation.quiet)
    case 9 where simulation.target.kind == .sqlite:
      try followWhileRotating()
    default: try check("after a run")
    }
  }

  private mutating func write() throws {
    try finishLine()
    let lines = simulation.lines(simulation.number(1..<30))
    simulation.note("write \(lines.count) lines, ids to \(lines.last?.id ?? 0)")
    try simulation.folder.append(Simulation.text(lines), to: log)
    truth += lines
  }

  private mutating func beginLine() throws {
    guard unfinished == nil else { return try finishLine() }
    let line = simulation.lines(1, bad: false)[0]
    let cut = simulation.number(1..<line.text.count)
    simulation.note("begin the line of id \(line.id), \(cut) bytes")
    try simulation.folder.append(String(line.text.prefix(cut)), to: log)
    unfinished = (line, line.text.dropFirst(cut))
  }

  private mutating func finishLine() throws {
    guard let (line, left) = unfinished else { return }
    simulation.note("finish the line of id \(line.id)")
    try simulation.folder.append("\(left)\n", to: log)
    truth.append(line)
    unfinished = nil
  }

  private mutating func rotate() throws {
    try finishLine()
    rotations += 1
    let folder = simulation.folder
    simulation.note("rotate")
    if rotation == .dates {
      let name = "\(log)-202601\(rotations < 10 ? "0" : "")\(rotations)"
      unsafe rename(folder[log], folder[name])
      rotated.append(name)
      try folder.write("", to: log)
      return
    }
    for i in stride(from: rotated.count, to: 0, by: -1) {
      // As it is named now: compressed or not.
      let next = rotated[i - 1].replacing("log.\(i)", with: "log.\(i + 1)")
      unsafe rename(folder[rotated[i - 1]], folder[next])
      rotated[i - 1] = next
    }
    rotated.insert("\(log).1", at: 0)
    if rotation == .renaming {
      unsafe rename(folder[log], folder["\(log).1"])
      try folder.write("", to: log)
    } else {
      try FileManager.default.copyItem(atPath: folder[log], toPath: folder["\(log).1"])
      unsafe truncate(folder[log], 0)
    }
  }

  /// Compresses a rotated file, never the newest, which its writer may still write to.
  private mutating func pack() throws {
    let plain = rotated.indices.filter { !rotated[$0].hasSuffix(".gz") }
    let newest = rotation == .dates ? rotated.indices.last : rotated.indices.first
    guard let index = plain.first(where: { $0 != newest }) else { return }
    rotated[index] = try simulation.pack(rotated[index])
  }

  /// The log is rotated after the job has opened it, while it waits for the database.
  private mutating func followWhileRotating() throws {
    try finishLine()
    let simulation = simulation
    let database = try TestDatabase(simulation.folder["out/db.sqlite"])
    try database.execute("BEGIN IMMEDIATE")
    let process = try simulation.folder.start(
      simulation.arguments([log], FollowSimulation.following), Simulation.quiet)
    let more = simulation.number(0..<60)
    // Waits for the job's own calls: they show that it has opened the log, and how far it got.
    while !process.hasEnded {
      let calls = simulation.folder.calls
      if let opened = calls.firstIndex(where: { $0.name == "open" && $0.file == log }),
        calls.count > opened + more
      {
        break
      }
      sched_yield()
    }
    simulation.note("while the database is locked, \(more) calls after the log was opened:")
    try rotate()
    let lines = simulation.lines(simulation.number(1..<20))
    simulation.note("write \(lines.count) lines, ids to \(lines.last?.id ?? 0)")
    try simulation.folder.append(Simulation.text(lines), to: log)
    truth += lines
    try database.execute("COMMIT")
    let run = simulation.folder.end(process)
    simulation.note("unlocked: \(run)")
    guard run.isOrderly else { throw simulation.fail("the import crashed: \(run)") }
  }

  private func check(_ when: String) throws {
    let run = try simulation.run([log], FollowSimulation.following, Simulation.quiet)
    guard run.isComplete else { throw simulation.fail("\(when): \(run)") }
    try simulation.expect(truth, when)
  }
}
