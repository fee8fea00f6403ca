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
    let folderRule = ClassRule(Folder())
      .expect("title", .string) { $0.name = $1 }
      .expect("size", .int64) { $0.size = $1 }
    folderRule.optional("folders", ArrayRule(itemRule: folderRule)) { $0.folders = $1 }

    let data = Data(
      #"{"title": "root", "size": 128, "folders": [{"title": "home", "size": 256}]}"#.utf8)
    let folder = try folderRule.validateData(data)
    print(folder.folders?.first?.name ?? "empty")  // home
    #expect(folder.folders?.first?.size == 256)
  }

  @Test("structs")
  func structs() throws {
    let documentRule = StructRule(ValueBox(Document()))
      .expect("title", StringRule) { $0.value.title = $1 }
      .optional("size", Int64Rule, ifNotFound: -1) { $0.value.size = $1 }
      .forceOptional("author" / "name", StringRule) { $0.value.author = $1 }
      .required("version", IntRule) { (1...2).contains($0) }
    let document = try documentRule.validateData(#"{"title": "a", "version": 2}"#)
    #expect(document.size == -1 && document.author == nil)
  }

  @Test("tuples and scalars")
  func tuples() throws {
    let pairRule = StructRule(ValueBox(("", 0)))
      .expect("title", StringRule) { $0.value.0 = $1 }
      .expect("size", IntRule) { $0.value.1 = $1 }
    let titleRule = StructRule(ValueBox("")).expect("title", StringRule) { $0.value = $1 }
    #expect(try pairRule.validateData(#"{"title": "a", "size": 2}"#) == ("a", 2))
    #expect(try titleRule.validateData(#"{"title": "a", "size": 2}"#) == "a")
  }

  @Test("properties")
  func properties() throws {
    let documentRule = StructRule(ValueBox(Document()))
      .expect("title", StringRule, \.title)
      .optional("author", StringRule, \.author)
      .optional("tags", ArrayRule(itemRule: StringRule), \.tags)
    let document = try documentRule.validateData(#"{"title": "a", "author": null}"#)
    let data = try documentRule.dumpData(document)  // {"title":"a","tags":[]}
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
      let folderRule = StructRule(ValueBox(Folder())).expect("title", StringRule, \.name)
      #expect(try folderRule.validateData(#"{"title": "a"}"#).name == "a")
    }
    do {
      let boxRule = ClassRule(Box()).expect("title", StringRule, \.name)
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
    let folderRule = StructRule(ValueBox(Folder())) { rule in
      rule.expect("title", StringRule, \.name)
      rule.optional("size", Int64Rule, \.size)
      rule.optional("folders", ArrayRule(itemRule: rule), \.folders)
    }
    let folder = try folderRule.validateData(#"{"title": "a", "folders": [{"title": "b"}]}"#)
    #expect(folder.folders[0].name == "b")
  }

  @Test("bound by closures")
  func bound() throws {
    struct Folder {
      var name: String
      var size: Int64
    }
    let folderRule = StructRule(ValueBox(Folder(name: "", size: 0)))
      .expect("title", StringRule) { $0.value.name = $1 }
      .expect("size", Int64Rule) { $0.value.size = $1 }
    #expect(try folderRule.validateData(#"{"title": "a", "size": 3}"#).size == 3)
  }

  @Test("a ref")
  func reference() throws {
    struct Folder { var name = "" }
    let rule =
      StructRule(ValueBox(Folder())).expect("name", .string) { $0.value.name = $1 }
    #expect(try rule.validateData(#"{"name": "a"}"#).name == "a")
  }

  @Test("let structs")
  func made() throws {
    let personRule = MakeRule<Person> { fields in
      let id = fields.expect("id", IntRule) { $0.id }
      let nick = fields.optional("nick", StringRule) { $0.nick }
      return { Person(id: $0[id], nick: $0[nick]) }
    }
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
    let folderRule = RecursiveRule<Folder> { itself in
      MakeRule<Folder> { fields in
        let name = fields.expect("name", StringRule)
        let folders = fields.optional("folders", ArrayRule(itemRule: itself), ifNotFound: [])
        return { Folder(name: $0[name], folders: $0[folders]) }
      }
    }
    let folder = try folderRule.validateData(#"{"name": "a", "folders": [{"name": "b"}]}"#)
    #expect(folder.folders[0].name == "b")
  }

  @Test("paths")
  func paths() throws {
    let id: JSONPath = "message" / "payload" / 0 / "id"
    #expect(id.description == "message/payload/0/id")
    var reader = JSONReader()
    let value = try reader.withDocument(#"{"message": {"payload": [{"id": 7}]}}"#) { root in
      try root.value(atPath: id)?.int
    }
    #expect(value == 7)
  }
}
