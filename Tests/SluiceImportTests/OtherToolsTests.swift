import SluiceFeed
import SluiceImport
import TestSupport
import Testing

/// Failures that users of other tools report, as tests of this tool's promises.
@Suite("What other tools' users report")
struct OtherToolsTests {
  @Test("a partial last line at a restart is not lost (Fluent Bit #11265)", arguments: 1..<9)
  func partialLastLine(written: Int) throws {
    let bench = try LogBench()
    let line = LogBench.line(3)
    let cut = line.index(line.startIndex, offsetBy: written)
    try bench.append(1, 2)
    try bench.folder.append(String(line[..<cut]), to: "app.log")
    // The stored offset is the line's, not that of what was read.
    try bench.follow(until: 2)
    try bench.folder.append(String(line[cut...]), to: "app.log")
    try bench.append(4)
    try bench.follow(until: 4)
    #expect(try bench.ids() == [1, 2, 3, 4] && bench.rejects.isEmpty)
  }

  @Test("a malformed record does not stop every run (Fluent Bit #11419)")
  func malformedRecord() throws {
    let bench = try LogBench()
    let bad = [
      "{\"id\":3,\"a\":\"\\ud800\"}", "\u{0}\u{0}", "{\"id\":{\"id\":[", "\"", "{\"id\":1e999999}",
      "\\", "]}",
      String(repeating: "[", count: 5000),
    ]
    try bench.append(1)
    for line in bad { try bench.folder.append(line + "\n", to: "app.log") }
    try bench.append(2)
    try bench.follow(until: 2)
    #expect(bench.rejects.count == bad.count)
    // The position is after them: no later run meets them again.
    for id in 3...5 {
      try bench.append(id)
      try bench.follow(until: id)
    }
    #expect(try bench.ids() == [1, 2, 3, 4, 5] && bench.rejects.count == bad.count)
  }

  @Test(
    "records read and not yet stored at a restart are not lost (Vector #18820)", arguments: 0..<12)
  func restart(commits: Int) throws {
    let bench = try LogBench()
    bench.batchSize = 3
    try bench.append(1...30)
    // More is read than is committed when the job is stopped.
    try bench.follow { stop, number, _ in if number == commits { stop.stop() } }
    try bench.append(31...40)
    try bench.follow(until: 40)
    #expect(try bench.ids() == Array(1...40))
  }
}
