import Foundation
import Sluice
import SluiceFoundation
import SluiceSchema
import Testing

private struct Person { let name: String; let age: Int? }

// example SchemaDecodable.swift: extension Person: SchemaDecodable {

private struct Resident { let name: String; let nickname: String?; let zip: String }
private typealias Avatar = Person

@Suite("Snippets: comments of SluiceSchema")
struct SchemaCommentSnippets {
  @Test("SchemaDecodable, decodeObject")
  func decodable() throws {
    let data = Data(#"{"response": {"avatar": {"name": "Ann", "age": null}}}"#.utf8)
    // example decodeObject.swift: let avatar: Avatar = try decodeObject(from: data, atKeyPath:
    #expect(avatar.name == "Ann" && avatar.age == nil)
  }

  @Test("Schema")
  func schema() throws {
    struct Person { let name: String; let nickname: String?; let zip: String }
    let data = Data(#"{"name": "Ann", "address": {"zip": "10"}}"#.utf8)
    // example Schema.swift: let personSchema = Schema(Person.self) { fields in
    #expect(person.name == "Ann" && person.nickname == nil && person.zip == "10")
  }

  @Test("Schema without a type, SchemaEntity")
  func untyped() throws {
    let data = Data(#"{"name": "Ann", "age": 7}"#.utf8)
    // example Schema+Entity.swift: let schema = Schema { schema in
    // example SchemaEntity.swift: let name: String = entity <-! "name"
    #expect(name == "Ann" && age == 7)
  }

  @Test("Parser")
  func parser() throws {
    var reader = JSONReader()
    let found = try reader.withDocument(#"{"url": "https://a.b", "width": 3}"#) { json in
      // example Parser.swift: let entity = try Parser.parseEntity(json: json) { schema in
      return url
    }
    #expect(found.host() == "a.b")
  }
}
