import SluiceImport
import Testing

@Suite("A column's specification")
struct ColumnTests {
  @Test(
    "is taken apart at the first '=' and the last ':' before it",
    arguments: [
      ("id:int=id", "id", ColumnType.int, ["id"]),
      ("actor:text=actor.login", "actor", .text, ["actor", "login"]),
      ("a:b:real=x", "a:b", .real, ["x"]),
      ("q:json=a[\"b.c\"].d", "q", .json, ["a", "b.c", "d"]),
      ("q:json=[\"quo\\\"te\"]", "q", .json, ["quo\"te"]),
      ("q:bool=$.a", "q", .bool, ["a"]),
      ("eq:text=a=b", "eq", .text, ["a=b"]),
    ])
  func parses(specification: String, name: String, type: ColumnType, fields: [String]) throws {
    let column = try ImportColumn(parsing: specification)
    #expect(column.name == name)
    #expect(column.type == type)
    #expect(column.path.steps == fields.map { .field($0) })
    #expect(column.description == specification)
  }

  @Test("can lead into arrays, and to the record itself")
  func elements() throws {
    let column = try ImportColumn(parsing: "sha:text=commits[2].sha")
    #expect(column.path.steps == [.field("commits"), .element(2), .field("sha")])
    #expect(try ImportColumn(parsing: "raw:json=$").path.steps.isEmpty)
    #expect(try ImportColumn(parsing: "x:int=[0][1]").path.steps == [.element(0), .element(1)])
  }

  @Test(
    "that is wrong is refused with the part that is wrong",
    arguments: [
      ("id", "there is no '='"), ("id=id", "there is no ':'"),
      ("id:integer=id", "type \"integer\" is none of int, real, text, bool, json"),
      (":int=id", "the name is empty"), ("id:int=", "the path is empty"),
      ("id:int=a..b", "expected a name"), ("id:int=.a", "expected a name"),
      ("id:int=a[x]", "element's number"), ("id:int=a[1", "expected ']'"),
      ("id:int=a[1]b", "expected '.' or '['"), ("id:int=a[\"b", "closing quote"),
      ("id:int=a[-1]", "element's number"), ("id:int=a[99999999999]", "element's number"),
    ])
  func refuses(specification: String, reason: String) throws {
    let error = importError { _ = try ImportColumn(parsing: specification) }
    #expect(error?.kind == .badColumn)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
    #expect(error?.message.contains(specification) == true)
  }

  @Test("can't be deeper than the walk goes")
  func deep() throws {
    let path = Array(repeating: "a", count: 65).joined(separator: ".")
    let error = importError { _ = try ImportColumn(parsing: "id:int=\(path)") }
    #expect(error?.message.contains("at most 64 steps") == true)
  }
}
