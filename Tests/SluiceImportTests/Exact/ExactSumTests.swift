import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("Exact sums")
struct ExactSumTests {
  private static func sum(_ numbers: [String], threads: Int = 1) throws -> TallyNumber? {
    let text = numbers.map { "{\"v\":\($0)}\n" }.joined()
    let path = try ColumnPath(parsing: "v")
    var feed = try JSONFeed(
      .bytes(Array(text.utf8), name: "numbers"), options: FeedOptions(parallel: threads))
    let result = try Tally(sums: [.init(.sum, of: path)]).groups(of: &feed)
    return result.groups[0].sums[0].value(.sum)
  }

  @Test(
    "a sum of integers that fits is exact, whatever the sums on the way",
    arguments: [
      ([Int64.max.description, Int64.max.description, "-\(Int64.max)"], "\(Int64.max)"),
      ([Int64.max.description, "1"], "9223372036854775808"),
      (["18446744073709551615", "18446744073709551615"], "36893488147419103230"),
      (["\(Int128.max)", "1", "-2"], "\(Int128.max - 1)"),
      (["\(Int128.min)", "-1", "\(Int128.max)"], "-2"),
      ([Int64.min.description, Int64.min.description], "-18446744073709551616"), (["-0"], "0"),
    ])
  func integers(numbers: [String], sum: String) throws {
    #expect(try Self.sum(numbers)?.description == sum)
    #expect(try Self.sum(numbers.reversed())?.description == sum)
  }

  @Test(
    "a sum of doubles is rounded once",
    arguments: [
      (["1e100", "1.0", "-1e100"], 1), (["0.1", "0.2", "0.3"], 0.6),
      (["1e308", "1e308", "-1e308"], 1e308), (["5e-324", "5e-324"], Double(bitPattern: 2)),
      (["9007199254740992", "1", "0.0"], 9_007_199_254_740_992),
      (["9007199254740993", "0.5"], 9_007_199_254_740_994),
      (["1.7976931348623157e308", "1e292"], .infinity),
      (["2.2250738585072014e-308", "-5e-324"], Double.leastNormalMagnitude.nextDown),
      (Array(repeating: "0.1", count: 10), 1),
      (["\(Int128.max)", "\(Int128.max)"], 0x1p128),
    ])
  func doubles(numbers: [String], sum: Double) throws {
    #expect(try Self.sum(numbers) == .real(sum))
    #expect(try Self.sum(numbers.reversed()) == .real(sum))
  }

  @Test(
    "an average is finite, even of numbers whose sum is not",
    arguments: [
      (["1e308", "1e308", "1e308"], 1e308),
      (["-1.7976931348623157e308", "-1e308"], -1.398846567431158e308),
      (["1.7976931348623157e308", "1.7976931348623157e308"], Double.greatestFiniteMagnitude),
      (["1.7976931348623157e308", "1e308", "5e-324", "3"], 6.99423283715579e307),
    ], [1, 2])
  func average(_ example: (numbers: [String], average: Double), threads: Int) throws {
    let text = example.numbers.map { "{\"v\":\($0)}\n" }.joined()
    var feed = try JSONFeed(
      .bytes(Array(text.utf8), name: "numbers"), options: FeedOptions(parallel: threads))
    let result = try Tally(sums: [.init(.average, of: ColumnPath(parsing: "v"))]).groups(of: &feed)
    #expect(result.groups[0].sums[0].value(.average) == .real(example.average))
  }

  private static func number(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: "\(Int64.random(in: .min ... .max, using: &random))"
    case 1: "\(Double(Int.random(in: -1000...1000, using: &random)) / 8)"
    case 2:
      "\(Double(bitPattern: UInt64.random(in: 0..<0x7FF0 << 48, using: &random)))"
    case 3: "-\(Double(bitPattern: UInt64.random(in: 0..<0x0020 << 48, using: &random)))"
    case 4: "-\(Double(bitPattern: UInt64.random(in: 0x3F00 << 48..<0x4200 << 48, using: &random)))"
    default: "\(Double.random(in: -1e6...1e6, using: &random))"
    }
  }

  @Test("random sums agree with integers of any size, in any order and parts")
  func randomSums() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("exact sums: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let count = Int.random(in: 1...30, using: &random)
      var numbers = (0..<count).map { _ in Self.number(&random) }
      // Some cancel, so that the rest is small.
      for number in numbers.prefix(Int.random(in: 0...count, using: &random)) {
        numbers.append(number.hasPrefix("-") ? String(number.dropFirst()) : "-\(number)")
      }
      numbers.shuffle(using: &random)
      var model = LongInteger(0)
      var (one, other) = (TallyTotal(), TallyTotal())
      var hasReals = false
      for number in numbers {
        let isInteger = !number.contains { ".e".contains($0) }
        hasReals = hasReals || !isInteger
        var units = isInteger ? LongInteger(number) : LongInteger(unitsOf: Double(number)!)
        if isInteger { units.shift(left: 1074) }
        model = model + units
        let value: TallyNumber =
          isInteger ? .integer(Int128(number)!) : .real(Double(number)!)
        if Bool.random(using: &random) { one.add(value) } else { other.add(value) }
      }
      one.add(other)
      #expect(one.number.double == model.doubleOfUnits, "\(numbers)")
      if !hasReals { #expect(one.number == .integer(numbers.reduce(0) { $0 + Int128($1)! })) }
    }
  }

  @Test("a sum is the same on any number of threads, and from compressed feeds")
  func threads() throws {
    var random = SeededGenerator(seed: 14)
    let numbers = (0..<60_000).map { _ in Self.number(&random) }
    let one = try #require(try Self.sum(numbers))
    for threads in 2...4 { #expect(try Self.sum(numbers, threads: threads) == one) }
    #expect(try Self.sum(numbers.reversed()) == one)
  }

  @Test(
    "the smallest and the largest are found by exact comparison",
    arguments: [
      (["9007199254740993", "9007199254740992.0"], "9007199254740992.0", "9007199254740993"),
      (
        ["9223372036854775807", "9223372036854775808"], "9223372036854775807", "9223372036854775808"
      ),
      (
        ["9223372036854775808.0", "9223372036854775807"], "9223372036854775807",
        "9.223372036854776e+18"
      ),
      (["-0.5", "0", "-1"], "-1", "0"), (["1e300", "\(Int128.max)"], "\(Int128.max)", "1e+300"),
    ])
  func extremes(numbers: [String], least: String, greatest: String) throws {
    for numbers in [numbers, numbers.reversed()] {
      let text = numbers.map { "{\"v\":\($0)}\n" }.joined()
      let path = try ColumnPath(parsing: "v")
      var feed = try JSONFeed(.bytes(Array(text.utf8), name: "numbers"))
      let tally = Tally(sums: [.init(.minimum, of: path), .init(.maximum, of: path)])
      let sums = try tally.groups(of: &feed).groups[0].sums
      #expect(sums[0].value(.minimum)?.description == least)
      #expect(sums[1].value(.maximum)?.description == greatest)
    }
  }
}
