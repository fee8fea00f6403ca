import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("A file under the name of an interrupted job's reject file")
struct ForeignRejectFileTests {
  let bench: NamesBench
  var folder: TemporaryFolder { bench.folder }

  /// 20 records, of which every other one is bad; interrupted after the second batch of 4.
  init() throws {
    bench = try NamesBench("sqlite")
    try folder.write(
      (1...20).map { $0 % 2 == 0 ? "bad \($0)\n" : "{\"id\":\($0)}\n" }.joined(), to: "feed")
    let broke = importError { try run(commits: 3) }
    #expect(broke?.message.contains("planted") == true)
    // What a kill leaves after the last commit.
    try folder.append("{\"source\":\"feed\",\"record\":9}\n{\"source\":\"fe", to: "rejects.ndjson")
  }

  @discardableResult
  private func run(
    commits: Int? = nil, into rejects: String = "rejects.ndjson", _ choices: TableChoices = []
  ) throws -> ImportSummary {
    let sink = try SQLiteSink(path: folder["db.sqlite"], table: "t", choices: choices)
    return try runJob(
      .file(folder["feed"]), into: commits.map { BreakingSink(sink, commits: $0) } ?? sink,
      ["id:int=id"], batchSize: 4, framing: .lines, rejectFile: folder[rejects])
  }

  private func refuses(_ expected: String) throws {
    let before = try folder.bytes("rejects.ndjson")
    let error = importError { try run() }
    #expect(error?.kind == .rejects)
    #expect(error?.message.contains(expected) == true, "\(error?.message ?? "nothing")")
    #expect(try folder.bytes("rejects.ndjson") == before)
    #expect(try bench.rows() == 4)
  }

  @Test("is cut to what the last commit counts when it is that file")
  func own() throws {
    #expect(try run().totalRejects == 10)
    #expect(folder.lines("rejects.ndjson").count == 10)
  }

  @Test("keeps every byte when another program has written it, until the own one is back")
  func foreign() throws {
    try bench.move("rejects.ndjson", to: "rejects.ndjson.1")
    try folder.write((1...20_000).map { "\($0)\n" }.joined(), to: "rejects.ndjson")
    try refuses("its first bytes are not the ones that were written")
    try bench.move("rejects.ndjson", to: "foreign")
    try bench.move("rejects.ndjson.1", to: "rejects.ndjson")
    #expect(try run().totalRejects == 10)
    #expect(folder.lines("rejects.ndjson").count == 10)
  }

  @Test("is refused when it has lost lines at its beginning, with what to do")
  func shortened() throws {
    let text = String(decoding: try folder.bytes("rejects.ndjson"), as: UTF8.self)
    let rest = text.split(separator: "\n", maxSplits: 1)[1]
    try folder.write(
      rest + String(repeating: "{\"source\":\"x\"}\n", count: 50), to: "rejects.ndjson")
    try refuses("its first bytes are not the ones that were written")
    try refuses("Or begin anew: --restart or --mode replace, with another reject file")
    #expect(try run(into: "new.ndjson", .restart).rejects == 10)
    #expect(folder.lines("new.ndjson").count == 10)
  }

  @Test("is refused when it has lost its end, with what to do")
  func cut() throws {
    try folder.write("{\"source\":\"x\"}\n", to: "rejects.ndjson")
    try refuses("some of its rejects are gone")
    #expect(try run(into: "new.ndjson", .restart).rejects == 10)
  }

  @Test("is refused when a line that is no reject came after the last commit")
  func appended() throws {
    try bench.folder.append("\nsomeone's line\n", to: "rejects.ndjson")
    try refuses("is none that the job writes")
  }

  @Test("is refused when it is a copy, which the advised command makes right")
  func copied() throws {
    let bytes = try folder.bytes("rejects.ndjson")
    try bench.move("rejects.ndjson", to: "old")
    try folder.write(bytes, to: "rejects.ndjson")
    try refuses("it is another file (inode")
    let message = importError { try run() }?.message ?? ""
    let length = message.firstMatch(of: /truncate -s ([0-9]+)/).flatMap { Int($0.1) } ?? 0
    try folder.write(Array(bytes[..<length]), to: "rejects.ndjson")
    #expect(try run().totalRejects == 10)
    #expect(folder.lines("rejects.ndjson").count == 10)
  }

  @Test("keeps every byte when the job begins anew")
  func restarted() throws {
    try bench.move("rejects.ndjson", to: "old")
    try folder.write("another program's\n", to: "rejects.ndjson")
    let error = importError { try run(.restart) }
    #expect(error?.kind == .rejects)
    #expect(folder.lines("rejects.ndjson") == ["another program's"])
  }

  private func run(_ choices: TableChoices) throws { try run(into: "rejects.ndjson", choices) }

  @Test("loses no line that only begins like a reject")
  func tornLine() throws {
    try folder.write("{", to: "other.ndjson")
    try folder.write("bad\n", to: "bad")
    let error = importError {
      try runJob(
        .file(folder["bad"]), into: try SQLiteSink(path: folder["other.sqlite"], table: "t"),
        ["id:int=id"], framing: .lines, rejectFile: folder["other.ndjson"])
    }
    #expect(error?.message.contains("in the middle of a line that is no reject") == true)
    #expect(folder.lines("other.ndjson") == ["{"])
  }
}
