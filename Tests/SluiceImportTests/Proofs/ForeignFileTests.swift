import Sluice
import SluiceFeed
import SluiceImport
import SluiceSystem
import TestSupport
import Testing

@Suite("A file of another program in the place of an import's own")
struct ForeignFileTests {
  let bench: NamesBench
  var folder: TemporaryFolder { bench.folder }
  private static let foreign = "another program's line\n"

  init() throws {
    bench = try NamesBench("csv")
    try bench.write(0..<20, to: "feed")
  }

  /// `body` is called at each commit.
  @discardableResult
  private func run(
    _ mode: WriteMode = .append, _ format: FileFormat = .csv, commits: Int? = nil,
    _ choices: TableChoices = [], feed: String = "feed", into path: String = "out.csv",
    rejects: String? = nil, _ body: @escaping () throws -> Void = {}
  ) throws -> ImportSummary {
    let sink = try FileSink(path: folder[path], format: format, mode: mode, choices: choices)
    var failure: (any Error)?
    let summary = try runJob(
      .file(folder[feed]), into: commits.map { BreakingSink(sink, commits: $0) } ?? sink,
      ["id:int=id"], batchSize: 4, framing: .lines, rejectFile: rejects.map { folder[$0] }
    ) { _ in
      do { try body() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return summary
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  /// Puts a foreign file in the place of another, which moves away.
  private func plant(_ name: String, _ text: String = foreign) throws {
    if folder.has(name) { try bench.move(name, to: name + ".away") }
    try folder.write(text, to: name)
  }

  @Test(
    "keeps every byte when it has the name of an interrupted job's target",
    arguments: [FileFormat.csv, .tsv, .ndjson], [1, 3])
  func target(format: FileFormat, commits: Int) throws {
    #expect(importError { try run(.append, format, commits: commits) } != nil)
    // It begins as the job's file does.
    let head = format == .ndjson ? "" : format == .csv ? "id\r\n" : "id\n"
    let lines = format == .ndjson ? "{\"id\":77}\n" : format == .csv ? "77\r\n" : "77\n"
    let planted = head + String(repeating: lines, count: 20)
    try plant("out.csv", planted)
    for _ in 1...2 {
      let error = importError { try run(.append, format) }
      #expect(error?.kind == .conflict)
      #expect(error?.message.contains("out.csv is ") == true, "\(error?.message ?? "nothing")")
      #expect(try text("out.csv") == planted)
    }
    // The choice that the message names.
    #expect(try run(.append, format, [.restart]).rows == 20)
    #expect(try text("out.csv").hasPrefix(planted))
  }

  @Test("keeps every byte when it is a copy, which the advised command makes right")
  func copiedTarget() throws {
    #expect(importError { try run(commits: 3) } != nil)
    try folder.append("8\r\n", to: "out.csv")
    let bytes = try folder.bytes("out.csv")
    try plant("out.csv", String(decoding: bytes, as: UTF8.self))
    let message = importError { try run() }?.message ?? ""
    #expect(try folder.bytes("out.csv") == bytes)
    let length = message.firstMatch(of: /truncate -s ([0-9]+)/).flatMap { Int($0.1) } ?? 0
    try folder.write(Array(bytes[..<length]), to: "out.csv")
    #expect(try run().totalRows == 20)
    #expect(try bench.rows() == 20)
  }

  @Test("keeps lines that it adds to an interrupted job's target, if they can be told from rows")
  func appendedLine() throws {
    #expect(importError { try run(.append, .ndjson, commits: 3) } != nil)
    try folder.append(ForeignFileTests.foreign, to: "out.csv")
    let before = try text("out.csv")
    let error = importError { try run(.append, .ndjson) }
    #expect(error?.message.contains("is none that the job writes") == true)
    #expect(try text("out.csv") == before)
  }

  @Test("keeps what it adds while a job fails")
  func rolledBack() throws {
    var count = 0
    #expect(
      importError {
        try run(commits: 3) {
          count += 1
          if count == 2 { try folder.append(ForeignFileTests.foreign, to: "out.csv") }
        }
      } != nil)
    #expect(try text("out.csv").contains(ForeignFileTests.foreign))
  }

  @Test("keeps every byte when it comes to the target's name while its rows are replaced")
  func replaced() throws {
    for isThere in [false, true] {
      if isThere { try run() }
      let error = importError {
        try run(.replace) {
          if !folder.has("out.csv") || !isThere || !folder.has("out.csv.away") {
            try plant("out.csv")
          }
        }
      }
      #expect(error?.message.contains("was replaced by another program meanwhile") == true)
      #expect(try text("out.csv") == ForeignFileTests.foreign)
      for name in folder.names where name != "feed" { try bench.remove(name) }
    }
  }

  @Test("keeps every byte when it comes to the target's name before a publication is finished")
  func publishing() throws {
    try run()
    #expect(importError { try run(.replace, commits: 4) } != nil)
    let note = try text("out.csv.sluice")
    try folder.write(
      note.replacing("\"publishing\":false", with: "\"publishing\":true"), to: "out.csv.sluice")
    try plant("out.csv")
    let error = importError { try run() }
    #expect(error?.message.contains("was replaced by another program meanwhile") == true)
    #expect(try text("out.csv") == ForeignFileTests.foreign)
  }

  @Test(
    "keeps every byte when it has the name of a part, or of its progress",
    arguments: [".part", ".sluice"])
  func part(ending: String) throws {
    try run()
    #expect(importError { try run(.replace, commits: 3) } != nil)
    let name = try #require(folder.names.first { $0.hasPrefix(".") && $0.hasSuffix(ending) })
    // As long as the part, so that it could be cut.
    try plant(
      name,
      ending == ".part"
        ? String(repeating: ForeignFileTests.foreign, count: 9) : ForeignFileTests.foreign)
    let planted = try text(name)
    if ending == ".part" {
      #expect(try run(.replace).rows == 20)
    } else {
      #expect(importError { try run(.replace) } != nil)
    }
    #expect(try text(name) == planted)
  }

  @Test(
    "keeps every byte when it has the name of the progress",
    arguments: [WriteMode.append, .replace])
  func journal(mode: WriteMode) throws {
    try run()
    try folder.write(ForeignFileTests.foreign, to: "out.csv.sluice")
    #expect(importError { try run(mode) }?.message.contains("can't be read") == true)
    #expect(try text("out.csv.sluice") == ForeignFileTests.foreign)
  }

  @Test("keeps every byte when it comes to the name of the progress during a job")
  func journalMeanwhile() throws {
    let error = importError {
      try run(.replace) { if !folder.has("out.csv.sluice.away") { try plant("out.csv.sluice") } }
    }
    #expect(error?.message.contains("was replaced by another program meanwhile") == true)
    #expect(try text("out.csv.sluice") == ForeignFileTests.foreign)
  }

  @Test("keeps what it adds to the progress, and a torn commit goes")
  func journalEnd() throws {
    try run()
    let before = try text("out.csv.sluice")
    try folder.append("{\"length\":12,\"fi", to: "out.csv.sluice")
    #expect(try run().rows == 0)
    #expect(try text("out.csv.sluice") == before)
    try folder.append(ForeignFileTests.foreign, to: "out.csv.sluice")
    #expect(importError { try run() }?.message.contains("is none that the job writes") == true)
    #expect(try text("out.csv.sluice") == before + ForeignFileTests.foreign)
  }

  @Test("keeps every byte when it has the name of a side file that was not finished")
  func leftover() throws {
    let name = ".out.csv.sluice.0123456789abcdef.new"
    try folder.write(ForeignFileTests.foreign, to: name)
    try run()
    #expect(try text(name) == ForeignFileTests.foreign)
  }

  @Test("keeps every byte when it has a link's name with the ending of progress")
  func journalOfLink() throws {
    try bench.link("link.csv", to: "out.csv")
    try folder.write(ForeignFileTests.foreign, to: "link.csv.sluice")
    try run(into: "link.csv")
    #expect(folder.has("out.csv.sluice"))
    #expect(try text("link.csv.sluice") == ForeignFileTests.foreign)
  }

  @Test("keeps every byte when it comes to the name of the reject file's note", arguments: [1, 3])
  func note(commit: Int) throws {
    try folder.write(
      (1...12).map { $0 == 6 ? "bad\n" : "{\"id\":\($0)}\n" }.joined(), to: "some")
    var count = 0
    let error = importError {
      try run(feed: "some", rejects: "rejects") {
        count += 1
        if count == commit { try plant("rejects.sluice") }
      }
    }
    // Before the first reject it is refused; after it, the note is not needed any more.
    #expect((error != nil) == (commit == 1))
    #expect(try text("rejects.sluice") == ForeignFileTests.foreign)
  }

  @Test("is not removed under the name of another")
  func removed() throws {
    let own = try FileStatus(at: folder["feed"]).identity
    try plant("feed")
    FileSystem.remove(folder["feed"], of: own)
    FileSystem.remove(folder["feed"], of: nil)
    #expect(try text("feed") == ForeignFileTests.foreign)
    FileSystem.remove(folder["feed.away"], of: own)
    #expect(!folder.has("feed.away"))
  }
}
