import Sluice
import SluiceArrow
import SluiceRows
import TestSupport
import Testing

/// The values of a record are stored by a loop in C, which leaves to Swift what is unusual. The rows of a selection are
/// read without it.
@Suite("Unusual values in columns")
struct UnusualValueTests {
  private static let numbers = [
    "0", "-0", "00", "01", "-01", "-", "--1", "+1", "1.", "1.0", "-1.50", "1e0", "1E3", "1e", "1e+",
    ".5", "1x", "1_0",
    "0x10", "1.5.5", "NaN", "Infinity", "99999999999999999", "999999999999999999",
    "9999999999999999999",
    "99999999999999999999", "-99999999999999999", "-999999999999999999", "-9999999999999999999",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "1e308", "1e309",
    "-1e400", "5e-324", "1e-400", "0.1", "-0.0", "123456789.123456789",
    "3.14159265358979323846264338327950288",
    "1\(String(repeating: "0", count: 400))", "0.\(String(repeating: "3", count: 800))",
  ]
  private static let words = [
    "true", "false", "null", "truex", "falsey", "nulls", "tru", "fals", "nul", "TRUE", "trué",
    "true1", "null\"\"",
    "[]", "{}", "[1]", "{\"a\":1}",
  ]
  private static let texts = [
    "\"\"", "\"a\"b", "\"a\"\"b\"", "\"a\"  ", "\"", "\"a", "\"a\\\"", "\"\\", "\"\u{1}\"",
    "\"\\u0000\"", "\"\\ud800\"",
    "\"\\q\"", "\"日本語のテキスト\"", "\"null\"", "\"12\"", "\"true\"",
  ]

  /// Texts of lengths around those of views and of blocks, plain, and with an escape somewhere.
  private static let longTexts: [String] = [
    0, 1, 3, 4, 8, 11, 12, 13, 16, 63, 64, 65, 127, 128, 129, 200, 5000,
  ].flatMap {
    count in
    let plain = (0..<count).map { String(UnicodeScalar(UInt8(97 + $0 % 26))) }
    return ["\"\(plain.joined())\""]
      + Set([0, 1, count / 2, count - 2, count - 1]).sorted().filter { 0..<count ~= $0 }.map {
        place in
        "\"\(plain[..<place].joined())\\n\(plain[place...].joined())\""
      }
  }

  @Test(
    "are stored, or rejected, as a row's values are",
    arguments: [JSONChecking.accessed, .full], ColumnOptions.Strings.allCases)
  func values(checking: JSONChecking, strings: ColumnOptions.Strings) throws {
    let values = Self.numbers + Self.words + Self.texts + Self.longTexts
    for contract in ["", ":mismatch=null"] {
      var text = ""
      for value in values {
        // Between usual records, so that shapes are known, and last in a record as well as first.
        text +=
          "{\"i\":1,\"d\":0.5,\"b\":true,\"t\":\"text\",\"z\":\"a text of more than twelve bytes\"}\n"
        for key in ["i", "d", "b", "t", "z"] {
          text +=
            "{\"\(key)\":\(value),\"y\":2}\n{\"y\":2,\"\(key)\": \(value) }\n{\"\(key)\":\(value)}\n"
          text += "{\"i\":7,\"d\":2.5,\"b\":false,\"t\":\"x\",\"\(key)\":\(value)}\n"
        }
      }
      let selection = RowSelection(
        columns: try [
          column("i", .int, contract), column("d", .real, contract), column("b", .bool, contract),
          column("t", .text, contract), column("z", .text, contract),
        ])
      try expectEqual(
        selection, Array(text.utf8), ColumnOptions(strings: strings, batchRows: 1000), threads: 1,
        checking: checking, "\(checking) \(strings) \(contract)")
    }
  }

  private func column(_ name: String, _ type: ColumnType, _ contract: String) throws -> ImportColumn
  {
    try ImportColumn(
      name: ByteName(name), type: type, path: ColumnPath(parsing: name),
      contract: ColumnContract(mismatch: contract.isEmpty ? .reject : .null))
  }
}
