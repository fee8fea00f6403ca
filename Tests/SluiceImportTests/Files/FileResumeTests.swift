import SluiceFeed
import SluiceImport
import SluiceSystem
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("A job into a file")
struct FileResumeTests {
  let folder: TemporaryFolder
  private let good = (1...25).filter { $0 % 7 != 0 }.map { "\($0)" }

  init() throws {
    folder = try TemporaryFolder()
    let text = (1...25).map { $0 % 7 == 0 ? "bad \($0)" : "{\"id\":\($0)}" }
    try folder.write(text.joined(separator: "\n"), to: "feed.ndjson")
  }

  private func sink(_ mode: WriteMode = .append) throws -> FileSink {
    try FileSink(path: folder["out.csv"], format: .csv, mode: mode)
  }

  @discardableResult
  private func run(
    _ feed: String = "feed.ndjson", into sink: any Sink, _ columns: String = "id:int=id"
  ) throws -> ImportSummary {
    try runJob(
      .file(folder[feed]), into: sink, [columns], batchSize: 4,
      rejectFile: folder["rejects.ndjson"])
  }

  private var rows: [String] {
    String(decoding: (try? folder.bytes("out.csv")) ?? [], as: UTF8.self)
      .replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
  }

  @Test(
    "resumes from its last commit after it failed", arguments: 0...8,
    [WriteMode.append, .replace])
  func resumes(commits: Int, mode: WriteMode) throws {
    if mode == .replace { try folder.write("old\n", to: "out.csv") }
    let broke = importError { try run(into: BreakingSink(sink(mode), commits: commits)) }
    #expect((broke == nil) == (commits == 8))
    // What a kill leaves after the last commit.
    let written =
      mode == .append ? "out.csv" : folder.names.first { $0.hasSuffix(".part") } ?? "none"
    if commits > 0, folder.has(written), commits < 8 { try folder.append("4,2", to: written) }
    if mode == .replace, commits < 8 { #expect(rows == ["old"]) }
    let summary = try run(into: sink(mode))
    #expect(summary.totalRows == 22)
    #expect(rows == ["id"] + good)
    #expect(!folder.names.contains { $0.contains(".part") })
    if commits > 1, commits < 8 {
      #expect(summary.rows + summary.rejects == Int64(max(25 - (commits - 1) * 4, 0)))
    }
    if commits < 8 { #expect(folder.lines("rejects.ndjson").count == 3) }
  }

  @Test(
    "keeps the old rows until it has those of all sources when it replaces a file",
    arguments: 0...8)
  func replacesBySeveral(commits: Int) throws {
    try folder.write("old\n", to: "out.csv")
    try folder.write((101...106).map { "{\"id\":\($0)}\n" }.joined(), to: "more.ndjson")
    func run(_ sink: any Sink) throws -> ImportSummary {
      try runJob(
        .files([folder["feed.ndjson"], folder["more.ndjson"]]), into: sink, ["id:int=id"],
        batchSize: 4, rejectFile: folder["rejects.ndjson"])
    }
    let broke = importError { _ = try run(BreakingSink(sink(.replace), commits: commits)) }
    #expect(broke?.message.contains("planted") == true)
    #expect(rows == ["old"])
    // A job that adds rows is told about the current file, not about the part.
    #expect(importError { _ = try run(sink()) }?.message.contains("does not begin with") == true)
    #expect(rows == ["old"])
    let summary = try run(sink(.replace))
    #expect(summary.totalRows == 28 && summary.totalRejects == 3)
    #expect(rows == ["id"] + good + (101...106).map { "\($0)" })
    #expect(
      !folder.names.contains { $0.contains(".part") } && folder.lines("rejects.ndjson").count == 3)
    // A second run replaces again.
    #expect(try run(sink(.replace)).rows == 28)
    #expect(rows.count == 29)
  }

  @Test("adds what its source has grown by, and another source's rows")
  func appended() throws {
    try run(into: sink())
    try folder.append("\n{\"id\":99}\n", to: "feed.ndjson")
    #expect(try run(into: sink()).rows == 1)
    try folder.write("{\"id\":100}\n", to: "other.ndjson")
    #expect(try run("other.ndjson", into: sink()).rows == 1)
    #expect(try run("other.ndjson", into: sink()).rows == 0)
    #expect(try run(into: sink()).rows == 0)
    #expect(rows == ["id"] + good + ["99", "100"])
  }

  @Test("appends to rows in its own format, and refuses to touch others")
  func foreign() throws {
    try folder.write("id\r\n0\r\n", to: "out.csv")
    try run(into: sink())
    #expect(rows == ["id", "0"] + good)
    for (text, reason) in [
      ("name\r\n0\r\n", "does not begin with the line id"),
      ("id\r\n0", "ends in the middle of a line"),
    ] {
      try folder.write(text, to: "out.csv")
      unsafe unlink(folder["out.csv.sluice"])
      let error = importError { try run(into: sink()) }
      #expect(error?.kind == .conflict)
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
      #expect(try folder.bytes("out.csv") == Array(text.utf8))
    }
  }

  @Test("leaves a file with others' rows unchanged if it fails before its first commit")
  func untouched() throws {
    try folder.write("id\r\n0\r\n", to: "out.csv")
    #expect(throws: ImportError.self) { try run(into: BreakingSink(sink(), commits: 0)) }
    #expect(rows == ["id", "0"])
  }

  @Test("refuses other columns, a file that lost rows, and progress that can't be read")
  func refused() throws {
    try run(into: sink())
    let columns = importError { try run(into: sink(), "no:int=id") }
    #expect(columns?.message.contains("with other columns: id:int=id") == true)
    let bytes = try folder.bytes("out.csv")
    try folder.write(Array(bytes.dropLast()), to: "out.csv")
    let short = importError { try run(into: sink()) }
    #expect(short?.message.contains("some of its rows are gone") == true)
    try folder.write(bytes, to: "out.csv")
    for text in ["", "{", "[]", "{\"length\":-1}"] {
      try folder.write(text, to: "out.csv.sluice")
      let error = importError { try run(into: sink()) }
      #expect(error?.kind == .conflict)
      #expect(error?.message.contains("can't be read") == true, "\(error?.message ?? "")")
    }
    #expect(try folder.bytes("out.csv") == bytes)
  }

  @Test("continues no line that others left unfinished after it had ended")
  func unfinishedLineOfOthers() throws {
    try run(into: sink())
    let whole = try folder.bytes("out.csv")
    try folder.append("77", to: "out.csv")
    try folder.append("\n{\"id\":26}\n", to: "feed.ndjson")
    let error = importError { try run(into: sink()) }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("ends in the middle of a line") == true)
    #expect(try folder.bytes("out.csv") == whole + Array("77".utf8))
    try folder.append("\r\n", to: "out.csv")
    #expect(try run(into: sink()).rows == 1)
    #expect(rows == ["id"] + good + ["77", "26"])
  }

  @Test("has no upsert, and is refused while another one writes")
  func others() throws {
    #expect(throws: ImportError.self) { try sink(.upsert(key: ["id"])) }
    let first = try sink()
    let columns = [try ImportColumn(parsing: "id:int=id")]
    let job = JobIdentity(source: "/feed", columns: columns)
    let none = try first.open([job], columns: columns)
    #expect(none == nil)
    let error = importError { try run(into: sink()) }
    #expect(error?.message.contains("is in use") == true)
    first.rollBack()
    #expect(try run(into: sink()).rows == 22)
  }

  @Test("reports only that its reader has gone")
  func closed() throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    close(ends[0])
    signal(SIGPIPE, SIG_IGN)
    let sink = try FileSink(
      path: "a pipe", descriptor: FileDescriptor(rawValue: ends[1]), format: .csv, mode: .append)
    let error = importError { try run(into: sink) }
    close(ends[1])
    #expect(error?.kind == .outputClosed)
  }

  @Test("is a described error in a missing folder")
  func noFolder() throws {
    let sink = try FileSink(path: folder["no/out.csv"], format: .csv)
    let error = importError { try run(into: sink) }
    #expect(error?.kind == .sink)
    #expect(error?.message.contains("No such file or directory") == true)
  }
}
