import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// An import takes what an inference proposes.
@Suite("Inferred columns")
struct InferenceImportTests {
  @Test("import each record of random feeds, and every value that was seen")
  func randomFeeds() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("inference of random feeds: seed \(seed)")
    var imported = 0
    for number in 0..<Rounds.count(50, long: 150) {
      var random = RandomFeed(seed: seed &+ UInt64(number))
      let text = random.text(records: 1 + random.below(60))
      let report = try infer(text)
      let specifications = report.columns.map(\.column.description)
      let bench = try ImportBench()
      let summary = try bench.run(.bytes(Array(text.utf8), name: "test"), specifications)
      #expect(summary.rejects == 0, "seed \(seed), feed \(number): \(bench.rejects)")
      #expect(summary.rows == report.records)
      imported += report.columns.count
      for column in report.columns {
        let name = column.column.name
        let count = try bench.rows("SELECT count(\"\(name)\") FROM t")
        let expected = column.value.kinds.count - column.value.kinds.null
        #expect(count == ["\(expected)"], "seed \(seed), feed \(number): \(column.column)")
        #expect(column.isNullable == (expected < report.records))
      }
    }
    #expect(imported > 50, "seed \(seed)")
  }

  @Test("keys that end with a backslash, which escapes a dot, are written as pointers")
  func backslashes() throws {
    let line = #"{"a\\":{"b":7},"c\\":8}"# + "\n"
    let columns = try infer(line).columns.map(\.column.description)
    #expect(columns.allSatisfy { $0.contains("=/") } && columns.count == 2, "\(columns)")
    let bench = try ImportBench()
    try bench.run(.bytes(Array(line.utf8), name: "test"), columns)
    #expect(try bench.rows() == ["7|8"] || bench.rows() == ["8|7"])
  }

  @Test("are read back as the same columns whatever their keys contain")
  func randomKeys() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("columns of random keys: seed \(seed)")
    var random = RandomFeed(seed: seed)
    for _ in 0..<Rounds.count(300, long: 1500) {
      let (outer, inner) = (random.key(), random.key())
      let report = try infer("{\(JSON.string(outer)):{\(JSON.string(inner)):1}}\n")
      #expect(report.columns.count == 1)
      let column = try #require(report.columns.first).column
      let again = try ImportColumn(parsing: column.description)
      #expect(again == column, "seed \(seed): \(column)")
      #expect(again.name == column.name)
      #expect(again.type == .int)
      // It leads only to the value.
      let bench = try ImportBench()
      let line = "{\(JSON.string(outer)):{\(JSON.string(inner)):7}}\n"
      try bench.run(.bytes(Array(line.utf8), name: "test"), [column.description])
      #expect(try bench.rows() == ["7"], "seed \(seed): \(column)")
      if random.below(30) > 0 { continue }
      _ = try infer("{\(JSON.string(outer)):1,\(JSON.string(inner)):2}\n")
    }
  }

  @Test("have names of their own, whatever their case, length and form")
  func names() throws {
    let long = String(repeating: "n", count: 100)
    let report = try infer(
      """
      {"a":1,"A":2,"a_b":3,"a":4,"b":{"c":5},"b_c":6,"é":7,"e\u{301}":8,"":9,"\(long)":10,
      "\(long)x":11,"1":12,"a b":13,"a_2":14}
      """.filter { $0 != "\n" } + "\n")
    let names = report.columns.map(\.column.name)
    #expect(names.count == 13)
    #expect(Set(names.map { $0.text.lowercased() }).count == 13)
    #expect(names.allSatisfy { $0.text.utf8.count <= 63 && !$0.text.isEmpty })
    #expect(names.prefix(2) == ["a", "A_2"])
  }

  @Test("are at most a thousand: the deepest values stay together")
  func manyColumns() throws {
    let inner = "{" + (0..<90).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    let row = "{" + (0..<50).map { "\"o\($0)\":\(inner)" }.joined(separator: ",") + "}\n"
    let report = try infer(row)
    #expect(report.columns.count > 900 && report.columns.count <= 1000)
    let bench = try ImportBench()
    let summary = try bench.run(
      .bytes(Array(row.utf8), name: "test"), report.columns.map(\.column.description))
    #expect(summary.rows == 1)
  }

  @Test(
    "take the record itself if records are not objects",
    arguments: [
      ("1\n2\n", "record:int=$"), ("{\"a\":1}\nnull\n", "record:json=$"),
      ("{\"a\":1}\n[1]\n", "record:json=$"), ("\"a\"\n", "record:text=$"),
      ("{}\n", "record:json=$"),
    ])
  func roots(text: String, column: String) throws {
    #expect(try infer(text).columns.map(\.column.description) == [column])
    let bench = try ImportBench()
    #expect(try bench.run(text: text, column).rejects == 0)
  }

  @Test("make a table that the import takes unchanged, under any name")
  func createTable() throws {
    let text = "{\"id\":1,\"a b\":{\"c\\\"d\":\"x\"},\"n\":null}\n{\"id\":2}\n"
    let report = try infer(text)
    let bench = try ImportBench()
    let sql = try report.createTable(named: "t")
    #expect(sql.contains("\"id\" INTEGER NOT NULL,  -- id\n"))
    let database = try TestDatabase(bench.folder["db.sqlite"])
    try database.execute(sql)
    try database.execute(try report.createTable(named: "x\"; DROP TABLE t; --\n"))
    #expect(
      try database.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
        == ["'t'", "'x\"; DROP TABLE t; --\n'"])
    let summary = try bench.run(
      .bytes(Array(text.utf8), name: "test"), report.columns.map(\.column.description))
    #expect(summary.rows == 2)
    #expect(try bench.rows() == ["1|'x'|NULL", "2|NULL|NULL"])
    #expect(importError { _ = try report.createTable(named: "a\0b") }?.kind == .sink)
    #expect(
      try report.createTable(named: "t", dialect: .postgresql).contains("\"id\" bigint NOT NULL"))
    // Part of the feed proves nothing about the rest.
    let part = try infer(text, InferenceOptions(records: 1))
    #expect(try !part.createTable(named: "t").contains("NOT NULL"))
  }

  @Test("a key with a line end in it does not end a comment")
  func comments() throws {
    let report = try infer("{\"a\\n); DROP TABLE t; --\":1}\n")
    let sql = try report.createTable(named: "t")
    #expect(sql.split(separator: "\n").count == 4, "\(sql)")
    let swift = try report.swiftSource(named: "a\nb")
    #expect(swift.split(separator: "\n").first?.hasPrefix("// Inferred from test") == true)
  }
}
