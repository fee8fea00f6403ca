import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("A rotated log that is imported by a pattern")
struct RotatedPatternTests {
  private func run(_ bench: NamesBench) throws -> ImportSummary {
    try bench.run(.glob(bench.folder["app.log*"]))
  }

  @Test("is known once its file is compressed", arguments: NamesBench.targets)
  func compressed(target: String) throws {
    let bench = try NamesBench(target)
    try bench.write(0..<50, to: "app.log.1")
    #expect(try run(bench).rows == 50)
    try bench.compress("app.log.1")
    let summary = try run(bench)
    // 100 once.
    #expect(try (summary.rows, bench.rows()) == (0, 50))
    #expect(summary.notes.map(\.kind) == [.sameSource])
    #expect(try run(bench).notes.isEmpty)
  }

  @Test(
    "was imported twice after its file got a name of no scheme, or was moved to another folder",
    arguments: NamesBench.targets, ["now/app.log.before-the-move", "old/app.log"])
  func renamed(target: String, name: String) throws {
    let bench = try NamesBench(target)
    let pattern = FeedSource.glob(bench.folder["*/app.log*"])
    try ["now", "old"].forEach(bench.makeFolder)
    try bench.write(0..<20, to: "now/app.log")
    try bench.run(pattern)
    try bench.append(20..<25, to: "now/app.log")
    try bench.move("now/app.log", to: name)
    try bench.write(25..<30, to: "now/app.log")
    let summary = try bench.run(pattern)
    #expect(try (summary.rows, bench.rows()) == (10, 30))
    #expect(summary.notes.map(\.kind) == [.sameSource])
    #expect(try bench.run(pattern).notes.isEmpty)
    // A copy is another file.
    try bench.folder.write(bench.folder.bytes(name), to: "old/app.log.copied")
    #expect(try bench.run(pattern).rows == 25)
  }

  @Test("has what was added to a file before it was compressed", arguments: ["csv", "sqlite"])
  func addedBefore(target: String) throws {
    let bench = try NamesBench(target)
    try bench.write(0..<50, to: "app.log.1")
    _ = try run(bench)
    try bench.append(50..<60, to: "app.log.1")
    try bench.compress("app.log.1")
    #expect(try run(bench).rows == 10)
    #expect(try run(bench).rows == 0)
    #expect(try bench.rows() == 60)
  }

  @Test("is taken once while both forms of a file are there", arguments: [false, true])
  func bothForms(isKnown: Bool) throws {
    let bench = try NamesBench("sqlite")
    try bench.write(0..<50, to: "app.log.1")
    if isKnown { _ = try run(bench) }
    let text = try bench.folder.bytes("app.log.1")
    try bench.compress("app.log.1")
    try bench.folder.write(text, to: "app.log.1")
    _ = try run(bench)
    try bench.append(50..<51, to: "app.log.1")
    #expect(try run(bench).rows == 1)
    #expect(try bench.rows() == 51)
  }

  @Test(
    "has each record once through several rotations", arguments: ["csv", "sqlite"], [false, true])
  func rotations(target: String, copies: Bool) throws {
    let bench = try NamesBench(target)
    var next = 0
    func write(_ count: Int) throws {
      if !bench.folder.has("app.log") { try bench.folder.write("", to: "app.log") }
      try bench.append(next..<next + count, to: "app.log")
      next += count
    }
    for round in 1...5 {
      try write(20)
      _ = try run(bench)
      #expect(try bench.rows() == Int64(next), "round \(round)")
      // More comes before the rotation, and is read after it.
      try write(3)
      for number in (2...5).reversed() where bench.folder.has("app.log.\(number).gz") {
        try bench.move("app.log.\(number).gz", to: "app.log.\(number + 1).gz")
      }
      if bench.folder.has("app.log.1") {
        try bench.compress("app.log.1")
        try bench.move("app.log.1.gz", to: "app.log.2.gz")
      }
      if copies {
        try bench.folder.write(bench.folder.bytes("app.log"), to: "app.log.1")
        try bench.folder.write("", to: "app.log")
      } else {
        try bench.move("app.log", to: "app.log.1")
      }
      if round == 3 { _ = try run(bench) }
    }
    _ = try run(bench)
    #expect(try bench.rows() == Int64(next))
    let result = try bench.job(.glob(bench.folder["app.log*"])).verify()
    #expect(result.findings.allSatisfy { $0.state != .fault })
  }

  @Test(
    "was imported twice after its date was put before the extension",
    arguments: [
      "app-20260130.log", "app.20260130.log", "app-2026-01-30.log", "app.1.log", "app.log-20260130",
    ], [false, true])
  func beforeExtension(name: String, packs: Bool) throws {
    let bench = try NamesBench("sqlite")
    let source = FeedSource.glob(bench.folder["app*.log*"])
    try bench.write(0..<50, to: "app.log")
    #expect(try bench.run(source).rows == 50)
    try bench.append(50..<60, to: "app.log")
    try bench.move("app.log", to: name)
    if packs { try bench.compress(name) }
    try bench.write(100..<103, to: "app.log")
    let summary = try bench.run(source)
    #expect(summary.rows == 13 && summary.refusedSources.isEmpty)
    #expect(summary.notes.map(\.kind) == [.sameSource])
    #expect(try bench.rows() == 63)
    #expect(try bench.run(source).rows == 0)
  }

  @Test("stays two sources for daily files of one content, and for logs of other instances")
  func daily() throws {
    let bench = try NamesBench("sqlite")
    let source = FeedSource.glob(bench.folder["app*.log"])
    var rows: Int64 = 0
    for (name, before) in [
      ("app-20260130.log", nil), ("app-20260131.log", "app-20260130.log"),
      ("app-1.log", "app-20260131.log"), ("app-2.log", "app-1.log"),
    ] {
      if let before { try bench.remove(before) }
      try bench.write(0..<5, to: name)
      #expect(try bench.run(source).rows == 5, "\(name)")
      rows += 5
      #expect(try bench.rows() == rows)
    }
  }

  @Test("stays two sources for files whose numbers only look like a rotation's")
  func numbered() throws {
    let bench = try NamesBench("sqlite")
    try bench.write(0..<5, to: "app.log.1")
    _ = try run(bench)
    try bench.write(0..<5, to: "app.log.2")
    #expect(try run(bench).rows == 5)
    #expect(try bench.rows() == 10)
  }
}
