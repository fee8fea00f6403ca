import Foundation
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

extension Person: JSONSerializable {
  func toObject() -> JSONObject {
    var object = JSONObject()
    name --> object["name"]
    age --> object["age"]
    (born, "yyyy-MM-dd") --> object["born"]
    friends --> object["friends"]
    return object
  }
}

struct PostalAddress: Deserializable {
  var street = ""
  var zip: String?

  init?(dictionary: [String: Any]) {
    guard dictionary["street"] != nil else { return nil }
    street <-- dictionary["street"]
    zip <-- dictionary["zip"]
  }
}

extension PostalAddress: Serializable {
  func toDictionary() -> [String: Any] {
    var dictionary: [String: Any] = [:]
    street --> dictionary["street"]
    zip --> dictionary["zip"]
    return dictionary
  }
}

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
        var person: Person?
        person <-- #"{"name": "Ann", "age": "37"}"#
        person <-- data
        person <-- ["name": "Ann", "age": 37] as [String: Any]
        person <-- dictionary["author"]
        #expect(person?.name == "Cy")
        var (scores, limits) = ([Int](), [String: Double]())
        scores <-- dictionary["scores"]  // [1, "2", "x", null]: [1, 2]
        limits <-- dictionary["limits"]
        #expect(scores == [1, 2] && limits == ["a": 1.5])
        var (byID, byMaterial) = ([Int: Person](), [Material: Int]())
        byID <-- dictionary["people"]  // {"7": {"name": "Ann"}}
        byMaterial <-- (dictionary["stock"], key: { Material(code: $0) })
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
      struct Person: Deserializable {
        var name = "Unknown"
        var age: Int?

        init?(dictionary: [String: Any]) {
          guard dictionary["name"] != nil else { return nil }
          name <-- dictionary["name"]
          age <-- dictionary["age"]
        }
      }
    }
    struct Views {
      struct Person: JSONDeserializable {
        var name = "Unknown"
        var age: Int?

        init?(dictionary: JSONMembers) {
          name <-- dictionary["name"]
          age <-- dictionary["age"]
        }
      }
    }
    struct Written {
      struct Person: Serializable {
        var name = "Unknown"
        var age: Int?

        func toDictionary() -> [String: Any] {
          var dictionary: [String: Any] = [:]
          name --> dictionary["name"]
          age --> dictionary["age"]
          return dictionary
        }
      }
    }
    struct Ordered {
      struct Person: JSONSerializable {
        var name = "Unknown"
        var age: Int?

        func toObject() -> JSONObject {
          var object = JSONObject()
          name --> object["name"]
          age --> object["age"]
          return object
        }
      }
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
    let people = feed.values(.converted(to: Person.self))
    while let person = try people.next() { names.append(person.name) }
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
    var text = ""
    person --> text
    print(text)  // {"name":"Ann","age":37,"born":"1990-05-17","friends":[]}
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
      Conversion.failureHandler = { failure in
        if failure.error as? ConversionError == .invalidValue { logger.note(failure.description) }
      }
      var count = 0
      count <-- "x"
      Conversion.failureHandler = Conversion.logToStandardError
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
      var people: [Person] = []
      Conversion.withFailureHandler({ failure in logger.note(failure.description) }) {
        people <-- data
      }
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
