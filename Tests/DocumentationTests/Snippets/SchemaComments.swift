import Foundation
import Sluice
import SluiceFoundation
import SluiceSchema
import Testing

private struct Person { let name: String; let age: Int? }

extension Person: SchemaDecodable {
  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "name", type: .string)
      schema.addProperty(keyPath: "age", type: .int, optional: true)
    }
    name = entity <-! "name"
    age = entity <-? "age"
  }
}

private struct Resident { let name: String; let nickname: String?; let zip: String }
private typealias Avatar = Person

@Suite("Snippets: comments of SluiceSchema")
struct SchemaCommentSnippets {
  @Test("SchemaDecodable, decodeObject")
  func decodable() throws {
    let data = Data(#"{"response": {"avatar": {"name": "Ann", "age": null}}}"#.utf8)
    let avatar: Avatar = try decodeObject(from: data, atKeyPath: "response.avatar")
    #expect(avatar.name == "Ann" && avatar.age == nil)
  }

  @Test("Schema")
  func schema() throws {
    struct Person { let name: String; let nickname: String?; let zip: String }
    let data = Data(#"{"name": "Ann", "address": {"zip": "10"}}"#.utf8)
    let personSchema = Schema(Person.self) { fields in
      let name = fields.required("name", .string)
      let nickname = fields.optional("nickname", .string)
      let zip = fields.required("address.zip", .string)
      return { Person(name: $0[name], nickname: $0[nickname], zip: $0[zip]) }
    }
    let person = try personSchema.decode(data)
    #expect(person.name == "Ann" && person.nickname == nil && person.zip == "10")
  }

  @Test("Schema without a type, SchemaEntity")
  func untyped() throws {
    let data = Data(#"{"name": "Ann", "age": 7}"#.utf8)
    let schema = Schema { schema in
      schema.addProperty(keyPath: "name", type: .string)
      schema.addProperty(keyPath: "age", type: .int, optional: true)
    }
    let entity = try schema.decode(data)
    let name: String = entity <-! "name"
    let age = try entity.value("age", as: Int.self)
    #expect(name == "Ann" && age == 7)
  }

  @Test("Parser")
  func parser() throws {
    var reader = JSONReader()
    let found = try reader.withDocument(#"{"url": "https://a.b", "width": 3}"#) { json in
      let entity = try Parser.parseEntity(json: json) { schema in
        schema.addProperty(keyPath: "url", type: .url)
        schema.addProperty(keyPath: "width", type: .int)
      }
      let url: URL = entity <-! "url"
      return url
    }
    #expect(found.host() == "a.b")
  }
}
