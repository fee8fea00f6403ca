import TestSupport

/// Records with fields of every type: present, missing, null, of another type, in any order, and lines
/// that are no records.
enum RandomRecords {
  static func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var text = ""
    for number in 0..<count {
      switch Int.random(in: 0..<60, using: &random) {
      case 0: text += "no record\n"
      case 1: text += "{\"id\":\(number),\"name\":\"cut\n"
      case 2: text += "null\n"
      case 3: text += "\n"
      default: text += record(number, &random) + "\n"
      }
    }
    return Array(text.utf8)
  }

  private static func record(_ number: Int, _ random: inout SeededGenerator) -> String {
    var fields = [
      ("id", "\(number % 100)"),
      ("ms", "\(Double(Int.random(in: -5000...5000, using: &random)) / 8)"),
      ("name", text(&random)),
      ("ok", Bool.random(using: &random) ? "true" : "false"),
      ("tags", "[\"a\", {\"b\": \(number)}]"),
      ("price", price(&random)),
      (
        "day", "\"20\(two(&random, 99))-0\(Int.random(in: 1...9, using: &random))-1\(number % 10)\""
      ),
      ("at", "\"2024-05-\(1 + number % 3)1T12:30:\(two(&random, 59)).25+02:00\""),
      ("sent", "\(Int.random(in: 0...2_000_000_000_000, using: &random)).5"),
      ("key", "\"123e4567-e89b-12d3-a456-4266141740\(two(&random, 99))\""),
      ("body", "\"aGVsbG8\(number % 2 == 0 ? "=" : "h")\""),
      ("a", "{\"x\":1,\"b\":{\"c\":\(text(&random)),\"d\":[1,[2],{}]}}"),
      (
        "list",
        "[\((0..<Int.random(in: 0...4, using: &random)).map { "\($0 * number)" }.joined(separator: ","))]"
      ),
    ]
    if Int.random(in: 0..<5, using: &random) == 0 { fields.shuffle(using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      fields.remove(at: Int.random(in: 0..<fields.count, using: &random))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      fields[Int.random(in: 0..<fields.count, using: &random)].1 = "null"
    }
    if Int.random(in: 0..<12, using: &random) == 0 {
      let odd = [
        "true", "\"text\"", "12345678901234567890", "[]", "{}", "1.25", "\"\\ud800\"", "1e2",
      ]
      fields[Int.random(in: 0..<fields.count, using: &random)].1 =
        odd.randomElement(using: &random) ?? "0"
    }
    if Int.random(in: 0..<20, using: &random) == 0 {
      fields.append(("id", "-1"))
      fields.append(("unknown", "0"))
    }
    return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private static func price(_ random: inout SeededGenerator) -> String {
    let digits = "\(Int.random(in: -99_999...99_999, using: &random)).\(two(&random, 99))"
    return Bool.random(using: &random) ? digits : "\"\(digits)\""
  }

  private static func two(_ random: inout SeededGenerator, _ most: Int) -> String {
    let number = Int.random(in: 0...most, using: &random)
    return number < 10 ? "0\(number)" : "\(number)"
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let parts = [
      "x", "ab", "a longer piece of text, ", "\\n", "\\u00e9", "é", "日本", "\\u0000", "\\\"", " ",
    ]
    let count = Int.random(in: 0...9, using: &random)
    return "\"" + (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined() + "\""
  }
}
