import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("Limits and samples of a selection")
struct RowSampleTests {
  private let columns: [ImportColumn]
  private let text: String

  init() throws {
    columns = [try ImportColumn(parsing: "n:int=n")]
    text = (0..<4000).map { $0 % 100 == 99 ? "bad\n" : "{\"n\":\($0)}\n" }.joined()
  }

  private func rows(
    _ limit: Int64?, _ sample: RowSample?, threads: Int, text: String? = nil,
    explode: String? = nil
  ) throws -> (rows: [String], counts: RowSelection.Counts, feed: FeedCounts) {
    var feed = try questionFeed(text ?? self.text, threads: threads)
    let selection = RowSelection(
      columns: explode == nil ? columns : [try ImportColumn(parsing: "n:int=a[].n")],
      explode: try explode.map { text throws(ImportError) in try ColumnPath(parsing: text) })
    var counts = RowSelection.Counts()
    let csv = try unsafe written {
      counts = try unsafe selection.write(&feed, as: .csv, limit: limit, sample: sample, to: $0)
    }
    return (csv.split(separator: "\r\n").dropFirst().map(String.init), counts, feed.counts)
  }

  @Test(
    "a limit gives the first rows, and the rejects before the last of them",
    arguments: [0, 1, 99, 100, 1234, 100_000], [1, 3])
  func limit(limit: Int64, threads: Int) throws {
    let found = try rows(limit, nil, threads: threads)
    let all = (0..<4000).filter { $0 % 100 != 99 }.map { "\($0)" }
    let expected = Array(all.prefix(Int(limit)))
    #expect(found.rows == expected)
    #expect(found.counts.rows == Int64(expected.count))
    let rejected = limit > 4000 ? 40 : max(Int(limit) - 1, 0) / 99
    #expect(found.feed.rejected == Int64(rejected))
  }

  @Test("a limit ends inside of an exploded record", arguments: [1, 2])
  func exploded(threads: Int) throws {
    let text = (0..<500).map { i in
      i % 5 == 0 ? "{\"a\":[{\"n\":1},{\"n\":\"x\"}]}\n" : "{\"a\":[{\"n\":\(i)},{\"n\":\(-i)}]}\n"
    }.joined()
    let found = try rows(7, nil, threads: threads, text: text, explode: "a")
    #expect(found.rows == ["1", "-1", "2", "-2", "3", "-3", "4"])
    #expect(found.feed.rejected == 1)
  }

  @Test("a sample is the same on any number of threads, and another for another seed")
  func deterministic() throws {
    for sample in [RowSample.rows(50, seed: 3), .share(0.02, seed: 3)] {
      let one = try rows(nil, sample, threads: 1)
      #expect(try rows(nil, sample, threads: 2).rows == one.rows)
      #expect(try rows(nil, sample, threads: 3).rows == one.rows)
      #expect(one.counts.rows == Int64(one.rows.count))
      #expect(one.feed.rejected == 40)
      // In the feed's order.
      let numbers = one.rows.compactMap { Int($0) }
      #expect(numbers == numbers.sorted())
    }
    let (a, b) = (
      try rows(nil, .rows(50, seed: 3), threads: 1), try rows(nil, .rows(50, seed: 4), threads: 1)
    )
    #expect(a.rows != b.rows && a.rows.count == 50 && Set(b.rows).count == 50)
    let (c, d) = (
      try rows(nil, .share(0.02, seed: 3), threads: 1),
      try rows(nil, .share(0.02, seed: 4), threads: 1)
    )
    #expect(c.rows != d.rows)
  }

  @Test("a sample of as many rows as there are, or more, is all of them")
  func whole() throws {
    #expect(try rows(nil, .rows(5000), threads: 2).rows.count == 3960)
    #expect(try rows(nil, .share(1), threads: 2).rows.count == 3960)
    #expect(try rows(nil, .share(0), threads: 2).rows.isEmpty)
    #expect(try rows(nil, .rows(0), threads: 2).rows.isEmpty)
    #expect(try rows(5, .rows(50), threads: 1).rows.count == 5)
    #expect(try rows(5, .share(0.5), threads: 1).rows.count == 5)
  }

  @Test("each row is as likely as any other, and so is each pair of neighbours")
  func uniform() throws {
    let text = (0..<20).map { "{\"n\":\($0)}\n" }.joined()
    var counts = [Int](repeating: 0, count: 20)
    var neighbours = 0
    let rounds = 1000
    for seed in 0..<rounds {
      let found = try rows(nil, .rows(5, seed: UInt64(seed)), threads: 1, text: text).rows
      let numbers = found.compactMap { Int($0) }
      for number in numbers { counts[number] += 1 }
      neighbours += zip(numbers, numbers.dropFirst()).filter { $0 + 1 == $1 }.count
    }
    // Expected 250 of each, with a standard deviation of 14; the seeds are always the same.
    #expect(counts.allSatisfy { abs($0 - 250) < 4 * 14 }, "\(counts)")
    // 19 pairs, each by 5·4/(20·19): one on average, and a standard deviation below 1 of each round.
    #expect(abs(neighbours - rounds) < 130, "\(neighbours)")
  }

  @Test("rows that need more memory than the bound are an error")
  func largeRows() throws {
    let long = String(repeating: "x", count: 9 << 20)
    let text = (0..<30).map { _ in "{\"t\":\"\(long)\"}\n" }.joined()
    var feed = try questionFeed(text)
    let selection = RowSelection(columns: [try ImportColumn(parsing: "t:text=t")])
    let error = #expect(throws: ImportError.self) {
      try unsafe selection.write(&feed, as: .csv, sample: .rows(100)) { _ in }
    }
    #expect(error?.message.contains("take more than 256 MiB") == true)
  }
}
