import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A job on several threads")
struct ParallelJobTests {
  /// Some hundred kilobytes, with all kinds of bad records and blank lines.
  private func text(_ random: inout SeededGenerator) -> String {
    var text = ""
    for i in 0..<6000 {
      switch i % 97 {
      case 5: text += "{\"id\":\"\(i)\"}\n"
      case 6: text += "{\"id\":\(i)\n"
      case 7: text += "\n"
      case 8: text += "{\"id\":\(i),\"s\":\"not closed}\n"
      // A second row of the same id: the table refuses it.
      case 9: text += "{\"id\":\(i - 9),\"s\":\"twice\"}\n"
      case 10: text += "{\"id\":\(i),\"s\":\"a\\u00e9\\n\(i)\"}\r\n"
      default:
        let filler = String(repeating: "x", count: Int.random(in: 0..<300, using: &random))
        text += "{\"s\":\"\(filler)\",\"id\":\(i),\"r\":\(i).5,\"o\":{\"a\":[\(i)]}}\n"
      }
    }
    return text + "{\"id\":-1}"
  }

  private let columns = ["id:int=id", "s:text=s", "r:real=r", "o:json=o", "b:bool=o.none"]

  @Test("stores the rows, in order, and rejects what one thread does", arguments: [2, 3])
  func same(threads: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("parallel job test: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let text = text(&random)
    var results: [(rows: [String], rejects: [String], summary: ImportSummary)] = []
    for threads in [1, threads] {
      var bench = try ImportBench()
      bench.threads = threads
      bench.batchSize = 700
      bench.checking = .full
      try TestDatabaseMaker.make(
        bench, "CREATE TABLE t (id INTEGER UNIQUE, s TEXT, r REAL, o TEXT, b BOOLEAN)")
      let summary = try bench.run(.bytes(Array(text.utf8), name: "feed"), columns)
      results.append((try bench.rows(), bench.rejects, summary))
    }
    #expect(results[0].rows.count > 5000 && results[0].rejects.count > 200)
    #expect(results[1].rows == results[0].rows)
    #expect(results[1].rejects == results[0].rejects)
    #expect(results[1].summary == results[0].summary)
  }

  @Test("resumes exactly after it was stopped at a commit", arguments: [1, 4, 9])
  func resumes(commits: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("parallel job test: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let text = text(&random)
    var calm = try ImportBench()
    calm.checking = .full
    try calm.folder.write(text, to: "feed.ndjson")
    let whole = try calm.run(.file(calm.folder["feed.ndjson"]), columns)

    var bench = try ImportBench()
    bench.threads = 2
    bench.batchSize = 500
    bench.checking = .full
    try bench.folder.write(text, to: "feed.ndjson")
    let stop = FeedStop()
    var left = commits
    try bench.run(.file(bench.folder["feed.ndjson"]), columns, stop: stop) { _ in
      left -= 1
      if left == 0 { stop.stop() }
    }
    let rest = try bench.run(.file(bench.folder["feed.ndjson"]), columns)
    #expect(rest.totalRows == whole.rows && rest.totalRejects == whole.rejects)
    #expect(try bench.rows() == calm.rows())
    // Except for the path of the feed, which differs between benches.
    let ends = { (line: String) in line.split(separator: "\"record\"").last.map(String.init) ?? "" }
    #expect(bench.rejects.map(ends) == calm.rejects.map(ends))
  }

  @Test("reads a feed without lines on one thread")
  func elements() throws {
    var bench = try ImportBench()
    bench.threads = 3
    bench.framing = .rootElements
    let summary = try bench.run(text: "[{\"id\":1},\n{\"id\":2},{\"id\":\"x\"}]", "id:int=id")
    #expect(summary.rows == 2 && summary.rejects == 1)
  }
}
