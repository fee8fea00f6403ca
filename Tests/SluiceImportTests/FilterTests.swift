import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("A filter")
struct FilterTests {
  private let record =
    #"{"n":5,"f":2.5,"big":9007199254740993,"s":"caf\u00e9","t":true,"u":false,"z":null,"#
    + #""a":[1,"x",null,{"b":2}],"o":{"n":7,"and":1,"k.k":3,"o":{"s":"deep"}},"e":""}"#

  /// Whether a filter takes a record.
  static func takes(_ filter: String, _ record: String) throws -> Bool {
    var feed = try JSONFeed(.bytes(Array(record.utf8), name: "test"))
    let selection = RowSelection(
      columns: [try ImportColumn(parsing: "r:json=$")], where: try Filter(filter))
    let counts = try selection.forEach(in: &feed) { _ in }
    #expect(counts.rows + counts.filtered == 1)
    return counts.rows == 1
  }

  @Test(
    "takes the number or Boolean in a string where it accepts text, and only there",
    arguments: [
      ("p accepts text <= 4", true), ("p <= 4", false), ("p accepts text = 3.0e0", true),
      ("p accepts text != 3", false), ("p != 3", true), ("p accepts text in (7, 3)", true),
      ("p accepts text not in (7, 3)", false), ("p accepts text in ('x', 3)", true),
      ("p accepts text > 2 and p accepts text < 4", true), ("n accepts text = 5", true),
      ("b accepts text", true), ("b", false), ("b accepts text = true", true),
      ("b accepts text = false", false), ("big accepts text > 9007199254740992", true),
      ("big accepts text = 9007199254740992", false), ("s accepts text = 1", false),
      ("s accepts text < 1", false), ("e accepts text = 5", true), ("z accepts text = 5", false),
      ("`p` accepts text = 3", true), ("accepts = 1", true), ("exists accepts", true),
      ("accepts accepts text = 1", true), ("$..p accepts text = 3", true),
    ])
  func text(filter: String, isTaken: Bool) throws {
    let record =
      #"{"p":"3","n":5,"b":"true","big":"9007199254740993","s":"1,5","e":"\u0035","z":null,"accepts":1}"#
    #expect(try FilterTests.takes(filter, record) == isTaken)
  }

  @Test(
    "accepts text only where it compares with what a string may hold",
    arguments: [
      "p accepts text = 'x'", "p accepts text contains 1", "p accepts text matches 'a'",
      "p accepts text = null", "p accepts 3", "p accepts", "exists p accepts text",
    ])
  func noText(filter: String) throws {
    #expect(throws: ImportError.self) { try Filter(filter) }
  }

  @Test(
    "takes the records for which its condition holds",
    arguments: [
      "n = 5", "n == 5.0", "n != 4", "n <> 'a'", "n >= 5 and n <= 5", "f > 2",
      "f < 3 and f = 2.5e0",
      "big = 9007199254740993", "big > 9007199254740992", "s = 'café'", "s = \"caf\\u00e9\"", "t",
      "t = true", "u = false", "not u", "z = null", "exists z", "not exists missing",
      "missing != 1", "not missing = 1", "n in (4, 5)", "n not in ('5', 6)", "s in ('b','café')",
      "s contains 'af'", "s contains ''", "s startsWith 'caf'", "s endsWith \"\u{E9}\"",
      "s matches 'f.$'", "s matches '(?i)^CAF'", "a contains 'x'", "a contains null",
      "a contains 1",
      "not a contains 2", "a.3.b = 2", "/a/0 = 1", "/o/k.k = 3", "`/o/k.k` = 3",
      "/o/and = 1", "o.o.s = 'deep'", "exists $", "e = ''", "s > 'cafe' and s < 'cag'",
      "n = 4 or n = 5 and t", "not (n = 4 or u)", "(((n=5)))", "not not t",
      "n = 5\n\tand t", "s = 'it''s' or t",
    ])
  func holds(filter: String) throws {
    #expect(try FilterTests.takes(filter, record))
  }

  @Test(
    "skips the records for which it does not hold",
    arguments: [
      "n = 4", "n = '5'", "s = 5", "n < 'a'", "s > 1", "t = 1", "z", "n", "exists missing",
      "missing = null", "missing < 1", "a = 1", "o = 1", "n.x = 1", "s contains 1", "n contains 5",
      "n startsWith '5'", "n matches '5'", "big = 9007199254740992", "s startsWith 'cafés'",
      "a.9 = 1", "a.x = 1", "(n = 4 or n = 5) and u", "not t or not exists n", "e contains 'a'",
    ])
  func doesNot(filter: String) throws { #expect(try !FilterTests.takes(filter, record)) }

  @Test(
    "with a mistake says where, what was expected and what was found",
    arguments: [
      ("", "expected a path, 'not', 'exists' or '(' at column 1, found the end"),
      (
        "n = ",
        "expected a number, a string in quotes, true, false or null at column 5, found the end"
      ),
      ("n = abc", "at column 5, found abc"), ("n = 05", "at column 5, found 05"),
      ("n = 1 t", "expected 'and', 'or' or the end at column 7, found t"),
      ("n => 1", "expected one of = == != <> < <= > >= at column 3, found =>"),
      ("n < true", "expected a number or a string after < at column 5, found true"),
      ("(n = 1", "expected ')' at column 7, found the end"),
      ("n in 1", "expected '(' at column 6, found 1"),
      ("n in (1 2)", "expected ',' or ')' at column 9, found 2"),
      ("n in ()", "at column 7, found )"), ("n not 1", "expected 'in' at column 7, found 1"),
      ("s = 'abc", "expected its closing quote at column 5, found the end"),
      ("s = \"a\\x\"", "expected a string with JSON's escapes at column 5"),
      ("s matches '['", "expected a regular expression ("),
      ("s matches x", "expected a string in quotes at column 11, found x"),
      ("s startsWith 1", "expected a string in quotes at column 14, found 1"),
      ("a..b = 1", "expected a path (path \"a..b\": expected a name before and after each dot"),
      ("and = 1", "expected a path, 'not', 'exists' or '(' at column 1, found and"),
      ("exists exists", "at column 8, found exists"),
    ])
  func faults(text: String, message: String) {
    let error = importError { _ = try Filter(text) }
    #expect(error?.kind == .badFilter)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "nothing thrown")")
  }

  @Test("marks the place below the text")
  func mark() {
    let error = importError { _ = try Filter("type = 'x' and size > > 3") }
    #expect(
      error?.message.hasSuffix("\n    type = 'x' and size > > 3\n                          ^")
        == true,
      "\(error?.message ?? "nothing thrown")")
  }

  @Test("nested deeper than 64, or longer than 64 KiB, is refused without a crash")
  func bounded() throws {
    for (open, close) in [("(", ")"), ("not ", ""), ("not(", ")")] {
      let deep =
        String(repeating: open, count: 10_000) + "t" + String(repeating: close, count: 10_000)
      let error = importError { _ = try Filter(deep) }
      #expect(error?.message.contains("at most 64 levels") == true)
    }
    #expect(importError { _ = try Filter(String(repeating: "a", count: 70_000)) } != nil)
    // Conditions side by side add no depth.
    let many = (0..<2000).map { "n != \($0)" }.joined(separator: " and ")
    #expect(try FilterTests.takes(many, "{\"n\":2000}"))
    #expect(try !FilterTests.takes(many, "{\"n\":1999}"))
  }

  @Test("made of any bytes is a condition or an error")
  func anything() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("filter fuzz: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let parts = [
      "a", "not", "and", "or", "in", "(", ")", ",", "=", "<", ">=", "!", "'", "\"", "`", "\\", "1",
      "-", "1e999", "null", "exists", "matches", "'['", "/", ".", "\u{1F600}", "\0", " ",
      "contains",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0..<12, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined(separator: " ")
      guard let filter = try? Filter(text) else { continue }
      var feed = try JSONFeed(.bytes(Array("{\"a\":\"1\"}\n7\n".utf8), name: "test"))
      let selection = RowSelection(columns: [try ImportColumn(parsing: "r:json=$")], where: filter)
      let counts = try selection.forEach(in: &feed) { _ in }
      #expect(counts.rows + counts.filtered == 2, "seed \(seed): \(text)")
    }
  }

  @Test("is tested before the columns: records that it skips are not rejects")
  func order() throws {
    var bench = try ImportBench()
    bench.filter = "kind = 'good'"
    let text =
      "{\"kind\":\"good\",\"id\":1}\n{\"kind\":\"bad\",\"id\":\"x\"}\n{\"kind\":\"good\",\"id\":\"y\"}\nz\n"
    for threads in [1, 2] {
      bench.threads = threads
      let summary = try bench.run(text: text, "id:int=id")
      #expect(summary.rows == 1 && summary.filtered == 1 && summary.rejects == 2)
      #expect(summary.records == 4)
    }
  }

  @Test("is part of the job: the same import with another one is refused")
  func identity() throws {
    var bench = try ImportBench()
    bench.filter = "id > 1"
    try bench.folder.write("{\"id\":1}\n{\"id\":2}\n", to: "feed")
    #expect(try bench.run(file: "feed", "id:int=id").rows == 1)
    #expect(try bench.run(file: "feed", "id:int=id").records == 0)
    bench.filter = "id > 0"
    let error = importError { try bench.run(file: "feed", "id:int=id") }
    #expect(error?.kind == .conflict)
  }
}
