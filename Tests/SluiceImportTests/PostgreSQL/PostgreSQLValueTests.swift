import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "Values on their way into PostgreSQL",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLValueTests {
  let server: TestPostgres
  let folder: TemporaryFolder

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
  }

  private func run(
    _ text: String, _ columns: String..., checking: JSONChecking? = nil
  ) throws -> ImportSummary {
    try runJob(
      textFeed(text), into: PostgreSQLSink(address: server.address, table: "t"), columns,
      checking: checking, rejectFile: folder["rejects.ndjson"])
  }

  @Test(
    "arrive exactly",
    arguments: [
      ("int", "7", "7"), ("int", "-9223372036854775808", "-9223372036854775808"),
      ("int", "9223372036854775807", "9223372036854775807"), ("int", "1e3", "1000"),
      ("real", "2.5", "2.5"), ("real", "3", "3"), ("real", "1e-7", "1e-07"),
      ("real", "-0.0", "-0"), ("real", "1.7976931348623157e308", "1.7976931348623157e+308"),
      ("real", "5e-324", "5e-324"), ("text", "\"abc\"", "'abc'"), ("text", "\"\"", "''"),
      ("text", "\"a\\u0041\\n\\\"\"", "'aA\n\"'"), ("text", "\"\\ud83d\\ude00 ß\"", "'😀 ß'"),
      ("text", "\"\\\\N\\\\.\"", "'\\N\\.'"), ("text", "\"7\"", "'7'"), ("bool", "true", "t"),
      ("bool", "false", "f"), ("json", "{\"a\": [1, 2.50]}", "'{\"a\": [1, 2.50]}'"),
      ("json", "[]", "'[]'"), ("json", "\"a\\u0000\"", "'\"a\\u0000\"'"), ("json", "1.0", "'1.0'"),
      ("json", "{\"b\":1,\"a\":2,\"b\":3}", "'{\"b\":1,\"a\":2,\"b\":3}'"),
      ("int", "null", "NULL"), ("real", "null", "NULL"), ("text", "null", "NULL"),
      ("bool", "null", "NULL"), ("json", "null", "NULL"),
    ])
  func exact(type: String, json: String, stored: String) throws {
    let summary = try run("{\"before\":[{}],\"v\": \(json) ,\"z\":0}\n", "v:\(type)=v")
    #expect(summary.rows == 1)
    #expect(try server.rows("SELECT * FROM t") == [stored])
  }

  @Test(
    "make their record a reject, and only that, if the column's type can't hold them",
    arguments: [
      ("text", "text", "\"a\\u0000b\"", "\"ok\"", "nul-in-text"),
      ("varchar(3)", "text", "\"ßßßß\"", "\"ßßß\"", "too-large"),
      ("varchar(3)", "text", "\"abc \"", "\"abc\"", "too-large"),
      ("smallint", "int", "32768", "32767", "out-of-range"),
      ("integer", "int", "-2147483649", "-2147483648", "out-of-range"),
      ("text NOT NULL", "text", "null", "\"\"", "constraint"),
      ("jsonb", "json", "{\"a\":[\"\\u0000\"]}", "{\"a\":[\"\\\\u0000\"]}", "nul-in-text"),
      ("json", "json", "[1e400]", "[1e308]", "number-out-of-range"),
      ("jsonb", "json", "[1e-16384]", "[1e-16383]", "out-of-range"),
      ("jsonb", "json", "[1.5E-16383]", "[1.5E-16382]", "out-of-range"),
      ("jsonb", "json", "[1e-99999999999999999999]", "[\"1e-99999\"]", "out-of-range"),
    ])
  func refused(
    declared: String, type: String, bad: String, good: String, code: String
  ) throws {
    try server.execute("CREATE TABLE t (id bigint, v \(declared))")
    let values = [good, bad, good]
    let text = values.enumerated().map { "{\"id\":\($0.offset),\"v\":\($0.element)}\n" }.joined()
    let summary = try run(text, "id:int=id", "v:\(type)=v", checking: .accessed)
    #expect(summary.rows == 2)
    #expect(try server.rows("SELECT id FROM t ORDER BY id") == ["0", "2"])
    let rejects = folder.lines("rejects.ndjson")
    #expect(rejects.count == 1)
    #expect(rejects[0].contains("\"code\":\"\(code)\""), "\(rejects)")
    #expect(
      rejects[0].contains("column \\\"v\\\"") || rejects[0].contains("\"column\":\"v\""),
      "\(rejects)")
  }

  @Test(
    "are rejects in a json column if they are not JSON, even when the job checks only what it accesses",
    arguments: ["json", "jsonb"])
  func badJSON(declared: String) throws {
    try server.execute("CREATE TABLE t (v \(declared))")
    let summary = try run(
      "{\"v\":{\"a\":1}}\n{\"v\":{\"a\":tru}}\n{\"v\":[01]}\n", "v:json=v", checking: .accessed)
    #expect(summary.rows == 1)
    #expect(try server.rows("SELECT v->>'a' FROM t") == ["'1'"])
    let rejects = folder.lines("rejects.ndjson")
    #expect(rejects.count == 2)
    #expect(rejects[0].contains("\"code\":\"invalid-literal\""), "\(rejects)")
    #expect(rejects[1].contains("\"code\":\"invalid-number\""), "\(rejects)")
  }

  @Test("pass at any size, and in any number per batch")
  func large() throws {
    let long = String(repeating: "x", count: 3_000_000)
    let text =
      "{\"v\":\"\(long)\"}\n"
      + (0..<5000).map { "{\"v\":\"\(String(repeating: "y", count: $0 % 97))\"}\n" }.joined()
    #expect(try run(text, "v:text=v").rows == 5001)
    let expected = 3_000_000 + (0..<5000).map { $0 % 97 }.reduce(0, +)
    #expect(
      try server.rows("SELECT sum(length(v)), max(length(v))::int8 FROM t") == [
        "\(expected)|3000000"
      ])
  }
}
