import Foundation
import Sluice
import SluiceFeed
import SluiceSearch
import Testing

private struct Leg: Equatable { let length: Double }
private struct Animal: Equatable {
  let id: Int
  let name: String
  let legs: [Leg]
  let isTame: Bool
}

private final class LegParser: JSONParser<Leg> {
  override class func modelFields() -> Fields { Fields(mandatory: ["length"], optional: []) }
  override func parseObject(_ data: JSON) -> Leg? { data["length"]?.double.map(Leg.init) }
}

private final class AnimalParser: JSONParser<Animal> {
  override class func modelFields() -> Fields {
    Fields(mandatory: ["id", "name"], optional: ["legs", "tame"])
  }

  override func parseObject(_ data: JSON) -> Animal? {
    printAbsentFields(in: data)
    guard let id = data["id"]?.int, let name = data["name"]?.string else { return nil }
    return Animal(
      id: id, name: name, legs: LegParser().parse(json: data["legs"]),
      isTame: data["tame"]?.bool ?? false)
  }
}

@Suite("Parsers made by subclassing")
struct JSONParserTests {
  private static let text =
    #"{"data": {"animals": [{"id": "1", "name": "Cat", "legs": [{"length": 9}, {"length": "9.5"}], "tame": 1},"#
    + #" {"id": 2, "name": 77}]}}"#
  private static let animals = [
    Animal(id: 1, name: "Cat", legs: [Leg(length: 9), Leg(length: 9.5)], isTame: true),
    Animal(id: 2, name: "77", legs: [], isTame: false),
  ]

  @Test("decode object / array from Data at a path: recursive search, no path")
  func data() throws {
    let parser = AnimalParser()
    #expect(try parser.parse(Data(Self.text.utf8)) == Self.animals)
    #expect(
      try parser.parse(Data(Self.text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))
        == Self.animals)
    #expect(try parser.parse(Array(Self.text.utf8)) == Self.animals)
    #expect(try parser.parse(Self.text) == Self.animals)
    #expect(try parser.parse(Self.text[...]) == Self.animals)
    #expect(try parser.parseAll(PaddedBytes(Self.text.utf8)) == Self.animals)
    #expect(try parser.parseFirst(PaddedBytes(Self.text.utf8)) == Self.animals[0])
    #expect(try parser.parseFirst(Data(Self.text.utf8)) == Self.animals[0])
    #expect(try parser.parseFirst(Array(Self.text.utf8)) == Self.animals[0])
    #expect(try parser.parseFirst(Self.text, checking: .accessed) == Self.animals[0])
  }

  @Test("decode from already parsed JSON: an owned value is searched")
  func owned() throws {
    let json = try JSON(parsing: Self.text)
    #expect(try AnimalParser().parse(json) == Self.animals)
    #expect(try AnimalParser().parseFirst(json) == Self.animals[0])
  }

  @Test("root array: its elements are searched")
  func rootArray() throws {
    #expect(try LegParser().parse(#"[{"length": 1}, 5, [{"length": 2}]]"#).count == 2)
  }

  @Test("required vs optional fields: by guard-let in parseObject")
  func guardLet() throws {
    #expect(
      try AnimalParser().parse(#"[{"id": 3}, {"name": "x"}, {"id": null, "name": "x"}]"#) == [])
    #expect(try AnimalParser().parse(#"{"id": 3, "name": "Eel"}"#).count == 1)
  }

  @Test(
    "preconditions without binding: an object without a mandatory field never reaches parseObject")
  func preconditions() throws {
    final class Counting: JSONParser<Int> {
      var shown = 0
      override class func modelFields() -> Fields { Fields(mandatory: ["a", "b"]) }
      override func parseObject(_ data: JSON) -> Int? {
        shown += 1
        return data["a"]?.int
      }
    }
    let parser = Counting()
    #expect(
      try parser.parse(#"[{"a": 1}, {"b": 1}, {"a": 2, "c": {"b": 3, "a": 4}}, {"b": 1, "a": 9}]"#)
        == [4, 9])
    #expect(parser.shown == 2)
  }

  @Test("struct / class / tuple targets: any")
  func targets() throws {
    final class Box {
      let id: Int
      init(_ id: Int) { self.id = id }
    }
    final class BoxParser: JSONParser<Box> {
      override func parseObject(_ data: JSON) -> Box? { data["id"]?.int.map(Box.init) }
    }
    final class PairParser: JSONParser<(Int, String)> {
      override func parseObject(_ data: JSON) -> (Int, String)? {
        guard let id = data["id"]?.int, let name = data["name"]?.string else { return nil }
        return (id, name)
      }
    }
    #expect(try BoxParser().parse(#"[{"id": 1}]"#).map(\.id) == [1])
    #expect(try PairParser().parse(#"[{"id": 1, "name": "n"}]"#).map(\.1) == ["n"])
    let search = Search((Int, String).self) { fields in
      let id = fields.mandatory("id", .int)
      let name = fields.mandatory("name", .string)
      return { ($0[id], $0[name]) }
    }
    #expect(try search.parseAll(#"[{"id": 1, "name": "n"}]"#).map(\.0) == [1])
    let boxes = Search(Box.self) { fields in
      let id = fields.mandatory("id", .int)
      return { Box($0[id]) }
    }
    #expect(try boxes.parseAll(#"[{"id": 6}]"#).map(\.id) == [6])
  }

  @Test("let properties: the model is made in one call")
  func lets() throws { #expect(try AnimalParser().parse(Self.text) == Self.animals) }

  @Test("recursive types: a parser calls itself, down to the depth limit")
  func recursion() throws {
    struct Folder: Equatable {
      let name: String
      let folders: [Folder]
    }
    final class FolderParser: JSONParser<Folder> {
      override class func modelFields() -> Fields { Fields(mandatory: ["name"]) }
      override func parseObject(_ data: JSON) -> Folder? {
        guard let name = data["name"]?.string else { return nil }
        return Folder(name: name, folders: parse(json: data["folders"]))
      }
    }
    let text =
      #"{"name": "a", "folders": [{"name": "b", "folders": []}, {"name": "c", "folders": {"name": "d"}}]}"#
    let folder = try #require(try FolderParser().parseFirst(text))
    #expect(folder.folders.map(\.name) == ["b", "c"])
    #expect(folder.folders[1].folders == [Folder(name: "d", folders: [])])

    func nested(_ depth: Int) -> String {
      String(repeating: #"{"name": "x", "folders": "#, count: depth) + "[]"
        + String(repeating: "}", count: depth)
    }
    #expect(try FolderParser().parse(nested(100)).count == 1)
    let error = #expect(throws: JSONError.self) {
      try FolderParser().parseAll(nested(50_000), checking: .accessed)
    }
    #expect(error?.code == .depthExceeded)
  }

  @Test("enum: by its raw value")
  func enums() throws {
    enum Kind: String { case cat, dog }
    final class KindParser: JSONParser<Kind> {
      override func parseObject(_ data: JSON) -> Kind? { data["kind"]?.string.flatMap(Kind.init) }
    }
    #expect(try KindParser().parse(#"[{"kind": "dog"}, {"kind": "eel"}]"#) == [.dog])
  }

  @Test("custom extension point: a subclass of a parser, and a custom scalar")
  func extensionPoint() throws {
    final class LoudParser: AccountParser {
      override func parseObject(_ data: JSON) -> Account? {
        super.parseObject(data).map { Account(id: $0.id, name: $0.name?.uppercased()) }
      }
    }
    #expect(try LoudParser().parse(#"{"id": 1, "name": "ann"}"#) == [Account(id: 1, name: "ANN")])
  }

  @Test("a parser that overrides nothing finds and logs nothing")
  func bare() throws {
    #expect(try JSONParser<Int>(logLevel: .logAllFields).parse(#"[{"a": 1}]"#) == [])
  }

  @Test("text that is not JSON is an error with its place, which CoreParser does not report")
  func notJSON() throws {
    let error = #expect(throws: JSONError.self) {
      try AnimalParser().parse("[{\"id\": 1,\n \"x\" 2}]")
    }
    #expect(error?.code == .unexpectedToken && error?.line == 2)
    #expect(throws: JSONError.self) { try AnimalParser().parse(Data()) }
    #expect(try AnimalParser().parse("5") == [])
  }

  @Test("a feed accepts a search, and a parser, which is made for each record")
  func feeds() throws {
    let lines =
      "{\"x\": {\"id\": 1, \"name\": \"a\"}}\n[]\n{\"id\" 2}\n[{\"id\": 3, \"name\": \"c\"}, {\"id\": 4, \"name\": \"d\"}]\n"
    var found: [Account] = []
    var rejects = 0
    var feed = try JSONFeed(.bytes(Array(lines.utf8), name: "lines"))
    try feed.forEach(
      .parser(AccountParser()), { found += $0 }, rejected: { _ in rejects += 1 })
    #expect(found.map(\.id) == [1, 3, 4] && rejects == 1)
    found = []
    feed = try JSONFeed(.bytes(Array(lines.utf8), name: "lines"))
    try feed.forEach(accountSearch, { found += $0 }, rejected: { _ in rejects += 1 })
    #expect(found.map(\.id) == [1, 3, 4] && rejects == 2)
  }
}
