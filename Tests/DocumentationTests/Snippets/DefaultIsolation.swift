import Foundation
import Sluice
import SluiceRules
import SluiceSchema
import Testing

private struct Member {
  let name: String
}

nonisolated extension Member: SchemaDecodable {
  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "name", type: .string)
    }
    name = entity <-! "name"
  }
}

@Suite("Snippets: DefaultIsolation.md")
struct DefaultIsolationSnippets {
  // Tests/CompileFailure/DefaultIsolation checks the text about the flag itself.
  nonisolated class Folder {
    var name: String!
    var access = Access.everyone
  }

  nonisolated enum Access { case everyone, owner }

  @Test("a type that is decodable by an extension")
  func member() throws {
    let member: Member = try decodeObject(from: #"{"name": "Ann"}"#)
    #expect(member.name == "Ann")
  }

  @Test("a class and an enum made by rules")
  func folder() throws {
    let accessRule = EnumRule<Access>().option("all", .everyone).option("own", .owner)
    let folderRule = ClassRule(Folder())
      .expect("title", StringRule) { $0.name = $1 }
      .expect("access", accessRule) { $0.access = $1 }
    let folder = try folderRule.validateData(#"{"title": "a", "access": "own"}"#)
    #expect(folder.name == "a" && folder.access == .owner)
  }
}
