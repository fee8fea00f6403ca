import Sluice
import SluiceArrow
import SluiceRows
import TestSupport
import Testing

/// The records of many lines are stored by one loop in C, which stops before a line that it leaves to Swift. The rows
/// of a selection are read without it.
@Suite("Lines that are read many at once")
struct LineRunTests {
  private static let columns = [
    "id:int=id", "ms:real=ms", "ok:bool=ok", "name:text=name", "deep:text=a.b", "level:text=level",
    "second:real=id",
  ]

  @Test(
    "give the rows and rejects that they give one by one",
    arguments: [JSONChecking.accessed, .full], ColumnOptions.Strings.allCases)
  func values(checking: JSONChecking, strings: ColumnOptions.Strings) throws {
    for seed in 0..<UInt64(Rounds.count(6, long: 60)) {
      var random = SeededGenerator(seed: seed)
      let bytes = AlikeRecords.bytes(Rounds.count(1500, long: 6000), &random)
      let names = Self.columns.shuffled(using: &random).prefix(
        Int.random(in: 1...7, using: &random))
      let rows = [7, 1000, 65_536].randomElement(using: &random) ?? 7
      let policy = [nil, DuplicateKeys.firstWins, .lastWins, .reject].randomElement(using: &random)
      try expectEqual(
        try selection(Array(names)), bytes, ColumnOptions(strings: strings, batchRows: rows),
        threads: Int.random(in: 1...3, using: &random), checking: checking,
        duplicateKeys: policy ?? nil, "seed \(seed) \(checking) \(strings)")
    }
  }

  @Test("end at a window's border, wherever it is", arguments: [JSONChecking.accessed, .full])
  func borders(checking: JSONChecking) throws {
    var random = SeededGenerator(seed: 3)
    let bytes = AlikeRecords.bytes(400, &random)
    let selection = try selection(Self.columns)
    for windowSize in [16, 100, 300, 301, 302, 1000, 4097] {
      for rest in 0..<3 {
        // With and without a last newline.
        try expectEqual(
          selection, Array(bytes.dropLast(rest)), ColumnOptions(), threads: 1, checking: checking,
          windowSize: windowSize, "window \(windowSize), without the last \(rest)")
      }
    }
  }

  @Test(
    "are found where no two have the same shape", arguments: [JSONChecking.accessed, .full],
    [DuplicateKeys.firstWins, .lastWins, .reject])
  func unlike(checking: JSONChecking, policy: DuplicateKeys) throws {
    for seed in 0..<UInt64(Rounds.count(3, long: 30)) {
      var random = SeededGenerator(seed: seed)
      let bytes = AlikeRecords.bytes(Rounds.count(600, long: 3000), shuffled: true, &random)
      try expectEqual(
        try selection(Self.columns), bytes, ColumnOptions(), threads: 1, checking: checking,
        duplicateKeys: policy, "seed \(seed) \(checking) \(policy)")
    }
  }

  /// Numbers are read eight at a time if they are usual.
  @Test("have numbers of any form, at any place among others")
  func numbers() throws {
    let selection = try selection(["id:int=id", "ms:real=ms"])
    let usual = ["7", "31.25", "123456789012", "0.5"]
    for (number, form) in AlikeRecords.numbers.enumerated() {
      for place in 0..<19 {
        let records = (0..<19).map { row in
          let (id, ms) =
            row == place ? (form, form) : (usual[(number + row) % 3 & 2], usual[(row % 2) * 2 + 1])
          return row == 3
            ? "{\"ms\":\(ms)}" : row == 9 ? "{\"id\":\(id)}" : "{\"id\":\(id),\"ms\":\(ms)}"
        }
        // Four times, because shapes are remembered when they were met before.
        let text =
          Array(repeating: records.joined(separator: "\n") + "\n", count: 4).joined() + "x\n"
        try expectEqual(
          selection, Array(text.utf8), ColumnOptions(), threads: 1, checking: .accessed,
          "\(form) at \(place)")
      }
    }
  }

  private func selection(_ columns: [String]) throws -> RowSelection {
    RowSelection(
      columns: try columns.map { text throws(ImportError) in try ImportColumn(parsing: text) })
  }
}

/// Lines that are mostly alike, so that their shapes are known, with everything between them that is not.
private enum AlikeRecords {
  /// What numbers may look like, and what looks like one.
  static let numbers = [
    "0", "-0", "00", "01", "-1", "-", "+1", "1 ", " 1", "1\t", "12345678", "123456789",
    "1234567890123456", "12345678901234567", "0123456789012345", "999999999999999999",
    "9223372036854775807", "9223372036854775808", "123456789012345678901234567890", "1.0", "1e2",
    "1E+2", "1.", ".1", "1..2", "1.2.3", "00.5", "01.5", "0.5", "-0.5", "1234567.8", "123456.78",
    "0.1234567", "1234.5678", "12345.678", "1234567.12345678", "5e-3", "1.5e3", "1e400", "null",
    "nul", "true", "\"1\"", "1x", "1:2", "[1]", "{}", "\u{7f}1", "1\u{b2}", "é",
  ]

  static func bytes(
    _ count: Int, shuffled: Bool = false, _ random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in 0..<count {
      var line = Array(record(number, shuffled: shuffled, &random).utf8)
      if Int.random(in: 0..<40, using: &random) == 0, !line.isEmpty {
        damage(&line, &random)
      }
      bytes += line + Array(ending(&random).utf8)
    }
    // A record that is rejected in any case, and one that is not.
    return bytes
      + Array(
        "{\"id\":\"no number\",\"ms\":\"none\",\"ok\":0,\"name\":1,\"level\":2}\nx\n{\"id\":1}\n"
          .utf8)
  }

  private static func ending(_ random: inout SeededGenerator) -> String {
    let other = ["\r\n", " \n", "\n\n", "\n \n\n", "\r\n\r\n", "\n  ", "\t\n"]
    return Int.random(in: 0..<25, using: &random) == 0
      ? other.randomElement(using: &random) ?? "\n" : "\n"
  }

  /// Replaces, removes or repeats a byte.
  private static func damage(_ line: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0..<line.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: line.remove(at: place)
    case 1: line.insert(line[place], at: place)
    case 2: line[place] = Array("\"\\{}[],:0 ex\u{1}".utf8).randomElement(using: &random) ?? 0x20
    default: line[place] = UInt8.random(in: 0x80...0xFF, using: &random)
    }
  }

  private static func record(
    _ number: Int, shuffled: Bool, _ random: inout SeededGenerator
  ) -> String {
    var fields = [
      ("id", integer(number, &random)), ("ms", double(&random)),
      ("ok", Bool.random(using: &random) ? "true" : "false"), ("name", text(&random)),
      ("a", "{\"b\":\(text(&random)),\"c\":[\(number), true, null, -1.5e3],\"d\":{}}"),
      ("level", text(&random)), ("other", "\(text(&random))"),
    ]
    if shuffled { fields.shuffle(using: &random) }
    switch Int.random(in: 0..<30, using: &random) {
    case 0: fields.shuffle(using: &random)
    case 1: fields.remove(at: Int.random(in: 0..<fields.count, using: &random))
    case 2: fields.insert(("id", "7"), at: Int.random(in: 0...fields.count, using: &random))
    case 3: fields[Int.random(in: 0..<fields.count, using: &random)].0 = "i\\u0064"
    case 4, 5:
      let odd = [
        "[]", "{}", "\"text\"", "1", "true", "nul", "01", "1.", "-", "truefalse", "null", "1 2",
        "\"a\"\"b\"", "\"\\q\"", "\"\\ud800\"", "1e999", "{\"b\":null}",
      ]
      fields[Int.random(in: 0..<fields.count, using: &random)].1 =
        odd.randomElement(using: &random) ?? "0"
    case 6, 7, 8: fields[Int.random(in: 0..<fields.count, using: &random)].1 = "null"
    default: break
    }
    let space = Int.random(in: 0..<30, using: &random) == 0 ? " " : ""
    return "\(space){"
      + fields.map { "\"\($0.0)\":\(space)\($0.1)\(space)" }.joined(separator: ",") + "}"
  }

  private static func integer(_ number: Int, _ random: inout SeededGenerator) -> String {
    let odd = [
      "0", "-0", "1.0", "1e2", "12345678", "123456789", "999999999999999999",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1.5",
      "123456789012345678901234567890",
    ]
    return Int.random(in: 0..<20, using: &random) == 0
      ? odd.randomElement(using: &random) ?? "0" : "\(number * 7 - 100)"
  }

  private static func double(_ random: inout SeededGenerator) -> String {
    let odd = [
      "0", "-0.0", "5e-3", "1234.5678", "30000.123", "1234567.12345678", "0.1234567890123456789",
      "123456789.5", "1e400", "1.7976931348623157e308", "12345678.1234567", "-0.000001",
    ]
    return Int.random(in: 0..<8, using: &random) == 0
      ? odd.randomElement(using: &random) ?? "0"
      : "\(Double(Int.random(in: -9000...9000, using: &random)) / 8)"
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      return "\"" + String(repeating: "long ", count: Int.random(in: 5...40, using: &random)) + "\""
    case 1: return "\"a \\\"quoted\\\" wörd\\n\\u00e9\""
    case 2: return "\"\""
    default:
      return "\"" + String("a text of some length".prefix(Int.random(in: 1...21, using: &random)))
        + "\""
    }
  }
}
