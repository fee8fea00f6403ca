import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "Decimals, dates, timestamps, UUIDs and blobs in PostgreSQL",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLTypeTests {
  let server: TestPostgres
  let folder: TemporaryFolder

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
  }

  private func run(_ text: String, _ columns: String...) throws -> ImportSummary {
    try runJob(
      textFeed(text), into: PostgreSQLSink(address: server.address, table: "t"), columns,
      // The full check refuses numbers beyond the largest double, which numeric holds.
      checking: .accessed, rejectFile: folder["rejects.ndjson"])
  }

  @Test("are values of the server's own types")
  func types() throws {
    let columns = TypedColumnTests.columns
    let summary = try run(
      TypedColumnTests.feed.replacingDigits(), columns[0], columns[1], columns[2], columns[3],
      columns[4], columns[5])
    #expect(summary.rows == 5, "\(folder.lines("rejects.ndjson"))")
    #expect(
      try server.rows(
        "SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 't'::regclass"
          + " AND attnum > 0 ORDER BY attnum") == [
          "'numeric'", "'date'", "'timestamp with time zone'", "'timestamp with time zone'",
          "'uuid'", "'bytea'",
        ])
    try server.execute("SET timezone TO 'UTC'")
    let time = "YYYY-MM-DD HH24:MI:SS.US BC"
    let rows = try server.rows(
      "SELECT n::text, to_char(d, 'YYYY-MM-DD BC'), to_char(t, '\(time)'), to_char(e, '\(time)'),"
        + " u::text, encode(b, 'base64') FROM t")
    #expect(
      rows == [
        "'12345678901234567890.50'|'2024-02-29 AD'|'2024-05-01 10:30:00.250000 AD'"
          + "|'2024-05-01 10:30:00.500000 AD'|'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'|'aGVsbG8='",
        "'0.000'|'0001-01-01 BC'|'0001-01-01 00:00:00.000000 BC'|'0001-01-01 00:00:00.000000 BC'"
          + "|'00000000-0000-0000-0000-000000000000'|''",
        "'0.00001'|'9999-12-31 AD'|'9999-12-31 23:59:59.999999 AD'|'9999-12-31 23:59:59.999999 AD'"
          + "|'ffffffff-ffff-ffff-ffff-ffffffffffff'|'AP8='",
        "NULL|NULL|NULL|NULL|NULL|NULL",
        "'1'|'2024-02-29 AD'|'2024-05-01 10:30:00.000000 AD'|NULL"
          + "|'00000000-0000-0000-0000-000000000001'|'QUI='",
      ])
  }

  @Test("keep every digit: the server reads the same number from its text")
  func decimals() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("decimals: seed \(seed)")
    var random = RandomFeed(seed: seed)
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in random.below(3) == 0 ? "0" : "\(random.below(10))" }.joined()
    }
    var numbers = [
      "0", "-0", "0.0", "0e5", "0e-5", "1", "-1", "10", "100", "1000", "9999", "10000", "10001",
      "0.1", "0.01", "0.001", "0.0001", "0.00001", "0.00010", "1e4", "1e-4", "1E+5", "12345.6789",
      "99999999", "100000000", "0.99999999", "1.0000", "1e0", "123456789e-5", "1e999", "1e-999",
      "1" + String(repeating: "0", count: 900), "0." + String(repeating: "0", count: 900) + "1",
    ]
    for _ in 0..<4000 {
      var number = random.below(2) == 0 ? "-" : ""
      number += random.below(4) == 0 ? "0" : "\(1 + random.below(9))" + digits(random.below(30))
      if random.below(2) == 0 { number += "." + digits(1 + random.below(30)) }
      if random.below(3) == 0 {
        number += ["e", "E"][random.below(2)] + ["", "-", "+"][random.below(3)]
        number += "\(random.below(120))"
      }
      numbers.append(number)
    }
    let text = numbers.map { "{\"n\":\($0),\"s\":\"\($0)\"}\n" }.joined()
    let summary = try run(text, "n:decimal=n", "m:decimal=s", "s:text=s")
    #expect(summary.rows == Int64(numbers.count), "\(folder.lines("rejects.ndjson"))")
    // Its own text of the number has the same number of digits after the point, zeros included.
    let differing = try server.rows(
      "SELECT s, n::text, m::text FROM t"
        + " WHERE n::text IS DISTINCT FROM (s::numeric)::text OR m::text IS DISTINCT FROM n::text")
    #expect(differing.isEmpty, "seed \(seed): \(differing.prefix(5))")
    // Binary in both directions: the stored value is in the server's normal form.
    #expect(try server.rows("SELECT count(*) FROM t WHERE n <> s::numeric OR n + 0 <> n") == ["0"])
  }

  @Test("at the ends of numeric are stored, and beyond them their record is a reject")
  func limits() throws {
    let long = String(repeating: "9", count: 131_072)
    let numbers = [
      "1e131071", "1e131072", "-\(long)", "\(long)0", "1e-16383", "1e-16384", "1.5e-16383",
      "1e999999999999", "1e-999999999999", "0e131072", "0e-16384",
      "0.\(String(repeating: "0", count: 16_382))7",
    ]
    let text = numbers.enumerated().map { "{\"id\":\($0.offset),\"n\":\($0.element)}\n" }.joined()
    let summary = try run(text, "id:int=id", "n:decimal=n")
    #expect(try server.rows("SELECT id FROM t") == ["0", "2", "4", "9", "11"])
    #expect(
      try server.rows("SELECT length(n::text)::int8 FROM t WHERE id IN (0, 2, 4, 11)") == [
        "131072", "131073", "16385", "16385",
      ])
    #expect(summary.rejects == 7)
    let rejects = folder.lines("rejects.ndjson")
    #expect(rejects.allSatisfy { $0.contains("\"code\":\"out-of-range\"") })
    #expect(rejects[0].contains("column \\\"n\\\": the number has more digits than numeric holds"))
  }

  @Test(
    "that a column would round are rejects, and their neighbours are stored",
    arguments: [
      (
        "numeric(5,2)", "decimal", ["123.45", "-999.99", "1e2", "0.10", "5.000"],
        ["1000", "0.001", "12345"]
      ),
      ("numeric(3)", "decimal", ["999", "-999", "1.0"], ["1000", "0.5"]),
      ("numeric(2,4)", "decimal", ["0.0099", "0"], ["0.01", "0.00001", "1"]),
      ("numeric(2,-2)", "decimal", ["9900", "100"], ["9950", "10000", "1"]),
      (
        "timestamptz(3)", "timestamp", ["\"2024-05-01T10:30:00.123Z\""],
        ["\"2024-05-01T10:30:00.1234Z\""]
      ),
      ("timestamptz(0)", "epoch", ["1714559400", "1.0"], ["0.5"]),
    ])
  func rounding(declared: String, type: String, good: [String], bad: [String]) throws {
    try server.execute("CREATE TABLE t (v \(declared))")
    let text = (bad + good + bad).map { "{\"v\":\($0)}\n" }.joined()
    let summary = try run(text, "v:\(type)=v")
    #expect(summary.rows == Int64(good.count) && summary.rejects == Int64(2 * bad.count))
    #expect(
      folder.lines("rejects.ndjson").allSatisfy { $0.contains("\"code\":\"out-of-range\"") })
    if type == "decimal" {
      let list = good.map { "(\($0)::numeric)" }.joined(separator: ", ")
      #expect(
        try server.rows(
          "SELECT count(*) FROM (VALUES \(list)) AS g(v) WHERE v NOT IN (SELECT v FROM t)")
          == ["0"])
    }
  }

  @Test("go into text columns in the form that files have, but not where they would change")
  func existing() throws {
    try server.execute("CREATE TABLE t (n text, d text, t text, e text, u text)")
    let columns = TypedColumnTests.columns
    let summary = try run(
      TypedColumnTests.feed, columns[0], columns[1], columns[2], columns[3], columns[4])
    #expect(summary.rows == 5)
    let expected = TypedColumnTests.rows.map { row in
      row.isEmpty
        ? "NULL|NULL|NULL|NULL|NULL"
        : row.dropLast().map { $0 == "NULL" ? $0 : "'\($0)'" }.joined(separator: "|")
    }
    #expect(try server.rows("SELECT * FROM t") == expected)
    for (declared, type) in [
      ("timestamp", "timestamp"), ("double precision", "decimal"), ("bigint", "decimal"),
      ("timestamptz", "date"), ("date", "timestamp"), ("text", "blob"), ("bytea", "text"),
    ] {
      try server.execute("DROP TABLE t; CREATE TABLE t (v \(declared))")
      let error = importError { _ = try run("{\"v\":null}\n", "v:\(type)=v") }
      #expect(error?.kind == .conflict, "\(type) into \(declared)")
    }
  }

  @Test("go row by row, too, and update rows")
  func rules() throws {
    try server.execute("CREATE TABLE t (u uuid UNIQUE, n numeric, d date, t timestamptz, b bytea)")
    let row =
      "{\"u\":\"00000000-0000-0000-0000-000000000001\",\"n\":1.50,\"d\":\"2024-02-29\","
      + "\"t\":\"2024-05-01T10:30:00Z\",\"b\":\"QUI=\"}\n"
    let columns = ["u:uuid=u", "n:decimal=n", "d:date=d", "t:timestamp=t", "b:blob=b"]
    let summary = try runJob(
      textFeed(row + row), into: PostgreSQLSink(address: server.address, table: "t"), columns)
    #expect(summary.rows == 1 && summary.rejects == 1)
    try runJob(
      textFeed(row.split(separator: "1.50").joined(separator: "2.50")),
      into: PostgreSQLSink(address: server.address, table: "t", mode: .upsert(key: ["u"])), columns)
    try server.execute("SET timezone TO 'UTC'")
    #expect(
      try server.rows("SELECT n::text, d::text, t::text, encode(b, 'hex') FROM t") == [
        "'2.50'|'2024-02-29'|'2024-05-01 10:30:00+00'|'4142'"
      ])
  }
}

extension String {
  /// PostgreSQL shows all the zeros of 1e-400.
  fileprivate func replacingDigits() -> String {
    split(separator: "1e-400", omittingEmptySubsequences: false).joined(separator: "0.00001")
  }
}
