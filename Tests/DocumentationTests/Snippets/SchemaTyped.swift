import Foundation
import Sluice
import SluiceFoundation
import SluiceSchema
import Testing

private struct Address: Equatable, Sendable { let street: String; let zip: String? }

private struct Folder: Equatable, Sendable { let name: String; let folders: [Folder] }

private enum Colour: String { case red, green }

@Suite("Snippets: TypedSchemas.md")
struct TypedSchemaSnippets {
  @Test("a field returns a slot")
  func slots() throws {
    // example TypedSchemas.md: let addressSchema = Schema(Address.self) { fields in
    #expect(try addressSchema.decode(#"{"street":"A"}"#) == Address(street: "A", zip: nil))
  }

  @Test("map converts a value")
  func map() throws {
    // example TypedSchemas.md: let colour = StringMapping().map { name in
    let schema = Schema(Colour.self) { fields in
      let value = fields.required("colour", colour)
      return { $0[value] }
    }
    #expect(try schema.decode(#"{"colour":"red"}"#) == .red)
    let error = #expect(throws: ParserError.self) { try schema.decode(#"{"colour":"x"}"#) }
    #expect(error?.failureReason == "x is not a colour")
    #expect(error?.issues.first?.path == "$.colour")
    #expect(throws: ParserError.self) { try fail("x") }
  }

  private func fail(_ name: String) throws {
    // example ErrorsOfPayloads.md: throw ParserError.validation(failureReason: "\(name) is not a
  }

  @Test("a schema can contain itself")
  func recursive() throws {
    // example TypedSchemas.md: enum Schemas {
    let folder = try Schemas.folder.decode(#"{"name":"a","folders":[{"name":"b"}]}"#)
    #expect(folder.folders == [Folder(name: "b", folders: [])])
  }

  @Test("a schema without a type makes entities")
  func untyped() throws {
    let data = Data(#"{"name": "Ann"}"#.utf8)
    // example TypedSchemas.md: let schema = Schema { schema in
    #expect(entity.keys == ["name"])
  }
}
