import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import SluiceQueries
import SluiceSamples
import TestSupport
import Testing

@Suite("JSONPaths in columns and filters")
struct QueryColumnTests {
  private static let text = """
    {"id":1,"a":[{"id":2,"s":"x"},{"id":3}]}
    {"id":4,"a":[]}
    {"a":{"id":"\\u0078"}}
    {"id":null,"b":{"s":"y"}}
    7

    """

  private func rows(
    _ columns: [String], filter: String? = nil, text: String = text, threads: Int = 1,
    explode: String? = nil, format: FileFormat = .ndjson
  ) throws -> (rows: [String], rejected: Int64) {
    var feed = try questionFeed(text, threads: threads)
    let selection = RowSelection(
      columns: try columns.map { text throws(ImportError) in try ImportColumn(parsing: text) },
      where: try filter.map { text throws(ImportError) in try Filter(text) },
      explode: try explode.map { text throws(ImportError) in try ColumnPath(parsing: text) })
    let out = try unsafe written { _ = try unsafe selection.write(&feed, as: format, to: $0) }
    return (out.split(separator: "\n").map(String.init), feed.counts.rejected)
  }

  @Test("a column of type json gets an array of all that is selected", arguments: [1, 2])
  func arrays(threads: Int) throws {
    let found = try rows(["ids:json=$..id", "n:int=id"], threads: threads)
    #expect(
      found.rows == [
        #"{"ids":[1,2,3],"n":1}"#, #"{"ids":[4],"n":4}"#, #"{"ids":["\u0078"],"n":null}"#,
        #"{"ids":[null],"n":null}"#,
      ])
    // The number has no field id; a JSONPath alone would take it.
    #expect(found.rejected == 1)
    #expect(try rows(["ids:json=$..id"]).rows.last == #"{"ids":[]}"#)
  }

  @Test("a JSONPath of names and indexes gives its value, also in a column of type json")
  func singular() throws {
    #expect(
      try rows(["v:json=$.a[0].id", "w:json=$['a'][-1]"]).rows == [
        #"{"v":2,"w":{"id":3}}"#, #"{"v":null,"w":null}"#, #"{"v":null,"w":null}"#,
        #"{"v":null,"w":null}"#, #"{"v":null,"w":null}"#,
      ])
  }

  @Test("any other column gets the only value, NULL for none, and several are a mismatch")
  func onlyValues() throws {
    let found = try rows(["s:text=$..s", "id:int=$.a[?@.id > 2].id"])
    #expect(
      found.rows == [
        #"{"s":"x","id":3}"#, #"{"s":null,"id":null}"#, #"{"s":null,"id":null}"#,
        #"{"s":"y","id":null}"#, #"{"s":null,"id":null}"#,
      ])
    let several = try rows(["id:int=$.a[*].id"])
    #expect(several.rows.count == 4 && several.rejected == 1)
    var feed = try questionFeed(QueryColumnTests.text)
    let column = try ImportColumn(
      name: "id", type: .int, path: ColumnPath(parsing: "$.a[*].id"),
      contract: ColumnContract(mismatch: .null))
    let counts = try RowSelection(columns: [column]).forEach(in: &feed) { _ in }
    #expect(counts.rows == 5 && counts.nulled == ["id": 1])
  }

  @Test("columns by JSONPath are those that the query selects from each record", arguments: [1, 3])
  func model(threads: Int) throws {
    var sample = SampleFeed(shape: .events, seed: 9)
    var bytes: [UInt8] = []
    sample.appendRecords(300, to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    for query in ["$..login", "$.payload..*", "$[?@.login].login", "$..[?@.name].name"] {
      let found = try rows(["v:json=\(query)"], text: text, threads: threads)
      let parsed = try JSONQuery(query)
      let expected = try text.split(separator: "\n").map { line in
        let root = try JSONDocument(parsing: Array(line.utf8)).root
        let values = try parsed.matches(in: root).map { value in
          String(decoding: try value.rawBytes, as: UTF8.self)
        }
        return "{\"v\":[\(values.joined(separator: ","))]}"
      }
      #expect(found.rows == expected, "\(query)")
    }
  }

  @Test("beside an exploded array a JSONPath is the record's, and it can't be exploded itself")
  func exploded() throws {
    let found = try rows(["id:int=a[].id", "all:json=$..id"], explode: "a")
    #expect(found.rows == [#"{"id":2,"all":[1,2,3]}"#, #"{"id":3,"all":[1,2,3]}"#])
    let error = #expect(throws: ImportError.self) { try rows(["id:int=id"], explode: "$.a[*]") }
    #expect(error?.message.contains("can't explode $.a[*]") == true)
    // Not a JSONPath, but the elements of the record.
    #expect(try rows(["n:int=$[]"], text: "[1,2]\n", explode: "$").rows.count == 2)
  }

  @Test(
    "a test in a filter holds if it holds for one of the values",
    arguments: [
      ("$..id = 3", [1]), ("exists $..id", [1, 2, 3, 4]), ("not $..id = 3", [2, 3, 4, 5]),
      ("$..id != 1", [2, 3, 4, 5]), ("$..s in ('x', 'y')", [1, 4]), ("$..id > 2", [1, 2]),
      ("`$.a[?@.id == 2]`.s = 'x'", []), ("exists `$.a[?@.id == 2 && @.s]`", [1]),
      ("$..s startsWith 'y' or $.a[0].id = 2", [1, 4]), ("$..id = 'x'", [3]),
      ("exists $..a and $..id < 4", [1]),
    ])
  func filters(filter: String, expected: [Int]) throws {
    // One of them is no filter at all: the path ends with its backtick.
    guard !expected.isEmpty else {
      #expect(throws: ImportError.self) { try Filter(filter) }
      return
    }
    for threads in [1, 2] {
      let found = try rows(["line:line"], filter: filter, threads: threads)
      #expect(found.rows == expected.map { "{\"line\":\($0)}" }, "\(filter)")
    }
  }

  @Test(
    "wrong JSONPaths say where",
    arguments: [
      ("a:json=$..", "JSONPath"), ("a:json=$.a b", "JSONPath"),
      ("a:list<int>=$..id", "a JSONPath can't fill a list<int>"), ("a:int=$[?@.a", "JSONPath"),
    ])
  func wrong(column: String, message: String) throws {
    let error = #expect(throws: ImportError.self) { try ImportColumn(parsing: column) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("a field named $ is reached by a JSON Pointer, and names that begin with $ by themselves")
  func dollars() throws {
    let text = #"{"$":{"a":1},"$ref":2,"$a":{"b":3}}"# + "\n"
    #expect(
      try rows(["a:int=/$/a", "r:int=$ref", "b:int=$a.b"], text: text).rows
        == [#"{"a":1,"r":2,"b":3}"#])
  }

  @Test("keys below what a JSONPath begins with are asked for")
  func unknownKeys() throws {
    func unknown(_ column: String) throws -> [ByteName: Int64] {
      var feed = try questionFeed(#"{"id":1,"a":{"b":{"c":1},"d":2}}"# + "\n")
      let selection = RowSelection(
        columns: [try ImportColumn(parsing: column)], unknownKeys: .report)
      return try selection.forEach(in: &feed) { _ in }.unknownKeys
    }
    #expect(try unknown("x:json=$..c").isEmpty)
    #expect(try unknown("x:json=$.a.b..c") == ["id": 1, "a.d": 1])
  }

  @Test("a job file has JSONPaths, and a job stores what they select")
  func jobs() throws {
    let folder = try TemporaryFolder()
    try folder.write(QueryColumnTests.text, to: "feed.ndjson")
    let database = folder["a.db"]
    let file = try ImportJobFile(
      parsing: """
        {"sources":["\(folder["feed.ndjson"])"],"into":"\(database)","table":"t",
         "rejects":"\(folder["rejects"])","where":"exists $..id",
         "columns":[{"name":"ids","type":"json","path":"$..id"},
          {"name":"s","type":"text","path":"$..s","required":false}]}
        """)
    #expect(file.columns.map(\.description) == ["ids:json=$..id", "s:text=$..s"])
    let summary = try file.job().run()
    #expect(summary.rows == 4 && summary.filtered == 1)
    #expect(
      try TestDatabase(database).rows("SELECT ids, s FROM t").first == "'[1,2,3]'|'x'")
  }

  @Test("records that are damaged where a query comes are rejects")
  func damagedRecords() throws {
    let text = "{\"a\":[1,}\n{\"a\":[1,2]}\n{\"a\":\"\\x\"}\n"
    let found = try rows(["a:json=$.a[*]"], text: text)
    #expect(found.rows == [#"{"a":[1,2]}"#] && found.rejected == 2)
  }
}
