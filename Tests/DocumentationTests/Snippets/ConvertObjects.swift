import Foundation
import PageExamples
import Sluice
import SluiceConvert
import SluiceFeed
import SluiceFoundation
import Testing

private struct Person: JSONDeserializable {
  var name = "Unknown"
  var age: Int?
  var born: Date?
  var friends: [Person] = []

  init(name: String) { self.name = name }

  init?(dictionary: JSONMembers) {
    name <-- dictionary["name"]
    age <-- dictionary["age"]
    born <-- (dictionary["born"], "yyyy-MM-dd")
    friends <-- dictionary["friends"]
  }
}

// example WritingJSON.md: extension Person: JSONSerializable {

// example ObjectsAndCollections.md: struct PostalAddress: Deserializable {

// example WritingJSON.md: extension PostalAddress: Serializable {

private struct Material: Hashable {
  let code: String
  init?(code: String) { self.code = code }
}

@Suite("Snippets: ObjectsAndCollections.md, WritingJSON.md, FailedConversions.md")
struct ConvertObjectSnippets {
  @Test("objects, arrays and dictionaries")
  func objects() throws {
    let data = Data(#"{"name": "Bob", "age": 1}"#.utf8)
    let text = #"""
      {"author": {"name": "Cy"}, "scores": [1, "2", "x", null], "limits": {"a": "1.5"},
       "people": {"7": {"name": "Ann"}}, "stock": {"wood": 3}}
      """#
    var reader = JSONReader()
    try Conversion.withFailureHandler({ _ in }) {
      try reader.withDocument(text) { root in
        guard let dictionary = JSONMembers(root) else { return }
        // example ObjectsAndCollections.md: var person: Person?
        #expect(person?.name == "Cy")
        // example ObjectsAndCollections.md: var (scores, limits) = ([Int](), [String: Double]())
        #expect(scores == [1, 2] && limits == ["a": 1.5])
        // example ObjectsAndCollections.md: var (byID, byMaterial) = ([Int: Person](), [Material:
        #expect(byID[7]?.name == "Ann" && byMaterial.count == 1)
      }
    }
    var address: PostalAddress?
    Conversion.withFailureHandler({ _ in }) { _ = address <-- #"{"zip": 1}"# }
    #expect(address == nil)
  }

  @Test("comments show both kinds of types")
  func kinds() throws {
    struct Kinds {
      // example Deserializable.swift: struct Person: Deserializable {
    }
    struct Views {
      // example JSONDeserializable.swift: struct Person: JSONDeserializable {
    }
    struct Written {
      // example Serializable.swift: struct Person: Serializable {
    }
    struct Ordered {
      // example Serializable.swift: struct Person: JSONSerializable {
    }
    var (one, other): (Kinds.Person?, Views.Person?) = (nil, nil)
    one <-- #"{"name": "Ann", "age": 3}"#
    other <-- #"{"name": "Ann", "age": 3}"#
    #expect(one?.age == 3 && other?.age == 3)
    var (first, second) = ("", "")
    Written.Person(age: 3) --> first
    Ordered.Person(age: 3) --> second
    #expect(first == #"{"age":3,"name":"Unknown"}"# && second == #"{"name":"Unknown","age":3}"#)
  }

  @Test("a feed returns values")
  func feeds() throws {
    let lines = Array("{\"name\": \"Ann\"}\n{\"name\": \"Bob\"}\n".utf8)
    var names: [String] = []
    let feed = try JSONFeed(.bytes(lines, name: "people"))
    // example ObjectsAndCollections.md: let people = feed.values(.converted(to: Person.self))
    #expect(names == ["Ann", "Bob"])
    var reader = JSONReader()
    let person = try reader.value(of: Array(lines.prefix(15)), by: .converted(to: Person.self))
    #expect(person.name == "Ann")
  }

  @Test("the output equals the page")
  func writing() throws {
    var person = Person(name: "Ann")
    person.age = 37
    person.born <-- ("1990-05-17", "yyyy-MM-dd")
    // example WritingJSON.md: var text = ""
    #expect(text == #"{"name":"Ann","age":37,"born":"1990-05-17","friends":[]}"#)
    var address: PostalAddress?
    address <-- #"{"zip": 1, "street": "Main"}"#
    address --> text
    #expect(text == #"{"street":"Main","zip":"1"}"#)
  }

  @Test("handlers receive failures")
  func failures() async throws {
    await #expect(processExitsWith: .success) {
      let logger = Logger()
      // example FailedConversions.md: Conversion.failureHandler = { failure in
      var count = 0
      count <-- "x"
      // example Conversion+Log.swift: Conversion.failureHandler = Conversion.logToStandardError
      count <-- "x"
      #expect(logger.lines.count == 1)
    }
    let logger = Logger()
    let data = Data(
      """
      {"people": [
        {"age": 1}, {"age": 2}, {"age": 3},
        {"age":
                 "old"}]}
      """.utf8)
    struct Answer: JSONDeserializable {
      var people: [Person] = []
      init(dictionary: JSONMembers) { people <-- dictionary["people"] }
    }
    do {
      var people: [Answer] = []
      Conversion.withFailureHandler({ failure in logger.note(failure.description) }) {
        people <-- "[\(String(decoding: data, as: UTF8.self))]"
      }
      #expect(people.first?.people.count == 4)
    }
    do {
      // example FailedConversions.md: var people: [Person] = []
      #expect(people.isEmpty)
    }
    var answer: Answer?
    Conversion.withFailureHandler({ failure in logger.note(failure.description) }) {
      _ = answer <-- data
    }
    let page = try Documentation.text(
      "Sources/SluiceConvert/SluiceConvert.docc/FailedConversions.md")
    let shown = try #require(logger.lines.last)
    #expect(page.contains("\n\(shown)\n"), "\(shown)")
  }
}

/// A log for the examples. Sound because one test at a time uses it.
private final class Logger: @unchecked Sendable {
  private(set) var lines: [String] = []
  func note(_ line: String) { lines.append(line) }
}
