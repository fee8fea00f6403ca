import Sluice
import SluiceImport
import Testing

@Suite("A column's specification")
struct ColumnTests {
  @Test(
    "is split at the first '=' and the last ':' before it",
    arguments: [
      ("id:int=id", "id", ColumnType.int, ["id"]),
      ("actor:text=actor.login", "actor", .text, ["actor", "login"]),
      ("a:b:real=x", "a:b", .real, ["x"]),
      ("q:json=/a/b.c/d", "q", .json, ["a", "b.c", "d"]),
      ("q:json=/a~1b//~0", "q", .json, ["a/b", "", "~"]), ("eq:text=a=b", "eq", .text, ["a=b"]),
      ("sha:text=commits.2.sha", "sha", .text, ["commits", "2", "sha"]),
      ("raw:json=$", "raw", .json, []), ("dollar:json=/$", "dollar", .json, ["$"]),
    ])
  func parses(specification: String, name: String, type: ColumnType, steps: [String]) throws {
    let column = try ImportColumn(parsing: specification)
    #expect(column.name == ByteName(name))
    #expect(column.type == type)
    #expect(column.path?.steps.map(\.key) == steps)
    #expect(column.description == specification)
  }

  @Test(
    "that is wrong is refused with the part that is wrong",
    arguments: [
      ("id", "there is no '='"), ("id=id", "there is no ':'"),
      ("id:integer=id", "type \"integer\" is not one of int, real, text, bool, json"),
      (":int=id", "the name is empty"), ("id:int=", "the path is empty"),
      ("id:int=a..b", "expected a name"), ("id:int=.a", "expected a name"),
      ("id:int=a.", "expected a name"), ("id:int=/a~2", "'~' stands only in"),
    ])
  func refuses(specification: String, reason: String) throws {
    let error = importError { _ = try ImportColumn(parsing: specification) }
    #expect(error?.kind == .badColumn)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
    #expect(error?.message.contains(specification) == true)
  }

  @Test("is split by bytes: a mark that combines with '=' or ':' hides neither")
  func combining() throws {
    let path = try ImportColumn(parsing: "a:int=\u{301}x")
    #expect(path.name == "a" && path.type == .int)
    #expect(path.path?.steps.map { Array($0.key.utf8) } == [[0xCC, 0x81, 0x78]])
    let name = try ImportColumn(parsing: "\u{301}a:\u{301}:int=x")
    #expect(name.type == .int)
    #expect(name.name == "\u{301}a:\u{301}")
    let word = try ImportColumn(parsing: "\u{301}:source")
    #expect(word.name == "\u{301}" && word.origin == .source)
    let value = try ImportColumn(parsingConstant: "k:text=\u{301}")
    #expect(value.origin == .constant(.text("\u{301}")))
  }

  @Test("can't be deeper than the walk goes")
  func deep() throws {
    let path = Array(repeating: "a", count: 65).joined(separator: ".")
    let error = importError { _ = try ImportColumn(parsing: "id:int=\(path)") }
    #expect(error?.message.contains("at most 64 steps") == true)
  }
}
