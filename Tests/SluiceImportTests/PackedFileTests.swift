import FeedTestSupport
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A job on a compressed file")
struct PackedFileTests {
  private let lines = (1...25).map { $0 % 7 == 0 ? "bad \($0)\n" : "{\"id\":\($0)}\n" }.joined()

  private func pack(_ text: String, _ packing: TestPacking = .gzip) -> [UInt8] {
    packing.pack(Array(text.utf8))
  }

  @Test(
    "continues where it stopped, even when members were added since",
    arguments: TestPacking.here)
  func resumes(packing: TestPacking) throws {
    let bench = try ImportBench()
    let whole = pack(lines, packing)
    try bench.folder.write(whole, to: "feed.gz")
    let first = try bench.run(file: "feed.gz", "id:int=id")
    #expect(first.rows == 22 && first.rejects == 3 && first.beginning == .fresh)
    let again = try bench.run(file: "feed.gz", "id:int=id")
    #expect(again.rows == 0 && again.totalRows == 22)
    try bench.folder.write(whole + pack("{\"id\":26}\n", packing), to: "feed.gz")
    let grown = try bench.run(file: "feed.gz", "id:int=id")
    #expect(grown.rows == 1 && grown.totalRows == 23)
    #expect(try bench.rows().last == "26")
  }

  @Test(
    "refuses a file that is another one by now",
    arguments: TestPacking.here)
  func changed(packing: TestPacking) throws {
    let bench = try ImportBench()
    try bench.folder.write(pack(lines, packing), to: "feed.gz")
    try bench.run(file: "feed.gz", "id:int=id")
    try bench.folder.write(pack("{\"id\":1}\n" + lines, packing), to: "feed.gz")
    let error = importError { try bench.run(file: "feed.gz", "id:int=id") }
    #expect(error?.kind == .changedSource)
  }

  @Test(
    "imports the members before one that is cut short, and continues once it is whole",
    arguments: TestPacking.here)
  func cutShort(packing: TestPacking) throws {
    var bench = try ImportBench()
    bench.batchSize = 4
    let whole = pack(lines, packing) + pack("{\"id\":26}\n", packing)
    try bench.folder.write(Array(whole.dropLast(4)), to: "feed.gz")
    let first = try bench.run(file: "feed.gz", "id:int=id")
    #expect(first.rows == 22 && first.rejects == 3)
    #expect(first.sources[0].left.map { if case .member = $0 { true } else { false } } == true)
    try bench.folder.write(whole, to: "feed.gz")
    let rest = try bench.run(file: "feed.gz", "id:int=id")
    #expect(rest.totalRows == 23 && rest.totalRejects == 3)
    #expect(try bench.rows().count == 23)
  }

  @Test(
    "imports a file of which only the first bytes had been written, too few to know it by",
    arguments: TestPacking.here)
  func firstBytes(packing: TestPacking) throws {
    let whole = pack(lines, packing)
    for size in 1...6 {
      let bench = try ImportBench()
      try bench.folder.write(Array(whole.prefix(size)), to: "feed.gz")
      let first = try bench.run(file: "feed.gz", "id:int=id")
      #expect(first.rows == 0 && first.rejects == 0, "\(size)")
      try bench.folder.write(whole, to: "feed.gz")
      let rest = try bench.run(file: "feed.gz", "id:int=id")
      #expect(rest.rows == 22 && rest.rejects == 3, "\(size)")
    }
  }

  @Test("is framed by its text, not by its bytes")
  func framing() throws {
    var bench = try ImportBench()
    bench.framing = .auto
    let array = "[\n{\"id\":1},\n{\"id\":2}\n]\n"
    try bench.folder.write(pack(array), to: "feed.gz")
    #expect(try bench.run(file: "feed.gz", "id:int=id").rows == 2)
    let utf16: [UInt8] = [0xFF, 0xFE] + array.utf8.flatMap { (byte) -> [UInt8] in [byte, 0] }
    try bench.folder.write(utf16, to: "feed.utf16")
    #expect(try bench.run(file: "feed.utf16", "id:int=id").rows == 2)
    // Half of a member gives no text.
    try bench.folder.write(Array(pack(array).prefix(20)), to: "cut.gz")
    let cut = try bench.run(file: "cut.gz", "id:int=id")
    #expect(cut.rows == 0 && cut.rejects == 0 && cut.leftBytes == 20)
  }

  @Test("continues in the framing that was found for its start")
  func framingResumed() throws {
    var bench = try ImportBench()
    bench.framing = .auto
    bench.batchSize = 2
    let array = "[\n" + (1...9).map { "{\"id\":\($0)}" }.joined(separator: ",\n") + "]"
    try bench.folder.write(pack(array), to: "feed.gz")
    let stop = FeedStop()
    try bench.run(.file(bench.folder["feed.gz"]), ["id:int=id"], stop: stop) { progress in
      if progress.rows == 4 { stop.stop() }
    }
    try bench.run(file: "feed.gz", "id:int=id")
    #expect(try bench.rows() == (1...9).map { "\($0)" })
  }
}
