import Foundation
import Sluice
import SluiceReflection
import TestSupport
import Testing

private final class Person {
  var name: String
  var age: Int
  var friend: Person?
  var tags: [String: [Int]]

  init(_ name: String, _ age: Int, friend: Person? = nil, tags: [String: [Int]] = [:]) {
    (self.name, self.age, self.friend, self.tags) = (name, age, friend, tags)
  }
}

private struct Holder {
  var before = 1
  var number: JSON
}

@Suite("What a swallowed error leaves of a reflected value")
struct SwallowedErrorTests {
  @Test("an object that contains itself left its beginning in the text")
  func cycle() throws {
    let cyclic = Person("Ann", 1)
    cyclic.friend = Person("Bob", 2, friend: cyclic)
    defer { cyclic.friend = nil }
    let serializer = JSONSerializer()
    var writer = JSONWriter()
    try writer.beginArray()
    #expect(throws: JSONError.self) { try serializer.write(cyclic, to: &writer) }
    #expect(throws: JSONError.self) { try serializer.write(["a": [1], "b": cyclic], to: &writer) }
    try serializer.write(Person("Cid", 3), to: &writer)
    try writer.endArray()
    #expect(try writer.takeString() == #"[{"name":"Cid","age":3}]"#)
  }

  @Test("a number that the canonical form doesn't have left its beginning in the text")
  func canonical() throws {
    var writer = JSONWriter(options: .canonical)
    try writer.beginObject()
    try writer.key("k")
    let number = try JSON(parsing: "[9007199254740993]")
    #expect(throws: JSONError.self) {
      try JSONSerializer().write(Holder(number: number), to: &writer)
    }
    try writer.value("instead")
    try writer.endObject()
    #expect(try writer.takeString() == #"{"k":"instead"}"#)
  }

  @Test("random objects, some of which fail anywhere, leave those that do not")
  func programs() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("SwallowedErrorTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let serializer = JSONSerializer()
    serializer.sortsKeys = true
    for round in 0..<Rounds.count(200, long: 1000) {
      var writer = JSONWriter(options: round & 1 == 0 ? .compact : .pretty)
      var expected: [JSONTree] = []
      try writer.beginArray()
      for number in 0..<Int.random(in: 0...8, using: &random) {
        let depth = Int.random(in: 0...4, using: &random)
        let isCyclic = Int.random(in: 0..<2, using: &random) == 0
        // The innermost first.
        var person: Person?
        var tree: JSONTree?
        let innermost = Person("é\"", number)
        for level in 0...depth {
          let next = level == 0 ? innermost : Person("p\(level)", level, friend: person)
          var fields = [
            JSONTree.Field("name", .string(next.name)),
            JSONTree.Field("age", .number("\(next.age)")),
          ]
          if let tree { fields.append(JSONTree.Field("friend", tree)) }
          if Int.random(in: 0..<2, using: &random) == 0 {
            next.tags = ["b": [1], "a": [], "c": [level, 2]]
            fields.append(
              JSONTree.Field(
                "tags",
                .object([
                  JSONTree.Field("b", .array([.number("1")])),
                  JSONTree.Field("c", .array([.number("\(level)"), .number("2")])),
                ])))
          }
          (person, tree) = (next, .object(fields))
        }
        if isCyclic { innermost.friend = person }
        defer { innermost.friend = nil }
        do {
          try serializer.write(person as Any, to: &writer)
          #expect(!isCyclic)
          if let tree { expected.append(tree) }
        } catch {
          #expect(isCyclic, "seed \(seed): \(error)")
        }
      }
      try writer.endArray()
      let found = try JSONTree(strictly: writer.takeString())
      #expect(found == .array(expected), "seed \(seed), round \(round)")
    }
  }
}
