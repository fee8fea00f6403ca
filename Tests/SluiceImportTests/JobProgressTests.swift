import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("The progress of a job")
struct JobProgressTests {
  @Test("counts the bytes done and the size over all files")
  func totals() throws {
    var bench = try ImportBench()
    bench.batchSize = 2
    for name in ["a", "b", "c"] {
      try bench.folder.write(String(repeating: "{\"id\":1}\n", count: 4), to: name)
    }
    let source = FeedSource.files(["a", "b", "c"].map { bench.folder[$0] })
    var seen: [ImportProgress] = []
    try bench.run(source, ["id:int=id"]) { seen.append($0) }
    #expect(seen.allSatisfy { $0.totalSize == 108 && $0.size == 36 })
    #expect(seen.map(\.totalOffset) == seen.map { Int64($0.sourceNumber - 1) * 36 + $0.offset })
    #expect(seen.last?.totalOffset == 108)
    // In a second run with more text after one of them, the others count as done.
    try bench.folder.append("{\"id\":2}\n", to: "b")
    seen = []
    try bench.run(source, ["id:int=id"]) { seen.append($0) }
    #expect(seen.first?.totalOffset == 72)
    // What was appended is committed when the file after it counts as done, too.
    #expect(seen.last?.totalOffset == 117)
    #expect(seen.allSatisfy { $0.totalSize == 117 }, "\(seen)")
  }
}
