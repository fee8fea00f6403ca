import FeedTestSupport
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A job of several files")
struct SeveralSourcesTests {
  let bench: ImportBench
  init() throws {
    var bench = try ImportBench()
    bench.batchSize = 3
    self.bench = bench
  }

  private func write(_ name: String, _ ids: ClosedRange<Int>) throws {
    try bench.folder.write(
      ids.map { $0 % 5 == 0 ? "bad \($0)\n" : "{\"id\":\($0)}\n" }.joined(), to: name)
  }

  private func files(_ names: String...) -> FeedSource { .files(names.map { bench.folder[$0] }) }

  private func ids(_ range: ClosedRange<Int>) -> [String] {
    range.filter { $0 % 5 != 0 }.map { "\($0)" }
  }

  @Test("reads them in order, and in a second run only appended text and new files")
  func grown() throws {
    try write("a", 1...8)
    try write("b", 11...18)
    let first = try bench.run(files("a", "b"), ["id:int=id"])
    #expect(first.rows == 14 && first.rejects == 2)
    #expect(first.sources.map(\.beginning) == [.fresh, .fresh])
    #expect(try bench.rows() == ids(1...8) + ids(11...18))
    let again = try bench.run(files("a", "b"), ["id:int=id"])
    #expect(again.records == 0 && again.bytes == 0 && again.totalRows == 14)
    try write("c", 21...23)
    try bench.folder.append("{\"id\":9}\n", to: "a")
    let third = try bench.run(.glob(bench.folder["[abc]"]), ["id:int=id"])
    #expect(third.rows == 4 && third.totalRows == 18 && third.totalRejects == 2)
    #expect(
      third.sources.map(\.beginning) == [
        .continued(offset: 69), .continued(offset: 77), .fresh,
      ])
    #expect(try bench.rows().suffix(4) == ["9", "21", "22", "23"])
    #expect(bench.rejects.count == 2)
  }

  @Test("skips a file that was imported alone before, and takes each once under two names")
  func names() throws {
    try write("a", 1...8)
    try bench.run(file: "a", "id:int=id")
    try write("b", 11...12)
    let summary = try bench.run(files("a", "b", "../\(folderName)/b"), ["id:int=id"])
    #expect(summary.rows == 2 && summary.sources.count == 2)
  }

  private var folderName: String { String(bench.folder.path.split(separator: "/").last ?? "") }

  @Test(
    "passes over a file that changed or shrank, and takes the others",
    arguments: ["{\"id\":9}\n", "{\"id\":2}\n{\"id\":1}\n{\"id\":1}\n"])
  func changed(text: String) throws {
    try bench.folder.write("{\"id\":1}\n{\"id\":2}\n", to: "b")
    try bench.run(files("b"), ["id:int=id"])
    try write("a", 1...4)
    try bench.folder.write(text, to: "b")
    let summary = try bench.run(files("a", "b"), ["id:int=id"])
    let refused = summary.refusedSources
    #expect(refused.count == 1 && refused.first?.name == bench.folder["b"])
    #expect(refused.first?.message.contains("/b has changed since its last import") == true)
    #expect(try bench.rows() == ["1", "2"] + ids(1...4))
    // Where no other is, it is an error.
    let error = importError { try bench.run(files("b"), ["id:int=id"]) }
    #expect(error?.kind == .changedSource, "\(error?.message ?? "nothing thrown")")
  }

  @Test("resumes exactly after a stop at any commit, rejects included", arguments: 1...12)
  func stopped(commits: Int) throws {
    try write("a", 1...12)
    try write("b", 13...13)
    try write("c", 14...30)
    let all = files("a", "b", "c")
    var left = commits
    // Failures come after a commit, with rows that wait for the next one.
    let stop = FeedStop()
    let first = try bench.run(all, ["id:int=id"], stop: stop) { _ in
      left -= 1
      if left == 0 { stop.stop() }
    }
    let second = try bench.run(all, ["id:int=id"])
    #expect(first.rows + second.rows == 24)
    #expect(second.totalRows == 24 && second.totalRejects == 6)
    #expect(try bench.rows() == ids(1...30))
    #expect(bench.rejects.count == 6)
  }

  @Test("counts bad records of all files together")
  func limit() throws {
    try write("a", 1...8)
    try write("b", 11...18)
    var options = ImportOptions()
    options.feed.maximumBadRecords = 1
    let job = try ImportJob(
      feed: files("a", "b"), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: SQLiteSink(path: bench.folder["db.sqlite"], table: "t"), options: options)
    let error = importError { _ = try job.run() }
    #expect(error?.kind == .tooManyRejects)
    #expect(try bench.rows() == ids(1...8) + ids(11...14))
  }

  @Test("can't write its rejects into any of the files")
  func ownRejects() throws {
    try write("a", 1...8)
    try bench.folder.write("bad\n", to: "rejects.ndjson")
    let error = importError { try bench.run(files("a", "rejects.ndjson"), ["id:int=id"]) }
    #expect(error?.kind == .sameFile)
  }

  @Test("is refused before the first row by a sink that supports one source only")
  func oneSourceSink() throws {
    final class OneSource: Sink {
      let name = "a sink"
      var rows = 0
      func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint?
      {
        nil
      }
      func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
        rows += 1
        return .stored
      }
      func commit(_ checkpoint: Checkpoint) throws(ImportError) {}
      func rollBack() {}
    }
    try write("a", 1...8)
    try write("b", 11...18)
    let sink = OneSource()
    let job = try ImportJob(
      feed: files("a", "b"), columns: [try ImportColumn(parsing: "id:int=id")], sink: sink)
    let error = importError { _ = try job.run() }
    #expect(error?.message.contains("takes the rows of one source") == true)
    #expect(sink.rows == 0)
  }
}
