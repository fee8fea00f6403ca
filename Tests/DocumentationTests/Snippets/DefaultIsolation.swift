import Foundation
import Sluice
import SluiceRules
import SluiceSchema
import Testing

private struct Member {
  let name: String
}

// example DefaultIsolation.md: nonisolated extension Member: SchemaDecodable {

@Suite("Snippets: DefaultIsolation.md")
struct DefaultIsolationSnippets {
  // Tests/CompileFailure/DefaultIsolation checks the text about the flag itself.
  // example DefaultIsolation.md: nonisolated class Folder {

  @Test("a type that is decodable by an extension")
  func member() throws {
    let member: Member = try decodeObject(from: #"{"name": "Ann"}"#)
    #expect(member.name == "Ann")
  }

  @Test("a class and an enum made by rules")
  func folder() throws {
    // example DefaultIsolation.md: let accessRule = EnumRule<Access>().option("all",
    let folder = try folderRule.validateData(#"{"title": "a", "access": "own"}"#)
    #expect(folder.name == "a" && folder.access == .owner)
  }
}
