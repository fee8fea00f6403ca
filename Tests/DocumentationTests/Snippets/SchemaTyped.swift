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
    let addressSchema = Schema(Address.self) { fields in
      let street = fields.required("street", .string)
      let zip = fields.optional("zip", .string)
      return { Address(street: $0[street], zip: $0[zip]) }
    }
    #expect(try addressSchema.decode(#"{"street":"A"}"#) == Address(street: "A", zip: nil))
  }

  @Test("map converts a value")
  func map() throws {
    let colour = StringMapping().map { name in
      guard let colour = Colour(rawValue: name) else {
        throw ParserError.validation(failureReason: "\(name) is not a colour")
      }
      return colour
    }
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
    throw ParserError.validation(failureReason: "\(name) is not a colour")
  }

  @Test("a schema can contain itself")
  func recursive() throws {
    enum Schemas {
      static let folder: Schema<Folder> = Schema(Folder.self) { fields in
        let name = fields.required("name", .string)
        let folders = fields.optional("folders", .array(of: .lazy(Schemas.folder)), default: [])
        return { Folder(name: $0[name], folders: $0[folders]) }
      }
    }
    let folder = try Schemas.folder.decode(#"{"name":"a","folders":[{"name":"b"}]}"#)
    #expect(folder.folders == [Folder(name: "b", folders: [])])
  }

  @Test("a schema without a type makes entities")
  func untyped() throws {
    let data = Data(#"{"name": "Ann"}"#.utf8)
    let schema = Schema { schema in
      schema.addProperty(keyPath: "name", type: .string)
      schema.addProperty(keyPath: "age", type: .int, optional: true)
    }
    let entity = try schema.decode(data)
    #expect(entity.keys == ["name"])
  }
}
