import Foundation
import Sluice
import SluiceCodable
import SluiceFeed
import Testing

private class Animal: Decodable {
  let name: String
  var kind: String { "animal" }
}

private final class Dog: Animal {
  override var kind: String { "dog" }
}

/// Asks its containers for a type that it holds as its superclass's.
private struct Kennel: Decodable {
  let kinds: [String]
  private enum Key: CodingKey { case pet, pets, none }

  init(from decoder: any Decoder) throws {
    let type: Animal.Type = Dog.self
    let fields = try decoder.container(keyedBy: Key.self)
    var pets = try fields.nestedUnkeyedContainer(forKey: .pets)
    kinds = [
      try fields.decode(type, forKey: .pet).kind,
      try fields.decodeIfPresent(type, forKey: .pet)?.kind ?? "nil",
      try fields.decodeIfPresent(type, forKey: .none)?.kind ?? "nil",
      try pets.decode(type).kind,
      try pets.decodeIfPresent(type)?.kind ?? "nil",
      try fields.superDecoder(forKey: .pet).singleValueContainer().decode(type).kind,
    ]
  }
}

@Suite("A class held as its superclass's type")
struct DynamicTypeTests {
  private static let pet = #"{"name":"Rex"}"#

  @Test("was decoded as the superclass, by the decoder and by containers")
  func decoder() throws {
    let type: Animal.Type = Dog.self
    #expect(try foundation(type, Self.pet).kind == "dog")
    #expect(try sluice(type, Self.pet).kind == "dog")
    #expect(try sluice(Animal.self, Self.pet).kind == "animal")
    #expect(try SluiceDecoder().decode(type, from: Self.pet).kind == "dog")
    #expect(try SluiceDecoder().decode(type, from: Array(Self.pet.utf8)).kind == "dog")
    let text = #"{"pet":\#(Self.pet),"pets":[\#(Self.pet),\#(Self.pet)]}"#
    // The standard library's box of a keyed container forgets the type.
    let kinds = try foundation(Kennel.self, text).kinds
    #expect(kinds.suffix(3) == ["dog", "dog", "dog"])
    #expect(try sluice(Kennel.self, text).kinds == kinds)
  }

  @Test("was mapped as the superclass")
  func mapping() throws {
    let type: Animal.Type = Dog.self
    var feed = try JSONFeed(.bytes(Array((Self.pet + "\n").utf8), name: "pets"))
    var kinds: [String] = []
    try feed.forEach(.codable(type)) { kinds.append($0.kind) }
    #expect(kinds == ["dog"])
  }
}
