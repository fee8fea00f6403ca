import FeedTestSupport
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// `é` as one scalar and as two, which Swift's strings take for equal.
@Suite("Names that look alike, and differ in their bytes")
struct LookAlikeNameTests {
  private let names = ["caf\u{E9}.ndjson", "cafe\u{301}.ndjson"]

  private func write(_ bench: ImportBench, _ counts: [Int] = [300, 200]) throws {
    for (i, name) in names.enumerated() {
      try bench.folder.write(
        (0..<counts[i]).map { "{\"id\":\(i * 1000 + $0)}\n" }.joined(), to: name)
    }
  }

  /// The lines of the file of rows.
  private func lines(_ folder: TemporaryFolder) -> [Substring] {
    folder.lines("out.csv").joined(separator: "\n").split(separator: "\r\n")
  }

  private var ids: Set<String> {
    Set((0..<300).map { "\($0)" } + (1000..<1200).map { "\($0)" })
  }

  @Test(
    "were one file to a pattern and to a list, and one of the two was left out",
    arguments: [false, true])
  func files(byPattern: Bool) throws {
    let bench = try ImportBench()
    try write(bench)
    let source: FeedSource =
      byPattern
      ? .glob(bench.folder["caf*"]) : .files(names.map { bench.folder[$0] })
    let summary = try bench.run(source, ["id:int=id"])
    #expect(summary.rows == 500 && summary.sources.count == 2)
    let rows = try bench.rows()
    #expect(Set(rows) == ids && rows.count == 500)
    // Each has its own progress.
    try bench.folder.append("{\"id\":1200}\n", to: names[1])
    let again = try bench.run(source, ["id:int=id"])
    #expect(again.rows == 1 && again.totalRows == 501)
  }

  @Test("had one line of progress in the journal of a file of rows")
  func journal() throws {
    let folder = try TemporaryFolder()
    func run(_ name: String) throws -> ImportSummary {
      try ImportJob(
        feed: .file(folder[name]), columns: [try ImportColumn(parsing: "id:int=id")],
        sink: try FileSink(path: folder["out.csv"], format: .csv)
      ).run()
    }
    for (i, name) in names.enumerated() {
      try folder.write("{\"id\":\(i)}\n{\"id\":\(i + 10)}\n", to: name)
      #expect(try run(name).rows == 2)
    }
    for name in names { #expect(try run(name).rows == 0) }
    #expect(lines(folder) == ["id", "0", "10", "1", "11"])
  }

  @Test(
    "continued a job with another path or filter than it began with",
    arguments: [("v:text=caf\u{E9}", nil), ("v:text=v", "caf\u{E9} = 1")] as [(String, String?)])
  func jobs(column: String, filter: String?) throws {
    var bench = try ImportBench()
    try bench.folder.write("{\"v\":\"a\",\"caf\u{E9}\":1,\"cafe\u{301}\":2}\n", to: "feed")
    bench.filter = filter
    try bench.run(.file(bench.folder["feed"]), [column])
    let before = try bench.rows()
    try bench.folder.append("{\"v\":\"b\",\"caf\u{E9}\":1,\"cafe\u{301}\":2}\n", to: "feed")
    bench.filter = filter?.replacing("\u{E9}", with: "e\u{301}")
    let error = importError {
      try bench.run(
        .file(bench.folder["feed"]), [column.replacing("\u{E9}", with: "e\u{301}")])
    }
    #expect(error?.kind == .conflict)
    #expect(try bench.rows() == before)
  }

  @Test("were one replacement, which went on with the other's rows")
  func replacement() throws {
    let folder = try TemporaryFolder()
    func run(_ name: String, stopping: Bool) throws {
      let stop = FeedStop()
      let text = (0..<20).map { "{\"id\":\($0)}\n" }.joined()
      try folder.write(text, to: name)
      _ = try ImportJob(
        feed: .file(folder[name]),
        columns: [try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: "s:source")],
        sink: try FileSink(path: folder["out.csv"], format: .csv, mode: .replace),
        options: ImportOptions(batchSize: 4)
      ).run(stop: stop) { progress in if stopping, progress.rows >= 8 { stop.stop() } }
    }
    try run(names[0], stopping: true)
    try run(names[1], stopping: false)
    let lines = lines(folder)
    #expect(lines.count == 21)
    let other = ByteName(folder[names[1]])
    #expect(
      lines.dropFirst().allSatisfy { ByteName(String($0.drop { $0 != "," }.dropFirst())) == other })
  }

  @Test("were counted as one unknown key")
  func unknownKeys() throws {
    var bench = try ImportBench()
    bench.unknownKeys = .report
    let summary = try bench.run(
      text:
        "{\"id\":1,\"caf\u{E9}\":1}\n{\"id\":2,\"cafe\u{301}\":1}\n{\"id\":3,\"cafe\u{301}\":1}\n",
      "id:int=id")
    #expect(summary.unknownKeys.count == 2)
    #expect(summary.unknownKeys["caf\u{E9}"] == 1 && summary.unknownKeys["cafe\u{301}"] == 2)
  }
}
