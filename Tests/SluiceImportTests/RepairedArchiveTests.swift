import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A job on a compressed file that is damaged")
struct RepairedArchiveTests {
  private let members: [[UInt8]]
  private let lines: [String]
  init() {
    // A line continues from one member into the next.
    let text = (1...300).map { "{\"id\":\($0),\"text\":\"\(String($0 * 7919, radix: 36))\"}\n" }
    lines = text
    let whole = Array(text.joined().utf8)
    let third = whole.count / 3
    members = [
      LogBench.pack(Array(whole[..<third])), LogBench.pack(Array(whole[third..<2 * third])),
      LogBench.pack(Array(whole[(2 * third)...])),
    ]
  }

  private func bench(batchSize: Int = 10) throws -> ImportBench {
    var bench = try ImportBench()
    bench.batchSize = batchSize
    return bench
  }

  private func damaged(_ number: Int, at share: Double) -> [UInt8] {
    var damaged = members
    let place = 18 + Int(Double(damaged[number].count - 20) * share)
    damaged[number][place] ^= 0x10
    return damaged.joined().map { $0 }
  }

  @Test(
    "imports what comes before the damage, nothing of it, and the rest once it is repaired in place",
    arguments: 0..<3, [0.0, 0.3, 0.6, 0.9, 1.0])
  func repaired(number: Int, share: Double) throws {
    let bench = try bench()
    try bench.folder.write(damaged(number, at: share), to: "feed.gz")
    for _ in 0..<2 {
      let error = importError { try bench.run(file: "feed.gz", "id:int=id") }
      #expect(error?.kind == .source)
      let start = members[..<number].reduce(0) { $0 + $1.count }
      #expect(
        error?.message.contains("begins at byte \(start)") == true
          && error?.message.contains("run the same import again") == true,
        "\(error?.message ?? "nothing thrown")")
      #expect(error?.summary?.rejects == 0)
    }
    let before = (try? bench.rows()) ?? []
    #expect(before == (1...300).prefix(before.count).map { "\($0)" })
    #expect(number == 0 ? before.isEmpty : before.count >= 80 * number)
    try bench.folder.write(members.joined().map { $0 }, to: "feed.gz")
    let whole = try bench.run(file: "feed.gz", "id:int=id")
    #expect(whole.totalRows == 300 && whole.rejects == 0)
    #expect(try bench.rows() == (1...300).map { "\($0)" })
    #expect(try bench.run(file: "feed.gz", "id:int=id").rows == 0)
  }

  @Test(
    "leaves a last member that is cut short for the next run, and says so",
    arguments: [1, 8, 200, 500])
  func cutShort(missing: Int) throws {
    let bench = try bench()
    let whole = members.joined().map { $0 }
    let start = members[0].count + members[1].count
    let cut = min(missing, members[2].count - 1)
    try bench.folder.write(Array(whole.dropLast(cut)), to: "feed.gz")
    let first = try bench.run(file: "feed.gz", "id:int=id")
    #expect(
      first.sources[0].left
        == .member(bytes: Int64(members[2].count - cut), offset: Int64(start)))
    #expect(first.rejects == 0 && first.rows >= 190)
    try bench.folder.write(whole, to: "feed.gz")
    #expect(try bench.run(file: "feed.gz", "id:int=id").totalRows == 300)
    #expect(try bench.rows() == (1...300).map { "\($0)" })
  }

  @Test("refuses one whose verified part has since been damaged")
  func damagedLater() throws {
    let bench = try bench()
    var long = (0..<20).flatMap { _ in members.joined() }
    try bench.folder.write(long, to: "feed.gz")
    try bench.run(file: "feed.gz", "id:int=id")
    long[long.count / 2] ^= 0x10
    try bench.folder.write(long + LogBench.pack(Array("{\"id\":301}\n".utf8)), to: "feed.gz")
    let error = importError { try bench.run(file: "feed.gz", "id:int=id") }
    #expect(error?.kind == .changedSource)
    #expect(error?.message.contains("it was sound up to byte") == true)
    #expect(try bench.rows().count == 6000)
  }

  @Test("reports an unfinished last line inside it, each time")
  func unfinishedLine() throws {
    let bench = try bench()
    try bench.folder.write(LogBench.pack(Array("{\"id\":1}\n{\"id\":".utf8)), to: "feed.gz")
    for _ in 0..<2 {
      let summary = try bench.run(file: "feed.gz", "id:int=id")
      #expect(summary.sources[0].left == .record(bytes: 6) && summary.totalRows == 1)
    }
    try bench.folder.write(
      LogBench.pack(Array("{\"id\":1}\n{\"id\":".utf8)) + LogBench.pack(Array("2}\n".utf8)),
      to: "feed.gz")
    #expect(try bench.run(file: "feed.gz", "id:int=id").totalRows == 2)
  }
}
