import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("Questions of a tally")
struct TallyQuestionTests {
  private static let threads = [1, 2, 3]

  private func result(_ text: String, _ tally: Tally, threads: Int = 1) throws -> TallyResult {
    var feed = try questionFeed(text, threads: threads)
    return try tally.groups(of: &feed)
  }

  private func path(_ text: String) throws -> ColumnPath { try ColumnPath(parsing: text) }

  /// The JSON of a text is the same for all its spellings.
  private func plain(_ json: String?) -> String? { json == "\"\\u0078\"" ? "\"x\"" : json }

  @Test("groups by several paths are those of a plain model", arguments: threads, [1, 2, 3])
  func severalPaths(threads: Int, seed: UInt64) throws {
    let feed = QuestionFeed(seed: seed, count: 3000)
    let tally = Tally(groupedBy: [try path("a"), try path("b"), try path("missing")])
    let result = try result(feed.text, tally, threads: threads)
    var expected: [[String?]: Int64] = [:]
    for fields in feed.records.compactMap({ $0 }) {
      expected[[plain(fields["a"]), plain(fields["b"]), nil], default: 0] += 1
    }
    #expect(Dictionary(uniqueKeysWithValues: result.groups.map { ($0.keys, $0.count) }) == expected)
    #expect(result.groups.map(\.count) == result.groups.map(\.count).sorted(by: >))
    #expect(result.top(2).groups == Array(result.groups.prefix(2)))
  }

  @Test("keys whose parts run together differently are different groups")
  func runningTogether() throws {
    let text = """
      {"a":"x","b":"yz"}
      {"a":"xy","b":"z"}
      {"a":"xyz"}
      {"b":"xyz"}
      {}
      """
    let tally = Tally(groupedBy: [try path("a"), try path("b")])
    let result = try result(text, tally)
    #expect(result.groups.count == 5)
    #expect(Set(result.groups.map(\.keys)).count == 5)
    let table = try unsafe written { try unsafe tally.write(result, as: .ndjson, to: $0) }
    for line in [
      #"{"a":"x","b":"yz","count":1}"#, #"{"a":"xyz","count":1}"#, #"{"b":"xyz","count":1}"#,
      #"{"count":1}"#,
    ] {
      #expect(table.contains("\(line)\n"), "\(line) in \(table)")
    }
  }

  @Test("as many groups as the bound allows are counted, and one more is an error")
  func manyGroups() throws {
    var tally = Tally(groupedBy: [try path("a"), try path("b")])
    let most = Rounds.count(20_000, long: Tally.mostGroups)
    tally.limits.groups = most
    func text(_ count: Int) -> String {
      (0..<count).map { "{\"a\":\($0 / 1000),\"b\":\($0 % 1000)}\n" }.joined()
    }
    #expect(try result(text(most), tally, threads: 2).groups.count == most)
    let error = #expect(throws: ImportError.self) {
      try result(text(most + 1), tally, threads: 2)
    }
    #expect(error?.message.contains("more than \(most) groups") == true)
  }

  @Test("groups that need more memory than the bounds are an error, and not the end of the process")
  func hugeKeys() throws {
    var tally = Tally(
      groupedBy: try path("a"),
      sums: [.init(.quantile(0.5), of: try path("n")), .init(.distinct, of: try path("a"))])
    tally.limits.keyBytes = 4 << 20
    let key = String(repeating: "k", count: 1 << 20)
    let huge = (0..<5).map { "{\"a\":\"\(key)\($0)\"}\n" }.joined()
    let error = #expect(throws: ImportError.self) { try result(huge, tally) }
    #expect(error?.message.contains("take more than 4 MiB") == true)

    tally.limits = TallyLimits()
    (tally.limits.exactNumbers, tally.limits.intervals) = (16, 1000)
    // Each in an interval of its own.
    let sketch = (0..<1200).map { "{\"a\":1,\"n\":\((128 + $0 % 128) << ($0 / 128))}\n" }.joined()
    let intervals = #expect(throws: ImportError.self) { try result(sketch, tally) }
    #expect(intervals?.message.contains("more than 1000 intervals") == true)

    tally.limits = TallyLimits()
    (tally.limits.exactPairs, tally.limits.sketchBytes) = (100, 1 << 20)
    let many = (0..<20_000).map { "{\"a\":\($0)}\n" }.joined()
    let sketches = #expect(throws: ImportError.self) { try result(many, tally) }
    #expect(
      sketches?.message.contains("distinct values of all groups need more than 1 MiB") == true)
  }

  @Test("quantiles are numbers of the feed by nearest rank", arguments: threads, [4, 5])
  func quantiles(threads: Int, seed: UInt64) throws {
    let feed = QuestionFeed(seed: seed, count: 3000)
    let shares = [0, 0.07, 0.25, 0.5, 0.9, 0.99, 1]
    let tally = Tally(
      groupedBy: try path("a"),
      sums: try shares.map { Tally.Aggregate(.quantile($0), of: try path("n")) })
    let result = try result(feed.text, tally, threads: threads)
    var model: [String: [Double]] = [:]
    for fields in feed.records.compactMap({ $0 }) {
      if let number = fields["n"].flatMap(Double.init) {
        model[plain(fields["a"]) ?? "", default: []].append(number)
      }
    }
    for group in result.groups {
      let numbers = (model[group.key ?? ""] ?? []).sorted()
      for (share, sum) in zip(shares, group.sums) {
        let rank = max(Int((share * Double(numbers.count) - 1e-6).rounded(.up)), 1)
        #expect(sum.value(.quantile(share))?.double == numbers[rank - 1], "\(group.keys) \(share)")
        #expect(sum.error(of: .quantile(share)) == nil)
      }
    }
  }

  @Test("a quantile keeps all digits of integers that doubles can't tell apart")
  func longIntegers() throws {
    let text = [9_007_199_254_740_993, 9_007_199_254_740_992, 9_007_199_254_740_995, 1, 2]
      .map { "{\"n\":\($0)}\n" }.joined()
    let half = Tally.Aggregate.Kind.quantile(0.5)
    let tally = Tally(sums: try [0.5, 0.8].map { .init(.quantile($0), of: try path("n")) })
    let sums = try result(text, tally).groups[0].sums
    #expect(sums[0].value(half) == .integer(9_007_199_254_740_992))
    #expect(sums[1].value(.quantile(0.8)) == .integer(9_007_199_254_740_993))
  }

  @Test(
    "more numbers than are kept give estimates within the stated error, on any number of threads")
  func estimatedQuantiles() throws {
    var random = SeededGenerator(seed: 11)
    let shares = [0.001, 0.25, 0.5, 0.75, 0.999]
    // Eleven groups keep 256 numbers each: one has more, the others have fewer.
    var numbers: [Int: [Double]] = [:]
    var text = ""
    for i in 0..<4000 {
      let group = i % 2 == 0 ? 0 : i % 20
      let number =
        (Double.random(in: -1...1, using: &random) * 1e6).rounded() / 1000
        * (i % 7 == 0 ? 1e200 : 1)
      numbers[group, default: []].append(number)
      text += "{\"g\":\(group),\"n\":\(number)}\n"
    }
    var tally = Tally(
      groupedBy: try path("g"),
      sums: try shares.map { Tally.Aggregate(.quantile($0), of: try path("n")) })
    tally.limits.exactNumbers = 4096
    let result = try result(text, tally)
    for group in result.groups {
      let all = (numbers[Int(group.key ?? "") ?? -1] ?? []).sorted()
      let isEstimated = all.count > 256
      #expect(isEstimated == (group.key == "0"))
      for (share, sum) in zip(shares, group.sums) {
        let exact = all[max(Int((share * Double(all.count)).rounded(.up)), 1) - 1]
        let value = try #require(sum.value(.quantile(share))?.double)
        let error = try isEstimated ? #require(sum.error(of: .quantile(share))) : 0
        #expect(
          abs(value - exact) <= error * abs(exact), "\(group.keys) \(share): \(value) \(exact)")
      }
    }
    for threads in [2, 3] {
      #expect(try self.result(text, tally, threads: threads) == result)
    }
  }

  @Test("more numbers than are kept of a single group are estimated, and said to be")
  func oneGroup() throws {
    let count = 11_000
    let text = (0..<count).map { "{\"n\":\(($0 * 7919) % count)}\n" }.joined()
    var tally = Tally(sums: [.init(.quantile(0.9), of: try path("n"))])
    tally.limits.exactNumbers = 10_000
    let result = try result(text, tally, threads: 2)
    let sum = result.groups[0].sums[0]
    #expect(sum.error(of: .quantile(0.9)) == 1.0 / 256)
    // The least and the largest number are kept.
    #expect(sum.error(of: .quantile(0)) == nil && sum.error(of: .quantile(1)) == nil)
    let value = try #require(sum.value(.quantile(0.9))).double
    #expect(abs(value - 9_899) <= 9_899 / 256)
    let table = try unsafe written { try unsafe tally.write(result, as: .tsv, to: $0) }
    #expect(table.hasPrefix("count\tp90(n)\testimated\n11000\t"))
    #expect(table.hasSuffix("\tp90(n) ±0.39%\n"))
  }

  @Test("distinct values are those of a plain model", arguments: threads, [6, 7])
  func distinct(threads: Int, seed: UInt64) throws {
    let feed = QuestionFeed(seed: seed, count: 3000)
    let tally = Tally(
      groupedBy: try path("b"),
      sums: try ["v", "a", "none"].map { Tally.Aggregate(.distinct, of: try path($0)) })
    let result = try result(feed.text, tally, threads: threads)
    for group in result.groups {
      let records = feed.records.compactMap { $0 }.filter { plain($0["b"]) == group.key }
      let expected = ["v", "a", "none"].map { field in
        Set(records.compactMap { plain($0[field]) }.filter { $0 != "null" }).count
      }
      #expect(group.sums.map { $0.value(.distinct) } == expected.map { .integer(Int128($0)) })
      #expect(group.sums.allSatisfy { $0.error(of: .distinct) == nil })
    }
  }

  @Test("more distinct values than are kept are estimated, the same on any number of threads")
  func estimatedDistinct() throws {
    let count = 30_000
    let text = (0..<count).map { "{\"g\":\($0 % 3 == 0),\"v\":\($0 / 2 * 2)}\n" }.joined()
    var tally = Tally(
      groupedBy: try path("g"), sums: [.init(.distinct, of: try path("v"))])
    tally.limits.exactPairs = 10_000
    let result = try result(text, tally)
    for group in result.groups {
      let isThird = group.key == "true"
      let exact = Double(isThird ? 10_000 : 15_000)
      let value = try #require(group.sums[0].value(.distinct)).double
      let error = try #require(group.sums[0].error(of: .distinct))
      // Five standard errors: the hash is the same in each run.
      #expect(abs(value - exact) <= 5 * error * exact, "\(group.keys): \(value)")
    }
    #expect(try self.result(text, tally, threads: 3) == result)
    let table = try unsafe written { try unsafe tally.write(result, as: .ndjson, to: $0) }
    #expect(table.contains(#""estimated":"distinct(v) ±0.81%"}"#), "\(table)")
  }

  @Test("a table without estimates has none in its last column")
  func exactTable() throws {
    let tally = Tally(
      groupedBy: try path("k"),
      sums: [.init(.distinct, of: try path("v")), .init(.quantile(0.999), of: try path("v"))])
    let result = try result("{\"k\":1,\"v\":2}\n{\"k\":1,\"v\":3}\n", tally)
    #expect(
      try unsafe written { try unsafe tally.write(result, as: .csv, to: $0) }
        == "k,count,distinct(v),p99.9(v),estimated\r\n1,2,2,3,\r\n")
    #expect(
      try unsafe written { try unsafe tally.write(result, as: .ndjson, to: $0) }
        == "{\"k\":1,\"count\":2,\"distinct(v)\":2,\"p99.9(v)\":3,\"estimated\":null}\n")
  }

  @Test("a JSONPath groups by its only value, and several are a reject")
  func queries() throws {
    let text = """
      {"a":[{"id":1}]}
      {"a":[{"id":1},{"id":2}]}
      {"a":[]}
      """
    var feed = try questionFeed(text)
    let result = try Tally(groupedBy: try path("$.a[*].id")).groups(of: &feed)
    #expect(result.groups.map(\.key) == [nil, "1"])
    #expect(feed.counts.rejected == 1)
    #expect(feed.badRecords.first?.error.summary.contains("it selects several") == true)
  }
}
