import Sluice
import SluiceFeed
import SluiceImport
import Testing

@Suite("A tally")
struct TallyTests {
  private func result(
    _ text: String, _ tally: Tally, threads: Int = 1
  ) throws -> TallyResult {
    var feed = try JSONFeed(
      .bytes(Array(text.utf8), name: "test"),
      options: FeedOptions(parallel: threads, badRecords: .skip))
    return try tally.groups(of: &feed)
  }

  @Test(
    "sums up numbers in strings where it accepts text, exactly, and counts them", arguments: [1, 3])
  func texts(threads: Int) throws {
    let text = """
      {"n":"9007199254740993"}
      {"n":2}
      {"n":"0.5"}
      {"n":"\\u0031"}
      {"n":"x"}
      {"n":null}
      {"n":" 1"}
      {"n":"1e400"}

      """
    let path = try ColumnPath(parsing: "n")
    let kinds: [Tally.Aggregate.Kind] = [.sum, .minimum, .maximum, .quantile(0.5)]
    let tally = Tally(
      sums: kinds.map { Tally.Aggregate($0, of: path, acceptsText: true) } + [
        Tally.Aggregate(.sum, of: path)
      ])
    let sums = try result(text, tally, threads: threads).groups[0].sums
    #expect(
      zip(kinds, sums).map { $1.value($0) } == [
        .real(9_007_199_254_740_996.5), .real(0.5), .integer(9_007_199_254_740_993), .integer(1),
      ])
    #expect(sums[0].texts == 3 && sums[0].others == 3 && sums[0].count == 4)
    #expect(sums[4].value(.sum) == .integer(2) && sums[4].texts == 0 && sums[4].others == 6)
    #expect(tally.aggregates[0].description == "sum(n accepts text)")
  }

  @Test("counts groups, the largest first, with one for missing values")
  func groups() throws {
    let text = """
      {"k":"a","n":1}
      {"k":"b","n":2.5}
      {"k":"\\u0061","n":3}
      {"n":4}
      {"k":null,"n":"x"}
      {"k":1}
      bad
      """
    let path = try ColumnPath(parsing: "n")
    let kinds: [Tally.Aggregate.Kind] = [.sum, .average, .minimum, .maximum]
    let tally = Tally(
      groupedBy: try ColumnPath(parsing: "k"), sums: kinds.map { Tally.Aggregate($0, of: path) })
    let result = try result(text, tally)
    #expect(result.records == 6 && result.filtered == 0)
    #expect(result.groups.map(\.key) == ["\"a\"", nil, "\"b\"", "1", "null"])
    #expect(result.groups.map(\.count) == [2, 1, 1, 1, 1])
    let first = result.groups[0]
    #expect(
      kinds.map { first.sums[0].value($0) } == [
        .integer(4), .real(2), .integer(1), .integer(3),
      ])
    #expect(result.groups[2].sums[0].value(.sum) == .real(2.5))
    #expect(result.groups[3].sums[0].value(.sum) == nil)
    #expect(result.groups[4].sums[0].others == 1)
  }

  @Test("sums integers exactly, even beyond 64 bits")
  func sums() throws {
    let sum = Tally.Aggregate(.sum, of: try ColumnPath(parsing: "n"))
    let exact = try result("{\"n\":9007199254740993}\n{\"n\":2}\n", Tally(sums: [sum]))
    #expect(exact.groups[0].sums[0].value(.sum) == .integer(9_007_199_254_740_995))
    let over = try result("{\"n\":9223372036854775807}\n{\"n\":1}\n", Tally(sums: [sum]))
    #expect(over.groups[0].sums[0].value(.sum) == .integer(9_223_372_036_854_775_808))
  }

  @Test("is the same on several threads")
  func threads() throws {
    let text = (0..<60_000).map { "{\"k\":\($0 % 37),\"n\":\($0)}\n" }.joined()
    let tally = Tally(
      where: try Filter("n >= 100"), groupedBy: try ColumnPath(parsing: "k"),
      sums: [Tally.Aggregate(.sum, of: try ColumnPath(parsing: "n"))])
    let one = try result(text, tally)
    #expect(one.records == 59_900 && one.filtered == 100 && one.groups.count == 37)
    #expect(try result(text, tally, threads: 3) == one)
  }
}
