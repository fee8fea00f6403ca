import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("Exact filters")
struct ExactFilterTests {
  private static func takes(_ value: String, _ condition: String) throws -> Bool {
    var feed = try JSONFeed(.bytes(Array("{\"v\":\(value)}\n".utf8), name: "number"))
    let selection = RowSelection(
      columns: [try ImportColumn(parsing: "n:record")], where: try Filter(condition))
    return try selection.forEach(in: &feed) { _ in }.rows == 1
  }

  @Test(
    "numbers that round to the same double are not equal",
    arguments: [
      ("9223372036854775807", "=", "9223372036854775808", false),
      ("9223372036854775808", "=", "9223372036854775807", false),
      ("9223372036854775807", "<", "9223372036854775808", true),
      ("9223372036854775808", "=", "9223372036854775808", true),
      ("9007199254740993", "=", "9007199254740992.0", false),
      ("9007199254740993", ">", "9007199254740992.0", true),
      ("9007199254740992.0", "<", "9007199254740993", true),
      ("123456789012345678901234567890", "<", "123456789012345678901234567891", true),
      ("100", "=", "1e2", true), ("1.0", "=", "1", true), ("-0", "=", "0.0", true),
      ("0.1", "=", "0.10", true), ("0.30000000000000004", "=", "0.3", false),
      ("1e-400", ">", "0", true), ("-1e-400", "<", "0", true), ("0e9", "=", "0", true),
      ("12345678901234567890123e-3", "=", "12345678901234567890.123", true),
    ])
  func equality(value: String, sign: String, operand: String, holds: Bool) throws {
    #expect(try Self.takes(value, "v \(sign) \(operand)") == holds)
    #expect(try Self.takes("[\(value)]", "v contains \(operand)") == (sign == "=" && holds))
  }

  @Test("an integer beyond all doubles is compared, too")
  func beyondDoubles() throws {
    let long = "1" + String(repeating: "0", count: 400)
    #expect(try Self.takes(long, "v > 1.7e308"))
    #expect(try Self.takes("-\(long)", "v < 0"))
    #expect(try !Self.takes(long, "v = 1"))
  }

  @Test("random numbers compare like fractions of integers of any size")
  func randomNumbers() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("exact comparisons: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<600 {
      let left = Self.number(&random)
      var right = Self.number(&random)
      if Bool.random(using: &random) { right = left.changed(&random) }
      var model = "="
      if left.isLess(than: right) { model = "<" } else if right.isLess(than: left) { model = ">" }
      for sign in ["<", "=", ">"] {
        #expect(
          try Self.takes(left.text, "v \(sign) \(right.text)") == (sign == model),
          "\(left.text) \(sign) \(right.text)")
      }
    }
  }

  /// A whole multiple of 10^-60, and one of its spellings.
  private struct Number {
    var digits: String
    var places: Int
    var isNegative: Bool
    var exponent: Int

    var text: String {
      let padded = String(repeating: "0", count: max(places + 1 - digits.count, 0)) + digits
      var text = String(padded.dropLast(places))
      while text.hasPrefix("0"), text.count > 1 { text.removeFirst() }
      if places > 0 { text += "." + padded.suffix(places) }
      return (isNegative ? "-" : "") + text + (exponent == 0 ? "" : "e\(exponent)")
    }

    private var units: LongInteger {
      let zeros = String(repeating: "0", count: 60 - places + exponent)
      let sign = isNegative ? "-" : ""
      return LongInteger("\(sign)\(digits)\(zeros)")
    }

    func isLess(than other: Number) -> Bool { units < other.units }

    /// Another number nearby, or the same in another spelling.
    func changed(_ random: inout SeededGenerator) -> Number {
      var other = self
      if Bool.random(using: &random) {
        other.digits.removeLast()
        other.digits.append("0123456789".randomElement(using: &random)!)
      }
      if other.places < 25, Bool.random(using: &random) {
        other.digits.append("0")
        other.places += 1
      }
      if other.exponent > -5, other.places < 25, Bool.random(using: &random) {
        other.places += 1
        other.exponent += 1
      }
      return other
    }
  }

  private static func number(_ random: inout SeededGenerator) -> Number {
    let count = Int.random(in: 1...25, using: &random)
    var digits = (0..<count).map { _ in "0123456789".randomElement(using: &random)! }
    if Bool.random(using: &random) {
      digits = Array("\([Int64.max, 1 << 53, 1 << 62, 7].randomElement(using: &random)!)")
    }
    return Number(
      digits: String(digits), places: Int.random(in: 0...20, using: &random),
      isNegative: Bool.random(using: &random),
      exponent: Bool.random(using: &random) ? 0 : Int.random(in: -20...20, using: &random))
  }
}
