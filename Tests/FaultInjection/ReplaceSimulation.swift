import Foundation

/// Sources that are overwritten, grow and are chosen anew, and replace a target's rows. Bad records,
/// signals and faults stop the imports.
struct ReplaceSimulation {
  private let simulation: Simulation
  private var files: [String: [FeedLine]] = [:]
  private var sources: [String] = []
  /// What the last complete replacement put there.
  private var published: [FeedLine] = []
  /// What runs that were killed since may have noted as complete: the next run that opens the target finishes the
  /// publication of the last one, whatever becomes of its own.
  private var unpublished: [[FeedLine]] = []

  init(_ simulation: Simulation) throws {
    self.simulation = simulation
    simulation.target.keepsRejects = false
    for name in ["feed/a.ndjson", "feed/b.ndjson"] { try overwrite(name) }
    choose()
  }

  mutating func play(_ count: Int) throws {
    for _ in 0..<count { try step() }
    try check("in the end")
  }

  private mutating func step() throws {
    switch simulation.number(0..<10) {
    case 0, 1: try overwrite(simulation.one(of: files.keys.sorted()))
    case 2:
      let name = simulation.one(of: files.keys.sorted())
      let lines = simulation.lines(simulation.number(1..<10))
      simulation.note("append \(lines.count) lines to \(name)")
      try simulation.folder.append(Simulation.text(lines), to: name)
      files[name]?.append(contentsOf: lines)
    case 3: choose()
    case 4: simulation.touch(simulation.one(of: files.keys.sorted()))
    case 5:
      try inspectAfter(
        simulation.run(sources, mode(allowing: "\(simulation.number(0..<4))")),
        mayPublish: !lines.contains { $0.row == nil })
    case 6, 7, 8: try inspectAfter(simulation.faultyRun(sources, mode()), mayPublish: true)
    default: try check("after a run")
    }
  }

  /// A replacement that stopped beyond its limit is continued by one that allows more.
  private func mode(allowing most: String = "100%") -> [String] {
    ["--mode", "replace", "--max-errors", most]
  }

  private var lines: [FeedLine] { sources.flatMap { files[$0] ?? [] } }

  private mutating func overwrite(_ name: String) throws {
    let lines = simulation.lines(simulation.number(15..<60))
    simulation.note("\(name) has \(lines.count) other lines, ids to \(lines.last?.id ?? 0)")
    // In place, or by another file of the same name.
    if simulation.chance(1, of: 2) { simulation.folder.remove(name) }
    try simulation.folder.write(Simulation.text(lines), to: name)
    files[name] = lines
  }

  private mutating func choose() {
    sources = simulation.one(
      of: [["feed/a.ndjson"], ["feed/b.ndjson"], ["feed/a.ndjson", "feed/b.ndjson"]])
    simulation.note("from now on: \(sources.joined(separator: " "))")
  }

  /// Until a replacement is complete, readers see the earlier rows.
  private mutating func inspectAfter(_ run: WatchedFolder.Run, mayPublish: Bool) throws {
    let rows = try simulation.target.rows().sorted()
    let complete = lines.compactMap(\.row).sorted()
    if mayPublish || run.isComplete, rows == complete {
      (published, unpublished) = (lines, [])
      return
    }
    if let due = unpublished.last(where: { rows == $0.compactMap(\.row).sorted() }) {
      (published, unpublished) = (due, [])
    } else if rows != published.compactMap(\.row).sorted() {
      throw simulation.fail(
        "a replacement that is not complete shows \(rows.count) rows:"
          + simulation.difference("rows", published.compactMap(\.row).sorted(), rows))
    }
    if mayPublish, !run.isComplete { unpublished.append(lines) }
  }

  private mutating func check(_ when: String) throws {
    let run = try simulation.run(sources, mode())
    guard run.isComplete else { throw simulation.fail("\(when): \(run)") }
    try simulation.expectRows(lines, when)
    (published, unpublished) = (lines, [])
  }
}
