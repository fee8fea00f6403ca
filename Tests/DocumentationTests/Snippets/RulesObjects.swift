import Foundation
import Sluice
import SluiceRules
import Testing

@Suite("Snippets: SluiceRules, objects")
struct RulesObjectSnippets {
  final class Folder {
    var name: String!
    var size: Int64!
    var folders: [Folder]?
  }

  struct Document {
    var title = ""
    var size: Int64 = 0
    var author: String?
    var tags: [String] = []
  }

  struct Person {
    let id: Int
    let nick: String?
  }

  @Test("a rule and its nested rule")
  func landing() throws {
    // example SluiceRules.md: let folderRule = ClassRule(Folder())
    #expect(folder.folders?.first?.size == 256)
  }

  @Test("structs")
  func structs() throws {
    // example ObjectFields.md 1: let documentRule = StructRule(ValueBox(Document()))
    let document = try documentRule.validateData(#"{"title": "a", "version": 2}"#)
    #expect(document.size == -1 && document.author == nil)
  }

  @Test("tuples and scalars")
  func tuples() throws {
    // example ObjectFields.md: let pairRule = StructRule(ValueBox(("", 0)))
    #expect(try pairRule.validateData(#"{"title": "a", "size": 2}"#) == ("a", 2))
    #expect(try titleRule.validateData(#"{"title": "a", "size": 2}"#) == "a")
  }

  @Test("properties")
  func properties() throws {
    // example ObjectFields.md 2: let documentRule = StructRule(ValueBox(Document()))
    #expect(String(decoding: data, as: UTF8.self) == #"{"title":"a","tags":[]}"#)
  }

  @Test("properties of a class, and of a struct")
  func keyPaths() throws {
    struct Folder {
      var name = ""
    }
    final class Box {
      var name = ""
    }
    do {
      // example StructRule+KeyPath.swift: let folderRule =
      #expect(try folderRule.validateData(#"{"title": "a"}"#).name == "a")
    }
    do {
      // example ClassRule+KeyPath.swift: let boxRule = ClassRule(Box()).expect("title",
      #expect(try boxRule.validateData(#"{"title": "a"}"#).name == "a")
    }
  }

  @Test("fields in statements")
  func statements() throws {
    struct Folder {
      var name = ""
      var size: Int64 = 0
      var folders: [Folder] = []
    }
    // example ObjectFields.md: let folderRule = StructRule(ValueBox(Folder())) { rule in
    let folder = try folderRule.validateData(#"{"title": "a", "folders": [{"title": "b"}]}"#)
    #expect(folder.folders[0].name == "b")
  }

  @Test("bound by closures")
  func bound() throws {
    struct Folder {
      var name: String
      var size: Int64
    }
    // example ObjectRule.swift: let folderRule = StructRule(ValueBox(Folder(name: "", size: 0)))
    #expect(try folderRule.validateData(#"{"title": "a", "size": 3}"#).size == 3)
  }

  @Test("a ref")
  func reference() throws {
    struct Folder { var name = "" }
    // example ValueBox.swift: let rule = StructRule(ValueBox(Folder()))
    #expect(try rule.validateData(#"{"name": "a"}"#).name == "a")
  }

  @Test("let structs")
  func made() throws {
    // example ObjectFields.md: let personRule = MakeRule<Person> { fields in
    let person = try personRule.validateData(#"{"id": 7}"#)
    #expect(person.id == 7 && person.nick == nil)
    #expect(try personRule.dump(person) == ["id": 7])
  }

  @Test("slots")
  func slots() throws {
    struct Person {
      let id: Int
      let name: String
    }
    let personRule = MakeRule<Person> { fields in
      let id = fields.expect("id", IntRule)
      let name = fields.expect("name", StringRule)
      return { Person(id: $0[id], name: $0[name]) }
    }
    #expect(try personRule.validateData(#"{"id": 7, "name": "Ada"}"#).name == "Ada")
  }

  @Test("let structs that contain themselves")
  func recursive() throws {
    struct Folder {
      let name: String
      let folders: [Folder]
    }
    // example ObjectFields.md: let folderRule = RecursiveRule<Folder> { itself in
    let folder = try folderRule.validateData(#"{"name": "a", "folders": [{"name": "b"}]}"#)
    #expect(folder.folders[0].name == "b")
  }

  @Test("paths")
  func paths() throws {
    // example ObjectFields.md: let id: JSONPath = "message" / "payload" / 0 / "id"
    #expect(id.description == "message/payload/0/id")
    var reader = JSONReader()
    let value = try reader.withDocument(#"{"message": {"payload": [{"id": 7}]}}"#) { root in
      try root.value(atPath: id)?.int
    }
    #expect(value == 7)
  }
}
