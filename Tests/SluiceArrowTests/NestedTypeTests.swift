import SluiceFeed
import SluiceRows
import Testing

@Suite("Nested column types")
struct NestedTypeTests {
  @Test(
    "have a text that is read back",
    arguments: [
      "list<int>", "list<list<text>>", "map<text, real>", "struct<name: text, size: int required>",
      "struct<\"a b\": int, \"\": list<map<text, struct<x: json>>> required>",
      "struct<\"q\\\"\": bool, \"a\\u003db\": uuid, a.b: blob, \"é\": date>",
    ])
  func text(_ text: String) throws {
    let type = try ColumnType(parsing: text)
    #expect(type.description == text)
    let column = try ImportColumn(parsing: "a:b:\(text)=path")
    #expect(column.name == "a:b")
    #expect(column.type == type)
    #expect(column.description == "a:b:\(text)=path")
  }

  @Test("may be written with spaces, and names as JSON strings")
  func spaces() throws {
    let type = try ColumnType(parsing: " struct < a:int , \"b\" : list< text >required > ")
    let fields = [
      ColumnType.Field(name: "a", type: .int),
      ColumnType.Field(name: "b", type: .list(.text), isRequired: true),
    ]
    #expect(type == .structure(fields))
  }

  @Test(
    "that are none are refused, with the place",
    arguments: [
      ("list", "expected '<' at byte 5, found its end"),
      ("list<int", "expected '>' at byte 9, found its end"),
      ("list<int>x", "expected the end of the type at byte 10, found \"x\""),
      ("list<integer>", "expected a type: int, real, text"),
      ("map<int, text>", "expected text, the type of a map's keys, at byte 5"),
      ("map<text>", "expected ',' at byte 9"),
      ("struct<>", "expected a field's name, plain or as a JSON string, at byte 8"),
      ("struct<a: int,>", "expected a field's name"),
      ("struct<a: int b: int>", "expected 'required', ',' or '>' at byte 15"),
      ("struct<a: int, \"a\": text>", "the struct has two fields \"a\""),
      ("struct<\"a: int>", "expected a field's name as a JSON string at byte 8"),
      ("struct<\"\\u0000\": int>", "a name can't hold U+0000"),
    ])
  func faults(text: String, message: String) {
    let error = #expect(throws: ImportError.self) { try ColumnType(parsing: text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    let column = #expect(throws: ImportError.self) { try ImportColumn(parsing: "c:\(text)=p") }
    #expect(column?.kind == .badColumn)
  }

  @Test("have at most 16 levels and 1000 types")
  func limits() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "list<", count: levels - 1) + "int"
        + String(repeating: ">", count: levels - 1)
    }
    #expect(try ColumnType(parsing: nested(16)).isNested)
    let error = #expect(throws: ImportError.self) { try ColumnType(parsing: nested(17)) }
    #expect(error?.message.contains("at most 16 levels") == true)
    #expect(throws: ImportError.self) { try ColumnType(parsing: nested(100_000)) }
    func wide(_ fields: Int) -> String {
      "struct<\((0..<fields).map { "f\($0): int" }.joined(separator: ", "))>"
    }
    #expect(try ColumnType(parsing: wide(999)).isNested)
    let large = #expect(throws: ImportError.self) { try ColumnType(parsing: wide(1000)) }
    #expect(large?.message.contains("at most 1000 types") == true)
    var deep = ColumnType.int
    for _ in 0..<20 { deep = .list(deep) }
    #expect(throws: ImportError.self) {
      try ImportColumn(name: "a", type: deep, path: ColumnPath(parsing: "a"))
    }
  }

  @Test("are refused where rows are made, and have no constants")
  func rows() throws {
    let selection = RowSelection(columns: [try ImportColumn(parsing: "a:list<int>=a")])
    var feed = try JSONFeed(.bytes(Array("{\"a\":[1]}".utf8), name: "t"))
    let error = #expect(throws: ImportError.self) { try selection.forEach(in: &feed) { _ in } }
    #expect(error?.kind == .badColumn)
    #expect(error?.message.contains("rows can't hold list<int>") == true)
    #expect(throws: ImportError.self) {
      try unsafe selection.write(&feed, as: .ndjson) { _ in }
    }
    #expect(throws: ImportError.self) { try ImportColumn(parsingConstant: "a:list<int>=[1]") }
  }
}
