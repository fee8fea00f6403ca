import Foundation

/// Files that appear, grow, are touched, and end in the middle of a line, imported by a pattern now and
/// then.
struct FilesSimulation {
  private struct File {
    let name: String
    let isPacked: Bool
    var lines: [FeedLine] = []
    var unfinished: (line: FeedLine, left: Substring)?
  }

  private let simulation: Simulation
  private var files: [File] = []

  init(_ simulation: Simulation) throws {
    self.simulation = simulation
    try addFile()
  }

  mutating func play(_ count: Int) throws {
    for _ in 0..<count { try step() }
    for i in files.indices { try finishLine(of: i) }
    try check("in the end")
    try check("run again in the end")
  }

  private mutating func step() throws {
    switch simulation.number(0..<10) {
    case 0, 1: try addFile()
    case 2, 3: try grow(simulation.number(0..<files.count))
    case 4: try beginLine(of: simulation.number(0..<files.count))
    case 5: simulation.touch(simulation.one(of: files).name)
    case 6, 7, 8: _ = try simulation.faultyRun(["feed/part*"])
    default: try check("after a run")
    }
  }

  private mutating func addFile() throws {
    let isPacked = simulation.chance(1, of: 4)
    var file = File(
      name: "feed/part\(files.count)\(isPacked ? ".gz" : "")", isPacked: isPacked)
    file.lines = simulation.lines(simulation.number(1..<40))
    simulation.note(
      "make \(file.name), \(file.lines.count) lines, ids to \(file.lines.last?.id ?? 0)")
    let text = Simulation.text(file.lines)
    if isPacked {
      try Gzip.member(of: Array(text.utf8)).write(to: URL(filePath: simulation.folder[file.name]))
    } else {
      try simulation.folder.write(text, to: file.name)
    }
    files.append(file)
  }

  private mutating func grow(_ i: Int) throws {
    guard !files[i].isPacked else { return }
    try finishLine(of: i)
    let lines = simulation.lines(simulation.number(1..<20))
    simulation.note(
      "append \(lines.count) lines to \(files[i].name), ids to \(lines.last?.id ?? 0)")
    try simulation.folder.append(Simulation.text(lines), to: files[i].name)
    files[i].lines += lines
  }

  private mutating func beginLine(of i: Int) throws {
    guard !files[i].isPacked, files[i].unfinished == nil else { return try finishLine(of: i) }
    let line = simulation.lines(1, bad: false)[0]
    // All of it, too: a closed object is a whole record, with or without a newline.
    let cut = simulation.number(1..<line.text.count + 1)
    simulation.note(
      "begin the line of id \(line.id) in \(files[i].name), \(cut) of \(line.text.count) bytes")
    try simulation.folder.append(String(line.text.prefix(cut)), to: files[i].name)
    files[i].unfinished = (line, line.text.dropFirst(cut))
  }

  private mutating func finishLine(of i: Int) throws {
    guard let (line, left) = files[i].unfinished else { return }
    simulation.note("finish the line of id \(line.id) in \(files[i].name)")
    try simulation.folder.append("\(left)\n", to: files[i].name)
    files[i].lines.append(line)
    files[i].unfinished = nil
  }

  private func check(_ when: String) throws {
    let run = try simulation.run(["feed/part*"])
    guard run.isComplete else { throw simulation.fail("\(when): \(run)") }
    let whole = files.flatMap { file in
      file.lines + (file.unfinished.map { $0.left.isEmpty ? [$0.line] : [] } ?? [])
    }
    try simulation.expect(whole, when)
  }
}
