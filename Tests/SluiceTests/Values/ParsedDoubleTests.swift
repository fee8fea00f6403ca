import DocumentTestSupport
import Sluice
import TestSupport
import Testing

/// Decimals of up to 19 digits, compared with the standard library: hard ones, and random ones.
struct ParsedDoubleTests {
  private func check(_ numbers: [String], _ comment: String) throws {
    var reader = JSONReader(checking: .full)
    let text = "[" + numbers.joined(separator: ",") + "]"
    try reader.withDocument(text) { root in
      var i = 0
      try root.forEachElement { element in
        let value = try element.double, expected = try #require(Double(numbers[i]))
        // A macro for each of a million numbers would take most of the time.
        if value.bitPattern != expected.bitPattern {
          Issue.record("\(numbers[i]) is \(value), not \(expected); \(comment)")
        }
        i += 1
      }
      #expect(i == numbers.count)
    }
  }

  @Test func `random digits with the point at any place are rounded correctly`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<200_000).map { _ in
      let count = Int.random(in: 1...19, using: &random)
      let digits = String(UInt64.random(in: 0 ... .max, using: &random)).suffix(count)
      let places = Int.random(in: 0...20, using: &random)
      let sign = Bool.random(using: &random) ? "-" : ""
      return sign + DecimalText.decimal(digits, places: places)
    }
    try check(numbers, "seed \(seed)")
  }

  @Test func `numbers in the middle of two doubles, and beside it, are rounded correctly`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    var numbers: [String] = []
    for _ in 0..<20_000 {
      // An odd number of halves of the last place of a double from 2^(53 - places) on.
      let places = Int.random(in: 0...4, using: &random)
      let halves = UInt64.random(in: 1 << 53..<1 << 54, using: &random) | 1
      let powers: [UInt64] = [1, 5, 25, 125, 625]
      let (digits, overflow) = halves.multipliedReportingOverflow(by: powers[places])
      if overflow { continue }
      for moved in [digits - 1, digits, digits + 1] {
        numbers.append(DecimalText.decimal(String(moved)[...], places: places))
      }
    }
    #expect(numbers.count > 30_000)
    try check(numbers, "seed \(seed)")
  }

  @Test func `powers of ten and their neighbours are rounded correctly`() throws {
    var numbers = ["0.0", "-0.0", "0.00000000000000000000", "18446744073709551615.0"]
    var power: UInt64 = 1
    for _ in 0..<19 {
      power *= 10
      for digits in [power - 1, power, power + 1, power / 10 * 15] {
        for places in 0...20 {
          numbers.append(DecimalText.decimal(String(digits)[...], places: places))
        }
      }
      if power > UInt64.max / 10 { break }
    }
    try check(numbers, "")
  }
}

/// Decimals as text.
private enum DecimalText {
  /// The digits divided by 10^places, as JSON.
  static func decimal(_ digits: Substring, places: Int) -> String {
    let missing = max(places + 1 - digits.count, 0)
    let all = String(repeating: "0", count: missing) + digits
    var whole = all.dropLast(places).drop { $0 == "0" }
    if whole.isEmpty { whole = "0" }
    return places == 0 ? whole + ".0" : whole + "." + all.suffix(places)
  }
}
