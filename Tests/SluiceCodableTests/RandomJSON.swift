import Foundation
import TestSupport

/// Texts of JSON that mostly fit a shape, and sometimes don't.
struct RandomJSON {
  var random: SeededGenerator
  /// Of so many values one does not fit.
  let misfits: Int

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
  private mutating func pick<T>(_ values: [T]) -> T { values.randomElement(using: &random)! }

  mutating func text(_ shape: Shape) -> String {
    if chance(misfits) { return any(2) }
    switch shape {
    case .bool: return pick(["true", "false"])
    case .string: return string()
    case .int, .int8, .uint64:
      return pick([
        "0", "7", "-1", "12", "127", "1.0", "1e1", "-0", "100", "3", "42", "99", "64", "5",
      ])
    case .double, .float, .decimal:
      return pick([
        "0", "-0", "-0.0", "1.5", "0.1", "1e10", "-2.5E-3", "123456789.125", "3.14159", "1e-7",
        "12345678901234567890", "0.30000000000000004", "4.9e-324", "1.7976931348623157e308",
        "179769313486231570000", "9007199254740993",
      ])
    case .date:
      return pick([
        "0", "1.5", "725846400", "\"2024-05-01T12:30:00Z\"", "\"2024-02-29T23:59:59Z\"",
        "\"1999-12-31T00:00:00+01:00\"", "\"2024-05-01\"", "\"x\"",
      ])
    case .data:
      return pick(["\"\"", "\"aGVsbG8=\"", "\"aGVsbG8\"", "\"%%\"", "[1,2,3]", "\"aGk=\\n\""])
    case .url: return pick(["\"https://example.com/a?b=c\"", "\"\"", "\"a b\"", "\"http://[\""])
    case .uuid:
      return pick([
        "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", "\"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\"",
        "\"no\"",
      ])
    case .optional(let inner): return chance(3) ? "null" : text(inner)
    case .array(let element), .elements(let element, _):
      let count = Int.random(in: 0...3, using: &random)
      return "[" + (0..<count).map { _ in text(element) }.joined(separator: pick([",", " , "]))
        + "]"
    case .dictionary(let element):
      let keys = ["a", "1", "first_name", "b", "a", "-7"]
      let key = pick(keys)
      // One key, twice at most: Foundation decodes the values of a dictionary in random order, and the first that fails
      // is its error.
      let count = Int.random(in: 0...2, using: &random)
      return object((0..<count).map { _ in (key, text(element)) })
    case .object(let fields): return object(of: fields)
    }
  }

  private mutating func object(of fields: [Shape.Field]) -> String {
    var pairs: [(String, String)] = []
    for field in fields where !chance(12) {
      pairs.append((field.key, text(field.shape)))
      if chance(10) { pairs.append((pick(["other", "id", "first_name", "A_B"]), any(1))) }
    }
    if chance(3) { pairs.shuffle(using: &random) }
    return object(pairs)
  }

  private mutating func object(_ pairs: [(String, String)]) -> String {
    "{" + pairs.map { "\(key($0.0)):\($0.1)" }.joined(separator: pick([",", ",\n  "])) + "}"
  }

  /// A key as it may be spelled.
  private mutating func key(_ key: String) -> String {
    var key = key
    if key == "firstName", chance(2) { key = "first_name" }
    if key == "profileImageUrl", chance(2) { key = "profile_image_url" }
    guard chance(8), let first = key.unicodeScalars.first, first.isASCII else {
      return "\"\(key)\""
    }
    let hex = String(first.value, radix: 16)
    return "\"\\u" + String(repeating: "0", count: 4 - hex.count) + hex + key.dropFirst() + "\""
  }

  private mutating func string() -> String {
    pick([
      "\"\"", "\"a\"", "\"hello world, this is longer\"", "\"\\u00e9\\n\\\"\"",
      "\"\\ud83d\\ude00\"",
      "\"日本\"", "\"0123456789abcde\"", "\"NaN\"", "\"inf\"", "\"true\"", "\"12\"",
    ])
  }

  private mutating func any(_ depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: "null"
    case 1: pick(["true", "false"])
    case 2: pick(["1", "-5", "1.5", "300", "1e400", "-1e-400", "12345678901234567890123", "0.1"])
    case 3: string()
    case 4: "{}"
    case 5: "[]"
    case 6: "[\(any(depth - 1)),\(any(depth - 1))]"
    default: "{\"id\":\(any(depth - 1))}"
    }
  }
}
