import Foundation
import PageExamples
import Sluice
import SluiceReflection
import Testing

// The README of SGYSwiftJSON, as on the page ComingFromSGYSwiftJSON.
private enum Readme {
  // example ComingFromSGYSwiftJSON.md: class Person: JSONCreatableObject {
}

private typealias Person = Readme.Person

private class Animal: JSONCreatableObject {
  @Mapped var name: String?
  @Mapped var legs = 4
}

private struct Sensor {
  // example PropertyTables.md: struct Reading: JSONPropertyMapped {
}

@Suite("Snippets: SluiceReflection, classes and comments")
struct ReflectionClassSnippets {
  private let json = """
    {"name":"Ann","birthdate":"May 1, 1990","favoriteColor":"Blue","bestFriends":[{"name":"Bob"}],\
    "categorizedFriends":{"work":{"name":"Cleo"}},"followersCount":12}
    """

  @Test("ComingFromSGYSwiftJSON, DatesAndWarnings: dates; JSONSerializer, JSONDeserializer")
  func person() throws {
    // example DatesAndWarnings.md: let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    // example DatesAndWarnings.md: let deserializer = JSONDeserializer()
    let someGuy: Person = try deserializer.deserialize(Data(json.utf8))
    #expect(someGuy.favoriteColor == .blue && someGuy.followersCount == 12)
    #expect(someGuy.birthdate != nil)
    let data = try serializer.serialize(someGuy)
    #expect(String(decoding: data, as: UTF8.self) == json)
  }

  @Test("JSONSerializer, JSONDeserializer: comments")
  func comments() throws {
    let someGuy = Person()
    someGuy.name = "Guy"
    // example JSONSerializer.swift: let serializer = JSONSerializer()
    // example JSONDeserializer.swift: let deserializer = JSONDeserializer()
    #expect(jsonGuy.name == "Guy")
  }

  @Test("WritingByReflection: the error of a cycle")
  func wayBack() throws {
    let page = try Documentation.text(
      "Sources/SluiceReflection/SluiceReflection.docc/WritingByReflection.md")
    let ann = Person()
    let bob = Person()
    ann.bestFriends = [bob]
    bob.bestFriends = [ann]
    do {
      _ = try JSONSerializer().serialize(ann)
      Issue.record("a cyclic graph was written")
    } catch {
      #expect(page.contains("\(error)"))
    }
    bob.bestFriends = nil
  }

  @Test("Mapped: comment")
  func mapped() throws {
    let data = Data(#"{"followers_count": 5, "bestFriends": [{"name": "x"}]}"#.utf8)
    let person: Follower.Person = try JSONDeserializer().deserialize(data)
    #expect(person.followersCount == 5 && person.bestFriends?.first?.name == "x")
  }

  @Test("MappedProperties")
  func properties() throws {
    let data = Data(#"{"name": "Rex", "good_boy": 0, "puppies": [{}]}"#.utf8)
    // example MappedProperties.md: class Animal: JSONCreatableObject {
    #expect(dog.name == "Rex" && !dog.isGood && dog.puppies?.count == 1)
    // example MappedProperties.md: try JSONDeserializer().deserialize(Data(#"{"legs": 3}"#.utf8),
    #expect(dog.legs == 3 && dog.name == "Rex")
    // example MappedProperties.md: class Counter: JSONCreatableObject {
    let counter: Counter = try JSONDeserializer().deserialize(Data(#"{"count": "7"}"#.utf8))
    #expect(counter.count == 7)
  }

  @Test("PropertyTables, JSONPropertyMapped, JSONCreatable, JSONCreatableObject: comments")
  func tables() throws {
    // example JSONObjectCreatable.swift: struct Address: JSONCreatable {
    let address: Address = try JSONDeserializer().deserialize(Data(#"{"zip": "7"}"#.utf8))
    #expect(address.zip == 7 && address.city.isEmpty)
    let data = Data(#"{"sensor_id": "a", "temperature": 5}"#.utf8)
    let reading: Sensor.Reading = try JSONDeserializer().deserialize(data)
    #expect(reading.sensor == "a" && reading.celsius == 5)
    let animal: Animal = try JSONDeserializer().deserialize(Data(#"{"name": "x"}"#.utf8))
    #expect(animal.name == "x" && animal.legs == 4)
  }
}

private enum Follower {
  // example Mapped.swift: class Person: JSONCreatableObject {
}
