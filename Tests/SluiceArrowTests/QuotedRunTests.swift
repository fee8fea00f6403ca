import Sluice
import SluiceArrow
import SluiceFeed
import SluiceRows
import TestSupport
import Testing

/// Numbers and Booleans in strings: stored by a loop in C in batches, and read by another way in rows. What a string is
/// worth is known from a third: the same text without quotes, in a column that accepts nothing.
@Suite("Numbers in strings, read many at once")
struct QuotedRunTests {
  @Test(
    "are the rows, rejects and counts that they are one by one",
    arguments: [JSONChecking.accessed, .full], ["text", "text spaces plus"])
  func batches(checking: JSONChecking, words: String) throws {
    let selection = try selection(accepting: words)
    for seed in 0..<UInt64(Rounds.count(3, long: 100)) {
      var random = SeededGenerator(seed: seed)
      let bytes = QuotedRecords.bytes(Rounds.count(800, long: 6000), &random)
      for windowSize in [64, 4097, 1 << 16] {
        try expectEqual(
          selection, bytes, ColumnOptions(batchRows: [7, 1000].randomElement(using: &random) ?? 7),
          threads: Int.random(in: 1...3, using: &random), checking: checking,
          windowSize: windowSize, "seed \(seed), window \(windowSize)")
      }
    }
  }

  @Test("are found at any place among others")
  func places() throws {
    let selection = try selection(accepting: "text")
    for form in QuotedRecords.contents.flatMap({ ["\"\($0)\"", $0] }) {
      for place in [0, 3, 7, 8, 17] {
        let records = (0..<19).map { row in
          let value = row == place ? form : row % 3 == 0 ? "\"1\(row)\"" : "\"\(row).5\""
          return row == 11 ? "{\"i\":2}" : "{\"i\":\(value),\"r\":\(value),\"b\":\"true\"}"
        }
        let text =
          Array(repeating: records.joined(separator: "\n") + "\n", count: 3).joined() + "x\n"
        try expectEqual(
          selection, Array(text.utf8), ColumnOptions(), threads: 1, checking: .accessed,
          "\(form) at \(place)")
      }
    }
  }

  @Test("are what the text is without quotes", arguments: ["int", "real", "bool"])
  func meaning(type: String) throws {
    let lenient = try ImportColumn(parsing: "v:\(type) accepts text=v")
    let plain = try ImportColumn(parsing: "v:\(type)=v")
    for content in QuotedRecords.contents {
      let quoted = try read(lenient, "{\"v\":\"\(content)\",\"z\":0}\n")
      // A text with anything around the scalar, and null, are no numbers.
      let isScalar = content.utf8.allSatisfy { $0 > 0x20 && $0 != 0x5C && $0 != 0x2C }
      let wanted =
        isScalar && content != "null" ? try read(plain, "{\"v\":\(content),\"z\":0}\n").rows : []
      if content.utf8.contains(0x5C) { continue }
      #expect(quoted.rows == wanted, "\(content)")
      #expect(quoted.texts == Int64(wanted.count), "\(content)")
    }
  }

  @Test("are found among objects of Extended JSON, and arrays of bytes", arguments: [1, 3])
  func containers(threads: Int) throws {
    let selection = RowSelection(
      columns: [
        try ImportColumn(parsing: "i:int accepts text extended=i"),
        try ImportColumn(parsing: "t:text accepts scalars extended bytes=t"),
        try ImportColumn(parsing: "n:int accepts extended=n"),
      ])
    var random = SeededGenerator(seed: 7)
    let integers = [
      "\"7\"", "7", "{\"$numberLong\":\"9007199254740993\"}", "{\"$numberLong\":\"x\"}", "null",
      "{\"$numberLong\": \"1\", \"a\": 1}", "[1]",
    ]
    let texts = [
      "\"a\"", "1.50", "{\"$oid\":\"5f\"}", "[104,101]", "[256]", "{\"$numberInt\":\"7\"}", "{}",
    ]
    var text = ""
    for number in 0..<Rounds.count(2000, long: 20_000) {
      let isUsual = Int.random(in: 0..<3, using: &random) > 0
      let (i, t) =
        isUsual
        ? ("\"\(number)\"", "\"t\(number)\"")
        : (integers.randomElement(using: &random) ?? "", texts.randomElement(using: &random) ?? "")
      text += "{\"i\":\(i),\"t\":\(t),\"n\":{\"$numberInt\":\"\(number)\"}}\n"
    }
    try expectEqual(
      selection, Array((text + "x\n").utf8), ColumnOptions(), threads: threads, "objects")
  }

  private func read(
    _ column: ImportColumn, _ text: String
  ) throws -> (rows: [String], texts: Int64) {
    var feed = try JSONFeed(
      .bytes(Array(text.utf8), name: "t"),
      options: FeedOptions(framing: .lines, badRecords: .collect(limit: .max)))
    var rows: [String] = []
    let counts = try RowSelection(columns: [column]).forEach(in: &feed) {
      rows.append($0[0].description)
    }
    return (rows, counts.accepted["v"]?["text"] ?? 0)
  }

  private func selection(accepting words: String) throws -> RowSelection {
    RowSelection(
      columns: try ["i:int", "r:real", "b:bool"].map { column throws(ImportError) in
        try ImportColumn(
          parsing:
            "\(column) accepts \(column == "b:bool" ? booleans(words) : words)=\(column.prefix(1))")
      })
  }

  private func booleans(_ words: String) -> String {
    words == "text" ? words : "text spaces"
  }
}

/// Records whose values are in strings, as a rule usual ones, with everything else between them.
private enum QuotedRecords {
  /// What may be in a string that is a number, and what looks like one.
  static let contents = [
    "0", "-0", "00", "01", "-1", "-", "+1", "1 ", " 1", "\\t1", "1\\n", "12345678", "123456789",
    "1234567890123456", "12345678901234567", "0123456789012345", "999999999999999999",
    "-999999999999999999", "9007199254740991", "9007199254740992", "9007199254740993",
    "-9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616",
    "123456789012345678901234567890", "1.0", "1e2", "1E+2", "1.", ".1", "1..2", "1.2.3", "00.5",
    "01.5", "0.5", "-0.5", "-0.0", "1234567.8", "123456.78", "0.1234567", "1234.5678", "12345.678",
    "1234567.12345678", "5e-3", "1.5e3", "1e400", "1e-400", "null", "nul", "true", "false", "True",
    "truex", "fals", "t\\u0072ue", "\\u0031", "1\\u0030", "1x", "1,2", "1,", "1.5,2", "true,",
    "null,",
    "", "\\\"1\\\"", "1}", "1.5]", "\u{7f}1", "1\u{b2}", "é", "NaN", "Infinity", "-Infinity",
    "0x10", "1_0",
    "1\(String(repeating: "0", count: 63))", "0.\(String(repeating: "3", count: 62))",
    "0.\(String(repeating: "3", count: 63))", "1\(String(repeating: "0", count: 400))",
    "1\(String(repeating: "0", count: 63))e-9", "   1   ", "+ 1", "- 1", "+-1", "++1",
  ]

  static func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var text = ""
    for number in 0..<count {
      let space = Int.random(in: 0..<30, using: &random) == 0 ? " " : ""
      let fields = [
        "\"i\":\(value(integer(&random), &random))\(space)",
        "\"r\":\(space)\(value(real(&random), &random))\(space)",
        "\"b\":\(value(Bool.random(using: &random) ? "true" : "false", &random))",
        "\"n\":\(number)",
      ]
      let isOther = Int.random(in: 0..<15, using: &random) == 0
      let kept = isOther ? Array(fields.shuffled(using: &random).dropLast()) : fields
      text += "{\(kept.joined(separator: ","))}\(isOther ? " " : "")\n"
      if Int.random(in: 0..<60, using: &random) == 0 { text += "{\"i\":\"\(number)\n" }
    }
    return Array((text + "x\n{\"i\":\"1\"}\n").utf8)
  }

  private static func value(_ usual: String, _ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: "\"\(contents.randomElement(using: &random) ?? "")\""
    case 1: "null"
    case 2...6: usual
    case 7: contents[0..<48].filter { !$0.contains("\\") }.randomElement(using: &random) ?? "0"
    default: "\"\(usual)\""
    }
  }

  private static func integer(_ random: inout SeededGenerator) -> String {
    let digits = Int.random(in: 1...16, using: &random)
    let number = Int.random(in: 0..<[10, 1000, 100_000_000, 1 << 53][digits % 4], using: &random)
    return "\(Int.random(in: 0..<9, using: &random) == 0 ? -number : number)"
  }

  private static func real(_ random: inout SeededGenerator) -> String {
    let number = Int.random(in: -99_999...9_999_999, using: &random)
    return Bool.random(using: &random) ? "\(Double(number) / 100)" : "\(number)"
  }
}
