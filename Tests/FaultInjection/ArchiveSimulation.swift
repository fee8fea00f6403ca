import Foundation

/// Gzip files, some of them damaged, imported as they are and later repaired in place.
struct ArchiveSimulation {
  private let simulation: Simulation
  private var files: [(name: String, lines: [FeedLine], isDamaged: Bool)] = []

  init(_ simulation: Simulation) throws {
    self.simulation = simulation
    try addFile()
  }

  mutating func play(_ count: Int) throws {
    for _ in 0..<count { try step() }
    for i in files.indices { try repair(i) }
    try check("in the end")
    try check("run again in the end")
  }

  private mutating func step() throws {
    switch simulation.number(0..<8) {
    case 0, 1: try addFile()
    case 2: try repair(simulation.number(0..<files.count))
    case 3: _ = try simulation.faultyRun(["feed/part*"])
    default: try check("after a run")
    }
  }

  private mutating func addFile() throws {
    let name = "feed/part\(files.count).gz"
    let lines = simulation.lines(simulation.number(120..<200))
    let isDamaged = simulation.chance(1, of: 2)
    files.append((name, lines, isDamaged))
    let text = Array(Simulation.text(lines).utf8)
    // After the first KiB and before the last one, so that the file's identity stays the same.
    let damage = isDamaged ? simulation.number(1200..<text.count - 2400) : nil
    let words = damage.map { ", damaged at \($0)" } ?? ""
    simulation.note("make \(name), \(lines.count) lines\(words), ids to \(lines.last?.id ?? 0)")
    try Gzip.member(of: text, damagedAt: damage, by: simulation.number(1..<200))
      .write(to: URL(filePath: simulation.folder[name]))
  }

  private mutating func repair(_ i: Int) throws {
    guard files[i].isDamaged else { return }
    simulation.note("repair \(files[i].name)")
    try Gzip.member(of: Array(Simulation.text(files[i].lines).utf8))
      .write(to: URL(filePath: simulation.folder[files[i].name]))
    files[i].isDamaged = false
  }

  /// While a file is damaged, the job may say so and stop. When it says that it is complete, everything
  /// must be right.
  private func check(_ when: String) throws {
    let run = try simulation.run(["feed/part*"])
    let isWhole = !files.contains(where: \.isDamaged)
    if run.isComplete, isWhole { return try simulation.expect(files.flatMap(\.lines), when) }
    if run.isComplete { throw simulation.fail("\(when), with a damaged file: \(run)") }
    // Rows of a damaged file that were stored are reported, and the user may remove them.
    let says = ["damaged", "checksum", "changed since"].contains { run.errors.contains($0) }
    guard says else { throw simulation.fail("\(when): \(run)") }
  }
}
