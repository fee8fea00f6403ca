import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// Values of the types beyond JSON's own, as files and SQLite get them. PostgreSQL's are in
/// PostgreSQLTypeTests.
@Suite("Decimals, dates, timestamps, UUIDs and blobs")
struct TypedColumnTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  static let feed = """
    {"n":12345678901234567890.50,"d":"2024-02-29","t":"2024-05-01T12:30:00.25+02:00",\
    "e":1714559400.5,"u":"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6","b":"aGVsbG8"}
    {"n":"-0.000","d":"0000-01-01","t":"0000-01-01 00:00:00z","e":-62167219200,\
    "u":"00000000-0000-0000-0000-000000000000","b":""}
    {"n":1e-400,"d":"9999-12-31","t":"9999-12-31T23:59:59.999999Z","e":253402300799.999999,\
    "u":"ffffffff-ffff-ffff-ffff-ffffffffffff","b":"AP8="}
    {"n":null,"d":null,"t":null,"e":null,"u":null,"b":null}
    {"n":"\\u0031","d":"2024-02-2\\u0039","t":"2024-05-01T10:30:00\\u005a",\
    "u":"\\u00300000000-0000-0000-0000-000000000001","b":"QU\\u0049="}

    """
  static let columns = [
    "n:decimal=n", "d:date=d", "t:timestamp=t", "e:epoch=e", "u:uuid=u", "b:blob=b",
  ]
  /// The text that all text targets have.
  static let rows = [
    [
      "12345678901234567890.50", "2024-02-29", "2024-05-01T10:30:00.250000Z",
      "2024-05-01T10:30:00.500000Z", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "aGVsbG8=",
    ],
    [
      "-0.000", "0000-01-01", "0000-01-01T00:00:00.000000Z", "0000-01-01T00:00:00.000000Z",
      "00000000-0000-0000-0000-000000000000", "",
    ],
    [
      "1e-400", "9999-12-31", "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z",
      "ffffffff-ffff-ffff-ffff-ffffffffffff", "AP8=",
    ],
    [],
    [
      "1", "2024-02-29", "2024-05-01T10:30:00.000000Z", "NULL",
      "00000000-0000-0000-0000-000000000001", "QUI=",
    ],
  ]

  @Test("are text in SQLite, sortable and with all digits; blobs are bytes", arguments: [1, 2])
  func sqlite(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    let summary = try bench.run(
      .bytes(Array(TypedColumnTests.feed.utf8), name: "test"), TypedColumnTests.columns)
    #expect(summary.rows == 5 && summary.rejects == 0, "\(bench.rejects)")
    #expect(
      try bench.rows("SELECT sql FROM sqlite_master WHERE name = 't'") == [
        "'CREATE TABLE \"t\" (\"n\" TEXT, \"d\" TEXT, \"t\" TEXT, \"e\" TEXT, \"u\" TEXT, \"b\" BLOB)'"
      ])
    let expected = TypedColumnTests.rows.map { row in
      row.isEmpty
        ? "NULL|NULL|NULL|NULL|NULL"
        : row.dropLast().map { $0 == "NULL" ? $0 : "'\($0)'" }.joined(separator: "|")
    }
    #expect(try bench.rows("SELECT n, d, t, e, u FROM t ORDER BY rowid") == expected)
    #expect(
      try bench.rows("SELECT typeof(b), hex(b) FROM t ORDER BY rowid") == [
        "'blob'|'68656C6C6F'", "'blob'|''", "'blob'|'00FF'", "'null'|''", "'blob'|'4142'",
      ])
  }

  @Test("are their texts in CSV and TSV, where NULL and an empty blob differ")
  func separated() throws {
    for (format, separator) in [(FileFormat.csv, ","), (.tsv, "\t")] {
      try runJob(
        textFeed(TypedColumnTests.feed),
        into: FileSink(path: folder["out.\(format)"], format: format), TypedColumnTests.columns)
      let text = String(decoding: try folder.bytes("out.\(format)"), as: UTF8.self)
      let lines = text.split { $0.isNewline }.map(String.init)
      let expected = TypedColumnTests.rows.map { row in
        row.isEmpty
          ? Array(repeating: "", count: 6).joined(separator: separator)
          : row.map { $0 == "NULL" ? "" : $0.isEmpty ? "\"\"" : $0 }.joined(separator: separator)
      }
      #expect(Array(lines.dropFirst()) == expected)
    }
  }

  @Test("are numbers and strings in NDJSON, and read back as the same")
  func ndjson() throws {
    let into = folder["out.ndjson"]
    try runJob(
      textFeed(TypedColumnTests.feed), into: FileSink(path: into, format: .ndjson),
      TypedColumnTests.columns)
    let lines = folder.lines("out.ndjson")
    #expect(
      lines.first == """
        {"n":12345678901234567890.50,"d":"2024-02-29","t":"2024-05-01T10:30:00.250000Z",\
        "e":"2024-05-01T10:30:00.500000Z","u":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","b":"aGVsbG8="}
        """)
    try runJob(
      .file(into), into: FileSink(path: folder["again.ndjson"], format: .ndjson),
      TypedColumnTests.columns.map { $0 == "e:epoch=e" ? "e:timestamp=e" : $0 })
    #expect(folder.lines("again.ndjson") == lines)
    #expect(lines.count == 5)
  }

  @Test(
    "make the record a reject that says why if they are invalid",
    arguments: [
      ("decimal", "true", "type-mismatch", "expected a number"),
      ("decimal", "\"1,5\"", "invalid-value", "no number by RFC 8259"),
      ("decimal", "\"\"", "invalid-value", "no number by RFC 8259"),
      ("date", "20240501", "type-mismatch", "expected a string"),
      ("date", "\"2023-02-29\"", "invalid-value", "the month has no such day"),
      ("date", "\"2023-02-28T\"", "invalid-value", "expected a date such as"),
      ("timestamp", "1714559400", "type-mismatch", "expected a string"),
      ("timestamp", "\"2016-12-31T23:59:60Z\"", "invalid-value", "leap second"),
      (
        "timestamp", "\"2024-05-01T10:30:00.1234567Z\"", "invalid-value", "finer than a microsecond"
      ),
      ("epoch", "\"1714559400\"", "type-mismatch", "expected a number"),
      ("epoch", "1e99", "invalid-value", "outside of the years 0000 to 9999"),
      ("epochms", "0.0001", "invalid-value", "finer than a microsecond"),
      ("epochus", "0.5", "invalid-value", "finer than a microsecond"),
      ("uuid", "\"f81d4fae7dec11d0a76500a0c91e6bf6\"", "invalid-value", "8, 4, 4, 4 and 12"),
      ("uuid", "7", "type-mismatch", "expected a string"),
      ("blob", "\"QU-_\"", "invalid-value", "URL-safe"),
      ("blob", "\"QUI\\u0000\"", "invalid-value", "alphabet"),
      ("blob", "[]", "type-mismatch", "a string"),
    ])
  func bad(type: String, json: String, code: String, reason: String) throws {
    let bench = try ImportBench()
    let summary = try bench.run(text: "{\"a\":{\"v\":\(json)}}\n{\"a\":{}}\n", "col:\(type)=a.v")
    #expect(summary.rows == 1 && summary.rejects == 1)
    let reject = try #require(bench.rejects.first)
    #expect(reject.contains("\"code\":\"\(code)\""), "\(reject)")
    #expect(reject.contains("\"column\":\"col\"") && reject.contains("\"path\":\"$.a.v\""))
    #expect(reject.contains(reason), "\(reject)")
  }

  @Test("become NULL or the default, and are counted, if they are invalid and the contract says so")
  func contract() throws {
    let bench = try ImportBench()
    var columns = try TypedColumnTests.columns.map { text throws(ImportError) in
      try ImportColumn(parsing: text)
    }
    let defaults = [
      "1.10", "2024-05-31", "2024-05-31T00:00:00Z", "0.5", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
      "QUI",
    ]
    for i in columns.indices {
      columns[i].contract.mismatch = .null
      columns[i].contract.standIn = try ColumnConstant(defaults[i], as: columns[i].type)
    }
    let summary = try bench.run(
      .bytes(
        Array("{\"n\":\"x\",\"d\":\"x\",\"t\":1,\"e\":1e99,\"u\":\"\",\"b\":\"Q\"}\n".utf8),
        name: "f"),
      columns: columns)
    #expect(summary.rows == 1)
    #expect(summary.nulled == ["n": 1, "d": 1, "t": 1, "e": 1, "u": 1, "b": 1])
    #expect(
      try bench.rows() == [
        "'1.10'|'2024-05-31'|'2024-05-31T00:00:00.000000Z'|'1970-01-01T00:00:00.500000Z'"
          + "|'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'|'AB'"
      ])
  }

  @Test(
    "go only into a table that keeps them",
    arguments: [
      ("decimal", "TEXT", true), ("decimal", "NUMERIC", false), ("decimal", "REAL", false),
      ("decimal", "", true), ("date", "DATE", true), ("date", "INTEGER", false),
      ("timestamp", "DATETIME", true), ("timestamp", "TIMESTAMP", true),
      ("timestamp", "REAL", false),
      ("uuid", "UUID", true), ("uuid", "VARCHAR(36)", true), ("blob", "BLOB", true),
      ("blob", "TEXT", false), ("epochms", "DATETIME", true),
    ])
  func existing(type: String, declared: String, fits: Bool) throws {
    let bench = try ImportBench()
    try TestDatabase(bench.folder["db.sqlite"]).execute("CREATE TABLE t (v \(declared))")
    let values = [
      "decimal": "12345678901234567890.10", "date": "\"2024-05-31\"",
      "timestamp": "\"2024-05-31T00:00:00.000000Z\"", "blob": "\"QUI=\"", "epochms": "0",
      "uuid": "\"00000000-0000-0000-0000-000000000000\"",
    ]
    let error = importError {
      try bench.run(text: "{\"v\":\(values[type] ?? "")}\n", "v:\(type)=v")
    }
    #expect((error == nil) == fits, "\(error?.message ?? "stored")")
    guard fits else {
      #expect(error?.kind == .conflict)
      return
    }
    let expected = type == "blob" ? "'blob'" : "'text'"
    #expect(try bench.rows("SELECT typeof(v) FROM t") == [expected])
  }

  @Test("keep their types in selected rows")
  func values() throws {
    let columns = try TypedColumnTests.columns.map { text throws(ImportError) in
      try ImportColumn(parsing: text)
    }
    var feed = try JSONFeed(textFeed(TypedColumnTests.feed))
    var rows: [[String]] = []
    try RowSelection(columns: columns).forEach(in: &feed) { row in
      rows.append((0..<row.count).map { "\(row[$0])" })
    }
    let none = Array(repeating: "NULL", count: 6)
    #expect(rows == TypedColumnTests.rows.map { $0.isEmpty ? none : $0 })
    // Because each value is copied often: no larger than a text and its case.
    #expect(MemoryLayout<ImportValue>.size == 17)
  }

  @Test("are proposed by an inference, and its import takes each record")
  func inferred() throws {
    let text = """
      {"d":"2024-02-29","t":"2024-05-01T12:30:00Z","u":"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6","n":1,\
      "l":"2016-12-31T23:59:60Z","f":"2024-05-01T12:30:00,5Z","e":1714559400000}
      {"d":"2024-03-01","t":"2024-05-01T12:30:00.5+02:00","u":"00000000-0000-0000-0000-000000000000",\
      "n":1.12345678901234567890,"l":"2016-12-31T23:59:59Z","f":"2024-05-01T12:30:00Z","e":1714559400001}

      """
    let report = try infer(text)
    let columns = report.columns.map(\.column)
    #expect(
      columns.map(\.description) == [
        "d:date=d", "t:timestamp=t", "u:uuid=u", "n:decimal=n", "l:text=l", "f:text=f", "e:int=e",
      ])
    let bench = try ImportBench()
    #expect(try bench.run(.bytes(Array(text.utf8), name: "f"), columns: columns).rows == 2)
    #expect(report.table.contains("e may count time since 1970: as type epochms it becomes"))
    let table = try report.createTable(named: "t", dialect: .postgresql)
    for type in ["\"d\" date", "\"t\" timestamp with time zone", "\"u\" uuid", "\"n\" numeric"] {
      #expect(table.contains(type), "\(table)")
    }
  }
}
