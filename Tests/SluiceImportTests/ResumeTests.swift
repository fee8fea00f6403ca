import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A job that is run again")
struct ResumeTests {
  private let text = (1...25).map { $0 % 7 == 0 ? "bad \($0)" : "{\"id\":\($0)}" }
    .joined(separator: "\n")
  private let good = (1...25).filter { $0 % 7 != 0 }.map { "\($0)" }

  /// Runs a job that fails at a commit; the sink's database is closed by then.
  private func breakDown(_ bench: ImportBench, after commits: Int) throws {
    let sink = BreakingSink(
      try SQLiteSink(path: bench.folder["db.sqlite"], table: "t"), commits: commits)
    let job = try ImportJob(
      feed: .file(bench.folder["feed.ndjson"]),
      columns: [try ImportColumn(parsing: "id:int=id")], sink: sink,
      options: ImportOptions(batchSize: 4, rejectFile: bench.folder["rejects.ndjson"]))
    #expect(throws: ImportError.self) { try job.run() }
  }

  @Test("resumes from its last commit after it failed", arguments: 0...6)
  func resumes(commits: Int) throws {
    let bench = try ImportBench()
    try bench.folder.write(text, to: "feed.ndjson")
    try breakDown(bench, after: commits)
    let summary = try bench.run(file: "feed.ndjson", "id:int=id")
    if commits > 1 {
      #expect(summary.beginning != .fresh)
      #expect(summary.rows + summary.rejects == Int64(25 - (commits - 1) * 4))
    }
    #expect(summary.totalRows == 22)
    #expect(summary.totalRejects == 3)
    #expect(try bench.rows() == good)
    #expect(bench.rejects.map { $0.contains("\"raw\":\"bad 7\"") } == [true, false, false])
    #expect(bench.rejects.map { $0.contains("\"record\":21,\"line\":21") } == [false, false, true])
  }

  @Test("cuts off the rejects that its last commit doesn't know")
  func cutsRejects() throws {
    let bench = try ImportBench()
    try bench.folder.write(text, to: "feed.ndjson")
    try breakDown(bench, after: 2)
    try bench.folder.append("{\"source\":\"half a li", to: "rejects.ndjson")
    try bench.run(file: "feed.ndjson", "id:int=id")
    #expect(bench.rejects.count == 3)
    #expect(bench.rejects.allSatisfy { $0.hasSuffix("}") })
  }

  @Test("requires its reject file again, complete, after it failed")
  func sameRejectFile() throws {
    var bench = try ImportBench()
    try bench.folder.write(text, to: "feed.ndjson")
    try breakDown(bench, after: 4)
    for other in ["other.ndjson", nil] {
      bench.rejectFile = other
      let error = importError { try bench.run(file: "feed.ndjson", "id:int=id") }
      #expect(error?.kind == .rejects)
      #expect(error?.message.contains("rejects.ndjson") == true)
    }
    bench.rejectFile = "rejects.ndjson"
    try bench.folder.write("", to: "rejects.ndjson")
    let error = importError { try bench.run(file: "feed.ndjson", "id:int=id") }
    #expect(error?.message.contains("some of its rejects are gone") == true)
  }

  @Test("imports only what was appended after its end")
  func appended() throws {
    let bench = try ImportBench()
    try bench.folder.write("{\"id\":1}\n{\"id\":2}\n", to: "feed.ndjson")
    let first = try bench.run(file: "feed.ndjson", "id:int=id")
    #expect(first.beginning == .fresh)
    let second = try bench.run(file: "feed.ndjson", "id:int=id")
    #expect(second.beginning == .continued(offset: 18))
    #expect(second.records == 0)
    #expect(second.bytes == 0)
    try bench.folder.append("{\"id\":3}\nbad\n", to: "feed.ndjson")
    let third = try bench.run(file: "feed.ndjson", "id:int=id")
    #expect(third.beginning == .continued(offset: 18))
    #expect(third.rows == 1)
    #expect(third.rejects == 1)
    #expect(third.totalRows == 3)
    #expect(try bench.rows() == ["1", "2", "3"])
    #expect(bench.rejects[0].contains("\"record\":4,\"line\":4,\"offset\":27"))
  }

  private final class Counter {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }

  /// The text between the records, in each framing: they end in different places of a line.
  private static let separators: [(FeedFraming, String)] = [
    (.lines, "\n"), (.concatenated, "\n"), (.concatenated, ""), (.concatenated, "\n\n"),
    (.concatenated, " \r\n"), (.sequence, "\n\u{1E}"), (.rootElements, ",\n"),
    (.rootElements, "\n,\n"), (.auto, "\n"),
  ]

  @Test("numbers lines as one run does, wherever it resumes", arguments: separators.indices)
  func lineNumbers(index: Int) throws {
    let (framing, separator) = Self.separators[index]
    var bench = try ImportBench()
    (bench.framing, bench.batchSize) = (framing, 1)
    let isOneLine = framing == .lines || separator == ""
    let records = (0..<12).map { id in
      let value = id % 3 == 0 ? "\"\(id)\"" : "\(id)"
      return isOneLine ? "{\"id\":\(value)}" : "{\n  \"id\":\(value)\n}"
    }
    let opening = framing == .rootElements ? "[\n" : framing == .sequence ? "\u{1E}" : ""
    let text = opening + records.joined(separator: separator) + (opening == "[\n" ? "\n]" : "\n")
    // The file ends after a record, once, and grows.
    let half = opening + records[..<5].joined(separator: separator)
    let isGrowing = framing != .rootElements
    try bench.folder.write(isGrowing ? half : text, to: "feed")
    if isGrowing { try bench.run(file: "feed", "id:int=id") }
    try bench.folder.write(text, to: "feed")
    for _ in 0..<30 {
      // The first commit comes before the first record.
      let (stop, commits) = (FeedStop(), Counter())
      try bench.run(.file(bench.folder["feed"]), ["id:int=id"], stop: stop) { _ in
        if commits.next() == 2 { stop.stop() }
      }
    }
    #expect(try bench.rows() == (0..<12).filter { $0 % 3 > 0 }.map { "\($0)" })
    let lines = try bench.rejects.map { try #require(try JSON(parsing: $0)["line"]?.int) }
    let expected = [0, 3, 6, 9].map { id in
      let before = opening + records[..<id].map { $0 + separator }.joined()
      return before.utf8.count { $0 == 0x0A } + 1
    }
    #expect(lines == expected)
  }

  @Test("takes a last line without newline at the end of the file, and its newline later")
  func lastLine() throws {
    let bench = try ImportBench()
    try bench.folder.write("{\"id\":1}\n{\"id\":2}", to: "feed.ndjson")
    #expect(try bench.run(file: "feed.ndjson", "id:int=id").rows == 2)
    try bench.folder.append("\n{\"id\":3}\nbad", to: "feed.ndjson")
    let second = try bench.run(file: "feed.ndjson", "id:int=id")
    #expect(second.rows == 1 && second.rejects == 0 && second.leftBytes == 3)
    try bench.folder.append("\n", to: "feed.ndjson")
    #expect(try bench.run(file: "feed.ndjson", "id:int=id").rejects == 1)
    #expect(try bench.rows() == ["1", "2", "3"])
    #expect(bench.rejects[0].contains("\"record\":4,\"line\":4,\"offset\":27"))
  }

  @Test(
    "is refused with an explanation when its source has changed",
    arguments: [
      ("{\"id\":1}\n", "it has 9 bytes, and 18 were already imported"),
      ("{\"id\":7}\n{\"id\":2}\n{\"id\":3}\n", "it does not begin with the "),
    ])
  func changed(text: String, reason: String) throws {
    let bench = try ImportBench()
    try bench.folder.write("{\"id\":1}\n{\"id\":2}\n", to: "feed.ndjson")
    try bench.run(file: "feed.ndjson", "id:int=id")
    try bench.folder.write(text, to: "feed.ndjson")
    let error = importError { try bench.run(file: "feed.ndjson", "id:int=id") }
    #expect(error?.kind == .changedSource)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
    #expect(try bench.rows() == ["1", "2"])
  }

  @Test("notices a change right before the place at which it would resume")
  func changedTail() throws {
    let bench = try ImportBench()
    let lines = (1...400).map { "{\"id\":\($0)}\n" }
    try bench.folder.write(lines.joined(), to: "feed.ndjson")
    try bench.run(file: "feed.ndjson", "id:int=id")
    let edited = lines.dropLast().joined() + "{\"id\":999}\n"
    try bench.folder.write(edited.dropLast(4) + "8}\n", to: "feed.ndjson")
    let error = importError { try bench.run(file: "feed.ndjson", "id:int=id") }
    #expect(error?.kind == .changedSource)
  }

  @Test("is refused with other columns; into another table it is another job")
  func otherColumns() throws {
    let bench = try ImportBench()
    try bench.folder.write("{\"id\":1}\n", to: "feed.ndjson")
    try bench.run(file: "feed.ndjson", "id:int=id", "x:text=x")
    let error = importError { try bench.run(file: "feed.ndjson", "id:int=id") }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("with other columns: id:int=id x:text=x") == true)
    let sink = try SQLiteSink(path: bench.folder["db.sqlite"], table: "other")
    let columns = [try ImportColumn(parsing: "id:int=id")]
    let job = try ImportJob(
      feed: .file(bench.folder["feed.ndjson"]), columns: columns, sink: sink)
    #expect(try job.run().rows == 1)
  }

  @Test("stops without storing anything twice while another process runs it")
  func fenced() throws {
    let bench = try ImportBench()
    try bench.folder.write("{\"id\":1}\n{\"id\":2}\n", to: "feed.ndjson")
    let columns = [try ImportColumn(parsing: "id:int=id")]
    let slow = try SQLiteSink(path: bench.folder["db.sqlite"], table: "t")
    let job = JobIdentity(source: bench.folder["feed.ndjson"], columns: columns)
    let found = try slow.open([job], columns: columns)
    #expect(found == nil)
    try bench.run(file: "feed.ndjson", "id:int=id")
    let checkpoint = Checkpoint(
      position: FeedPosition(offset: 9, line: 1, recordNumber: 1), rows: 1, rejects: 0,
      fingerprint: SourceFingerprint(size: 18, head: "", tail: ""), rejectFile: nil,
      rejectFileLength: 0, isFinished: false)
    let error = importError { try slow.commit(checkpoint) }
    #expect(error?.message.contains("another process") == true)
    #expect(try bench.rows() == ["1", "2"])
  }

  @Test("leaves the database to others after its sink failed")
  func rolledBack() throws {
    let bench = try ImportBench()
    try bench.folder.write(text, to: "feed.ndjson")
    let sink = BreakingSink(try SQLiteSink(path: bench.folder["db.sqlite"], table: "t"), commits: 1)
    let job = try ImportJob(
      feed: .file(bench.folder["feed.ndjson"]), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: sink)
    #expect(throws: ImportError.self) { try job.run() }
    try TestDatabase(bench.folder["db.sqlite"]).execute("INSERT INTO t VALUES (7)")
    #expect(try bench.rows() == ["7"])
    withExtendedLifetime(sink) {}
  }

  @Test("is a new job each time when it reads memory or a pipe")
  func notResumable() throws {
    let bench = try ImportBench()
    for _ in 0..<2 { try bench.run(text: "{\"id\":1}\n", "id:int=id") }
    #expect(try bench.rows() == ["1", "1"])
  }
}
