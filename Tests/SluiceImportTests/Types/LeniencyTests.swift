import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("What a column accepts besides its type")
struct LeniencyTests {
  /// Values of a column `v`, each as JSON, and the rows that SQLite has of them; nil: a reject.
  struct Case: CustomTestStringConvertible, Sendable {
    let column: String
    let values: [(json: String, row: String?)]
    let counts: [String: Int64]
    var testDescription: String { column }

    init(_ column: String, _ values: [(String, String?)], _ counts: [String: Int64]) {
      self.column = column
      self.values = values.map { (json: $0.0, row: $0.1) }
      self.counts = counts
    }
  }

  static let cases: [Case] = [
    Case(
      "v:int accepts text=v",
      [
        (#""9007199254740993""#, "9007199254740993"), ("7", "7"), (#""-12""#, "-12"),
        (#""1.0""#, "1"), (#""1e2""#, "100"), (#""9223372036854775807""#, "9223372036854775807"),
        (#""-9223372036854775808""#, "-9223372036854775808"), (#""\u0031\u0032""#, "12"),
        (#""9223372036854775808""#, nil), (#""1.5""#, nil), (#""""#, nil), (#"" 1""#, nil),
        (#""+1""#, nil), (#""007""#, nil), (#""0x10""#, nil), (#""1,000""#, nil), ("true", nil),
        (#""-""#, nil), ("null", "NULL"), (#""-0""#, "0"),
        (#""123456789012345678""#, "123456789012345678"),
      ], ["text": 9]),
    Case(
      "v:int accepts text spaces plus=v",
      [
        (#"" 1""#, "1"), (#""2\n""#, "2"), (#""+3""#, "3"), (#""\t+4 ""#, "4"), (#""+-5""#, nil),
        (#""++5""#, nil), (#""   ""#, nil), (#""5 6""#, nil), (#""\u00a07""#, nil), ("8", "8"),
      ], ["text": 4, "spaces": 3, "plus": 2]),
    Case(
      "v:real accepts text=v",
      [
        (#""0.1""#, "0.1"), (#""1e-3""#, "0.001"), ("2.5", "2.5"), (#""1e400""#, nil),
        (#""NaN""#, nil), (#""Infinity""#, nil), (#"".5""#, nil), (#""5.""#, nil),
      ], ["text": 2]),
    Case(
      "v:bool accepts text=v",
      [
        (#""true""#, "1"), (#""false""#, "0"), ("true", "1"), (#""True""#, nil), (#""1""#, nil),
        ("1", nil), (#""t\u0072ue""#, "1"),
      ], ["text": 3]),
    Case("v:bool accepts text spaces=v", [(#"" true ""#, "1")], ["text": 1, "spaces": 1]),
    Case(
      "v:decimal accepts spaces plus=v",
      [(#""+1.50""#, "'1.50'"), (#"" 2 ""#, "'2'"), ("3.10", "'3.10'"), (#""+""#, nil)],
      ["spaces": 1, "plus": 1]),
    Case(
      "v:text accepts scalars=v",
      [
        (#""02134""#, "'02134'"), ("90210", "'90210'"), ("1.50", "'1.50'"), ("true", "'true'"),
        ("false", "'false'"), ("-1e+5", "'-1e+5'"), ("[1]", nil), ("{}", nil), ("null", "NULL"),
        ("12345678901234567890123", "'12345678901234567890123'"),
      ], ["scalars": 6]),
    Case(
      "v:epoch accepts text=v",
      [
        (#""1767322800""#, "'2026-01-02T03:00:00.000000Z'"),
        (#""1767322800.5""#, "'2026-01-02T03:00:00.500000Z'"),
        ("0", "'1970-01-01T00:00:00.000000Z'"),
        (#""1767322800.1234567""#, nil), (#""2026-01-02T03:00:00Z""#, nil),
      ], ["text": 2]),
    Case(
      "v:epochms accepts fraction cut=v",
      [
        ("1.2345", "'1970-01-01T00:00:00.001234Z'"), ("-1.2345", "'1969-12-31T23:59:59.998765Z'"),
        ("-0.0000001", "'1969-12-31T23:59:59.999999Z'"), ("1e-30", "'1970-01-01T00:00:00.000000Z'"),
        ("1", "'1970-01-01T00:00:00.001000Z'"), (#""1""#, nil), ("1e40", nil), ("1e20", nil),
      ], ["fraction": 4]),
    Case(
      "v:epochus accepts fraction round=v",
      [
        ("0.5", "'1970-01-01T00:00:00.000001Z'"), ("0.49999", "'1970-01-01T00:00:00.000000Z'"),
        ("-0.5", "'1970-01-01T00:00:00.000000Z'"), ("-0.51", "'1969-12-31T23:59:59.999999Z'"),
        ("1.5e0", "'1970-01-01T00:00:00.000002Z'"),
      ], ["fraction": 5]),
    Case(
      "v:int accepts extended=v",
      [
        (#"{"$numberLong":"9007199254740993"}"#, "9007199254740993"), ("7", "7"),
        (#"{ "$numberInt" : "-5" }"#, "-5"), (#"{"$numberDouble":"5.0"}"#, "5"),
        (#"{"$numberDouble":"5.5"}"#, nil), (#"{"$numberDecimal":"1E+2"}"#, "100"),
        (#"{"\u0024numberLong":"6"}"#, "6"), (#"{"$numberLong":6}"#, nil), (#""6""#, nil),
        (#"{"$numberLong":"6","x":1}"#, nil), ("{}", nil), (#"{"$oid":"6"}"#, nil),
        (#"{"$numberLong":"9223372036854775808"}"#, nil), (#"{"$numberLong":""}"#, nil),
        (#"{"numberLong":"6"}"#, nil), ("[1]", nil), ("null", "NULL"),
        (#"{"$numberLong":null}"#, nil), (#"{"$numberLong":{"$numberLong":"1"}}"#, nil),
      ], ["extended": 5]),
    Case(
      "v:real accepts text extended=v",
      [
        (#"{"$numberDouble":"1.5"}"#, "1.5"), (#""2.5""#, "2.5"), (#"{"$numberInt":"3"}"#, "3.0"),
        (#"{"$numberDouble":"NaN"}"#, nil), (#"{"$numberDouble":"1e999"}"#, nil),
      ], ["extended": 2, "text": 1]),
    Case(
      "v:decimal accepts extended=v",
      [(#"{"$numberDecimal":"1.50"}"#, "'1.50'"), ("2.0", "'2.0'")], ["extended": 1]),
    Case(
      "v:timestamp accepts extended=v",
      [
        (#"{"$date":"2026-01-02T03:00:00Z"}"#, "'2026-01-02T03:00:00.000000Z'"),
        (#"{"$date":{"$numberLong":"1767322800123"}}"#, "'2026-01-02T03:00:00.123000Z'"),
        (#"{"$date":1767322800123}"#, "'2026-01-02T03:00:00.123000Z'"),
        (#""2026-01-02T03:00:00Z""#, "'2026-01-02T03:00:00.000000Z'"),
        (#"{"$date":{"$numberLong":"-1"}}"#, "'1969-12-31T23:59:59.999000Z'"),
        (#"{"$date":{"$numberLong":"9223372036854775807"}}"#, nil), (#"{"$date":1e99}"#, nil),
        (#"{"$date":"today"}"#, nil), (#"{"$date":true}"#, nil), (#"{"$numberLong":"1"}"#, nil),
        (#"{"$date":{"$oid":"1"}}"#, nil), ("1767322800123", nil),
      ], ["extended": 4]),
    Case(
      "v:epochms accepts extended=v",
      [(#"{"$numberLong":"1767322800123"}"#, "'2026-01-02T03:00:00.123000Z'")], ["extended": 1]),
    Case(
      "v:text accepts extended=v",
      [
        (#"{"$oid":"5f1d7f3a9c"}"#, "'5f1d7f3a9c'"), (#""a""#, "'a'"),
        (
          #"{"$uuid":"00000000-0000-0000-0000-00000000000A"}"#,
          "'00000000-0000-0000-0000-00000000000A'"
        ),
        (#"{"$numberLong":"1"}"#, nil), (#"{"$oid":1}"#, nil), (#"{"$oid":"a","$oid":"b"}"#, nil),
      ], ["extended": 2]),
    Case(
      "v:text accepts scalars extended=v",
      [(#"{"$numberDouble":"1.50"}"#, "'1.50'"), ("2.50", "'2.50'")],
      ["scalars": 1, "extended": 1]),
    Case(
      "v:uuid accepts extended=v",
      [
        (
          #"{"$uuid":"00000000-0000-0000-0000-00000000000A"}"#,
          "'00000000-0000-0000-0000-00000000000a'"
        ),
        (
          #"{"$binary":{"base64":"AAECAwQFBgcICQoLDA0ODw==","subType":"04"}}"#,
          "'00010203-0405-0607-0809-0a0b0c0d0e0f'"
        ),
        (#"{"$binary":{"base64":"AAECAwQFBgcICQoLDA0ODw==","subType":"03"}}"#, nil),
        (#"{"$binary":{"base64":"AAEC","subType":"04"}}"#, nil),
      ], ["extended": 2]),
    Case(
      "v:blob accepts extended bytes=v",
      [
        (#"{"$binary":{"subType":"00","base64":"aGU="}}"#, "'he'"), ("[104,101]", "'he'"),
        ("[]", "''"), ("[65,0]", "'A\u{0}'"), (#"{"$binary":{"base64":"aGU="}}"#, nil),
        (#"{"$binary":"aGU="}"#, nil), (#"{"$binary":{"base64":"?","subType":"00"}}"#, nil),
        (#"{"$binary":{"base64":"aGU=","base64":"aGU="}}"#, nil),
      ], ["extended": 1, "bytes": 3]),
    Case(
      "v:text accepts bytes=v",
      [
        ("[104,101]", "'he'"), ("[ 195 , 164 ]", "'ä'"), ("[]", "''"), (#""x""#, "'x'"),
        ("[195]", nil), ("[256]", nil), ("[-1]", nil), ("[1.5]", nil), (#"["a"]"#, nil),
        ("[104,null]", nil), ("[[1]]", nil), ("[104e0]", "'h'"), ("7", nil), ("null", "NULL"),
      ], ["bytes": 4]),
    Case(
      "v:uuid accepts spaces=v",
      [(#"" 00000000-0000-0000-0000-000000000001 ""#, "'00000000-0000-0000-0000-000000000001'")],
      ["spaces": 1]),
  ]

  @Test("is stored as its type, and counted, on one thread or several", arguments: cases, [1, 2])
  func values(of test: Case, threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    let text = test.values.map { "{\"v\":\($0.json)}\n" }.joined()
    let summary = try bench.run(.bytes(Array(text.utf8), name: "feed"), [test.column])
    #expect(try bench.rows() == test.values.compactMap(\.row))
    #expect(summary.rejects == Int64(test.values.count { $0.row == nil }))
    #expect(summary.accepted == ["v": test.counts])
    #expect(bench.rejects.allSatisfy { $0.contains("\"column\":\"v\"") })
  }

  @Test("is not taken unless it is asked for")
  func strict() throws {
    let bench = try ImportBench()
    let text = "{\"v\":\"1\",\"w\":\"x\"}\n{\"v\":1,\"w\":2}\n{\"v\":1,\"w\":\"y\"}\n"
    let summary = try bench.run(text: text, "v:int=v", "w:text=w")
    #expect(try bench.rows() == ["1|'y'"])
    #expect(summary.rejects == 2 && summary.accepted.isEmpty)
  }

  @Test("does not count what a reject or a filtered record had", arguments: [1, 2])
  func onlyOfRows(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    bench.filter = "k = 1"
    let text = """
      {"k":1,"v":"1","w":1}
      {"k":2,"v":"2","w":1}
      {"k":1,"v":"3","w":"x"}
      {"k":1,"v":4,"w":1}

      """
    let summary = try bench.run(
      .bytes(Array(text.utf8), name: "feed"), ["v:int accepts text=v", "w:int=w"])
    #expect(try bench.rows() == ["1|1", "4|1"])
    #expect(summary.accepted == ["v": ["text": 1]])
  }

  @Test("is taken from each element of an exploded array", arguments: [1, 2])
  func elements(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    bench.explode = "a"
    let text =
      "{\"id\":\"1\",\"a\":[{\"n\":\"10\"},{\"n\":11}]}\n{\"id\":2,\"a\":[{\"n\":\"x\"}]}\n"
    let summary = try bench.run(
      .bytes(Array(text.utf8), name: "feed"),
      ["id:int accepts text=id", "n:int accepts text=a[].n"])
    #expect(try bench.rows() == ["1|10", "1|11"])
    #expect(summary.accepted == ["id": ["text": 2], "n": ["text": 1]] && summary.rejects == 1)
  }

  @Test("obeys the column's contract where the text fits no better")
  func contract() throws {
    let bench = try ImportBench()
    var column = try ImportColumn(parsing: "v:int accepts text=v")
    column.contract = ColumnContract(standIn: .integer(-1), mismatch: .null)
    let summary = try bench.run(
      .bytes(Array("{\"v\":\"x\"}\n{\"v\":\"5\"}\n{}\n".utf8), name: "feed"), columns: [column])
    #expect(try bench.rows() == ["-1", "5", "-1"])
    #expect(summary.nulled == ["v": 1] && summary.accepted == ["v": ["text": 1]])
  }

  @Test("may come from the first of several paths that leads to a value", arguments: [1, 2])
  func severalPaths(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    let text = """
      {"user":{"login":"a"},"author":5}
      {"actor":{"login":"b"},"user":7}
      {"author":"c","user":{"login":null},"actor":{}}
      {"author":4}
      {"x":1}
      {"user":{"login":true},"author":"never"}

      """
    let summary = try bench.run(
      .bytes(Array(text.utf8), name: "feed"),
      ["l:text accepts scalars=user.login|actor.login|/author", "n:int=user|x"])
    #expect(try bench.rows() == ["'b'|7", "'4'|NULL", "NULL|1"])
    #expect(summary.rejects == 3)
    #expect(summary.accepted == ["l": ["path": 2, "scalars": 1], "n": ["path": 1]])
    #expect(bench.rejects.first?.contains("\"path\":\"$.user\"") == true)
  }

  @Test("counts the keys of all its paths as known, and requires one of them")
  func knownPaths() throws {
    var bench = try ImportBench()
    bench.unknownKeys = .report
    var column = try ImportColumn(parsing: "l:text=a.b|c")
    column.contract.isRequired = true
    let summary = try bench.run(
      .bytes(Array("{\"a\":{\"b\":\"x\",\"z\":1},\"c\":2}\n{\"d\":1}\n".utf8), name: "feed"),
      columns: [column])
    #expect(try bench.rows() == ["'x'"])
    #expect(summary.unknownKeys == ["a.z": 1])
    #expect(bench.rejects.first?.contains("a.b|c") == true)
  }

  @Test("may not lead by several paths into an exploded array")
  func pathsOfElements() throws {
    var bench = try ImportBench()
    bench.explode = "a"
    let error = importError { try bench.run(.bytes([], name: "feed"), ["n:int=a[].n|b"]) }
    #expect(error?.message.contains("several paths begin at the record") == true)
  }

  @Test("is transformed after it was taken")
  func transform() throws {
    let bench = try ImportBench()
    var column = try ImportColumn(parsing: "v:text accepts scalars=v")
    column.contract.transform = .uppercase
    try bench.run(
      .bytes(Array("{\"v\":\"a\"}\n{\"v\":true}\n{\"v\":1e5}\n".utf8), name: "feed"),
      columns: [column])
    #expect(try bench.rows() == ["'A'", "'TRUE'", "'1E5'"])
  }

  @Test(
    "is a part of the column's text",
    arguments: [
      "id:int accepts text=user.id", "a:b:c:int accepts text=x", "v:text accepts scalars=/a|b",
      "t:timestamp accepts iso8601 utc zone Europe/Berlin '%d/%b/%Y:%H:%M:%S %z' epoch text=t",
      "t:timestamp accepts '%Y=%m=%d %H:%M %z' fraction round=a=b",
      "l:text=user.login|actor.login|author",
      "it accepts this:int=x",
    ])
  func text(specification: String) throws {
    let column = try ImportColumn(parsing: specification)
    #expect(column.description == specification)
    #expect(try ImportColumn(parsing: column.description) == column)
  }

  @Test(
    "is refused where its words are none, or contradict each other",
    arguments: [
      ("v:int accepts tex=v", "\"tex\" is no word for it; int accepts text, spaces, plus"),
      ("v:int accepts =v", "expected a word after accepts, found none"),
      ("v:int accepts text text=v", "text is there twice"),
      ("v:int accepts plus=v", "plus needs text"),
      ("v:bool accepts spaces=v", "spaces needs text"),
      ("v:text accepts text=v", "\"text\" is no word for it; text accepts scalars"),
      ("v:json accepts text=v", "json accepts nothing else"),
      ("v:list<int> accepts text=v", "a nested type accepts nothing else"),
      ("v:timestamp accepts fraction=v", "expected cut or round after fraction"),
      ("v:timestamp accepts fraction cut fraction round=v", "fraction is there twice"),
      ("v:timestamp accepts zone UTC zone Asia/Tokyo=v", "zone is there twice, UTC and Asia/Tokyo"),
      ("v:timestamp accepts zone Europe/Berlyn=v", "there is no zone \"Europe/Berlyn\""),
      ("v:timestamp accepts zone ../../etc/passwd=v", "is no name of a zone"),
      ("v:timestamp accepts zone /etc/passwd=v", "is no name of a zone"),
      ("v:timestamp accepts epoch epochms=v", "a number is in one unit"),
      ("v:timestamp accepts text=v", "it needs epoch, epochms or epochus"),
      ("v:timestamp accepts '%Y-%m=v", "expected a ' after the pattern"),
      ("v:timestamp accepts '%Y%m%d'=v", "has no zone: add %z to it, or zone NAME"),
      ("v:timestamp accepts '%Y-%m %z'=v", "it has no day (%d)"),
      ("v:timestamp accepts '%q'=v", "after % expected one of"),
      ("v:date accepts '%Y-%m-%d %H'=v", "has more than a day"),
      ("v:text=a||b", "the path is empty"), ("v:text=a|$.b", "can't be one of several paths"),
    ])
  func refusals(specification: String, reason: String) throws {
    let error = importError { _ = try ImportColumn(parsing: specification) }
    #expect(error?.kind == .badColumn)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
  }

  @Test("is refused of a library's column, too, before anything is written")
  func otherType() throws {
    let bench = try ImportBench()
    var column = try ImportColumn(parsing: "v:int=v")
    column.accepts = try ColumnLeniency(parsing: "scalars", for: .text)
    let error = importError { try bench.run(.bytes([], name: "feed"), columns: [column]) }
    #expect(error?.kind == .badColumn)
    #expect(error?.message.contains("column \"v\": \"scalars\" is no word") == true)
  }
}
