import Foundation
import Sluice
import SluiceConvert
import Testing

/// Written like the types of JSONHelper's users.
struct Address: Deserializable, Equatable {
  var street = "?"
  var number: Int?

  init(dictionary: [String: Any]) {
    street <-- dictionary["street"]
    number <-- dictionary["number"]
  }
}

/// The same lines with the document.
struct Person: JSONDeserializable, Equatable {
  var name = "?"
  var age: Int?
  var address: Address?
  var friends: [Person] = []

  init(name: String) { self.name = name }

  init?(dictionary: JSONMembers) {
    guard dictionary["name"] != nil else { return nil }
    name <-- dictionary["name"]
    age <-- dictionary["age"]
    address <-- dictionary["address"]
    friends <-- dictionary["friends"]
  }
}

class Animal: Deserializable {
  var name = "?"
  required init?(dictionary: [String: Any]) {
    guard dictionary["name"] != nil else { return nil }
    name <-- dictionary["name"]
  }
}

final class Dog: Animal {
  var tricks: [String] = []
  required init?(dictionary: [String: Any]) {
    super.init(dictionary: dictionary)
    tricks <-- dictionary["tricks"]
  }
}

final class Node: JSONDeserializable {
  var value = 0
  var next: Node?
  init?(dictionary: JSONMembers) {
    value <-- dictionary["value"]
    next <-- dictionary["next"]
  }
}

@Suite("Types made from objects")
struct DeserializableTests {
  private let ann = #"{"name": "Ann", "age": "37", "address": {"street": "Main", "number": 7}}"#

  private func expectAnn(_ person: Person?) {
    #expect(person?.name == "Ann" && person?.age == 37)
    #expect(person?.address?.street == "Main" && person?.address?.number == 7)
  }

  @Test("a string with equal keys follows the policy of its document")
  func duplicatesInText() throws {
    struct Value: Deserializable {
      var a = 0
      init?(dictionary: [String: Any]) { a <-- dictionary["a"] }
    }
    for (policy, expected) in [
      (DuplicateKeys.firstWins, 1), (.lastWins, 2), (nil, 2), (.reject, nil),
    ] {
      var reader = JSONReader(options: JSONOptions(duplicateKeys: policy))
      var value: Value?
      _ = try failures {
        try reader.withDocument(#""{\"a\": 1, \"a\": 2}""#) { (root) -> Void in value <-- root }
      }
      #expect(value?.a == expected)
    }
  }

  @Test("they are made from a cursor, a string, Data, JSON and a dictionary alike")
  func sources() throws {
    var person: Person?
    try withJSON(ann) { person <-- $0 }
    expectAnn(person)
    person = nil
    person <-- ann
    expectAnn(person)
    person = nil
    person <-- Data(ann.utf8)
    expectAnn(person)
    person = nil
    person <-- Data(Array(ann.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    expectAnn(person)
    person = nil
    person <-- (try JSON(parsing: ann))
    expectAnn(person)
    person = nil
    person <-- (try JSONSerialization.jsonObject(with: Data(ann.utf8)))
    expectAnn(person)
    person = nil
    person <-- ["name": "Ann", "age": 37, "address": ["street": "Main", "number": "7"]]
      as [String: Any]
    expectAnn(person)
    person = nil
    person <-- "\"\(ann.replacing("\"", with: "\\\""))\""
    expectAnn(person)
  }

  @Test("those with dictionaries are made from the same sources")
  func dictionaries() throws {
    let text = #"{"street": "Main", "number": "7"}"#
    for value: Any in [
      text, Data(text.utf8), try JSON(parsing: text),
      ["street": "Main", "number": 7] as [String: Any],
    ] {
      var address: Address?
      address <-- value
      #expect(address?.street == "Main" && address?.number == 7, "\(type(of: value))")
    }
    var address: Address?
    try withJSON(text) { address <-- $0 }
    #expect(address?.number == 7)
  }

  @Test("a dictionary has the values that JSONSerialization would make")
  func likeFoundation() throws {
    let text =
      #"{"i": 1, "d": 1.5, "t": true, "n": null, "u": 18446744073709551615, "s": "x", "a": [{}], "e": 1e2}"#
    var mine: [String: Any] = [:]
    try withJSON(text) { mine <-- $0 }
    let foundation = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(try JSON(converting: mine) == (try JSON(converting: foundation)))
    for (key, value) in foundation {
      #expect(type(of: mine[key] ?? 0) == type(of: value), "\(key)")
    }
    #expect(mine["i"] as? Double == 1 && mine["i"] as? Int == 1 && mine["t"] as? Bool == true)
    #expect(mine["u"] as? UInt64 == .max && mine["e"] as? Int == 100)
  }

  @Test("nil from the initialiser is a failure: an optional becomes nil, an element is dropped")
  func failable() throws {
    var (person, people): (Person?, [Person]) = (Person(name: "old"), [])
    let log = failures {
      person <-- #"{"age": 1}"#
      people <-- "[\(ann), {\"age\": 1}, \(ann)]"
    }
    #expect(person == nil && people.count == 2 && log.count == 2)
    #expect(log[1].contains("expected Person at $[1], found an object"))
    var animal: Animal?
    let logOfAnimal = failures { animal <-- "{}" }
    #expect(animal == nil && logOfAnimal.count == 1)
    var kept = Person(name: "old")
    _ = failures { kept <-- "{}" }
    #expect(kept.name == "old")
  }

  @Test("collections of them are made from text, Data, JSON and Foundation's collections")
  func collections() throws {
    let list = "[\(ann), \(ann)]"
    let map = "{\"1\": \(ann), \"2\": 7}"
    var (people, byID, optional): ([Person], [Int: Person], [Person]?) = ([], [:], nil)
    _ = try failures {
      for value: Any in [
        list, Data(list.utf8), try JSON(parsing: list),
        try JSONSerialization.jsonObject(with: Data(list.utf8)), [ann, ann],
      ] {
        people = []
        optional = nil
        people <-- value
        optional <-- value
        #expect(people.count == 2 && optional == people, "\(type(of: value))")
        people.forEach(expectAnn)
      }
      for value: Any in [
        map, Data(map.utf8), try JSON(parsing: map),
        try JSONSerialization.jsonObject(with: Data(map.utf8)),
      ] {
        byID = [:]
        byID <-- value
        #expect(byID.count == 1, "\(type(of: value))")
        expectAnn(byID[1])
      }
      try withJSON("{\"list\": \(JSON(list)), \"map\": \(JSON(map))}") { root in
        people = []
        try people <-- root["list"]
        byID = [:]
        try byID <-- root["map"]
        #expect(people.count == 2 && byID.count == 1)
      }
    }
  }

  @Test("text that is not JSON, or JSON of another kind, is a descriptive failure")
  func malformed() {
    var (person, people): (Person?, [Person]) = (nil, [Person(name: "old")])
    let log = failures {
      person <-- #"{"name": "#
      person <-- "7"
      person <-- 7
      people <-- #"{"name": "x"}"#
      people <-- ""
    }
    #expect(person == nil && people.count == 1)
    #expect(log.count == 5, "\(log)")
    #expect(log[0].contains("found the end of the text"))
    #expect(log[1].hasPrefix("Unsupported type") && log[2].hasPrefix("Unsupported type"))
  }

  @Test("classes and subclasses are made by the initialiser of the requested type")
  func classes() throws {
    var dog: Dog?
    dog <-- #"{"name": "Rex", "tricks": ["sit", 7]}"#
    #expect(dog?.name == "Rex" && dog?.tricks == ["sit", "7"])
    var animals: [Animal] = []
    animals <-- [dog, nil]
    #expect(animals.count == 1 && animals[0] === dog)
  }

  @Test("values of a dictionary that JSON can't express are left out and reported")
  func unexpressible() {
    var person: Person?
    let dictionary: [String: Any] = ["name": "Ann", "age": Double.nan, "x": NSObject()]
    let log = failures { person <-- dictionary }
    #expect(person?.name == "Ann" && person?.age == nil && log.count == 2)
  }

  @Test("a value of the type itself is used unchanged")
  func identity() {
    var person = Person(name: "a")
    person <-- Person(name: "b")
    #expect(person.name == "b")
  }
}

@Suite("Depth of conversions")
struct DepthTests {
  private func chain(_ depth: Int) -> String {
    String(repeating: #"{"value": 1, "next": "#, count: depth) + "null"
      + String(repeating: "}", count: depth)
  }

  private func length(of node: Node?) -> Int {
    var (length, node) = (0, node)
    while let next = node {
      length += 1
      node = next.next
    }
    return length
  }

  @Test("types that contain themselves are made up to the limit on a large stack")
  func deep() {
    var node: Node?
    node <-- chain(300)
    #expect(length(of: node) == 300)
  }

  @Test("on a small stack the conversion fails without ending the process")
  func smallStack() async {
    let chain = chain(1000)
    let quoted = (0..<3).reduce(self.chain(900)) { text, _ in "{\"next\": \(JSON(text))}" }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      let thread = Thread {
        var (node, outer): (Node?, Node?)
        let log = failures { node <-- chain }
        let length = self.length(of: node)
        #expect(
          length == 1000 || (length > 20 && log.contains { $0.contains("nesting") }), "\(length)")
        let logOfTexts = failures { outer <-- quoted }
        #expect(self.length(of: outer) > 3 && logOfTexts.count <= 1)
        // With dictionaries, which have no reader to count their levels.
        var dictionary: [String: Any] = [:]
        for _ in 0..<5000 { dictionary = ["next": dictionary] }
        var links: Link?
        let logOfLinks = failures { links <-- dictionary }
        #expect(links != nil && logOfLinks.contains { $0.contains("nesting") })
        while let next = links?.next { links = next }
        var json: JSON?
        let logOfJSON = failures { json <-- dictionary }
        #expect(json == nil && logOfJSON.count == 1)
        Unnesting.takeApart(&dictionary)
        done.resume()
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}

private final class Link: Deserializable {
  var next: Link?
  init(dictionary: [String: Any]) { next <-- dictionary["next"] }
}

/// A deep dictionary is released level by level: releasing it at once takes stack for each level.
enum Unnesting {
  static func takeApart(_ dictionary: inout [String: Any]) {
    while let next = dictionary["next"] as? [String: Any] { dictionary = next }
  }
}
