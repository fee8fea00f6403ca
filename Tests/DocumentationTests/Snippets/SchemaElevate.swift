import Foundation
import SluiceElevateNames
import Testing

private struct Address: Decodable, Equatable {
  let street: String

  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "street", type: .string)
    }
    street = entity <-! "street"
  }
}

private struct Person {
  let identifier: String
  let nickname: String?
  let birthDate: Date
  let addresses: [Address]
}

// example ComingFromElevate.md: extension Person: Decodable {

private struct Avatar {
  let url: URL
}

// example SluiceElevateNames.md: extension Avatar: Elevate.Decodable {

// example SluiceElevateNames.md: struct Settings: Swift.Decodable {

@Suite("Snippets: ComingFromElevate.md, SluiceElevateNames.md")
struct ElevateSnippets {
  @Test("a type from Elevate's README")
  func person() throws {
    let data = Data(
      #"""
      {"response": {"person": {"identifier": "p1", "birthDate": "1990-05-17",
       "addresses": [{"street": "A 1"}]}}}
      """#.utf8)
    // example ComingFromElevate.md: let person: Person = try Elevate.decodeObject(from: data,
    #expect(person.identifier == "p1" && person.nickname == nil && person.addresses.count == 1)
    #expect(Calendar.current.component(.year, from: person.birthDate) == 1990)
  }

  @Test("types qualified with the module's name")
  func nested() throws {
    let avatar: Avatar = try Elevate.decodeObject(from: #"{"url": "https://a.b/c"}"#)
    #expect(avatar.url.host() == "a.b")
  }

  @Test("Swift's names are accessible through its module")
  func swift() throws {
    let settings = try JSONDecoder().decode(Settings.self, from: Data("{}".utf8))
    #expect(settings.theme == "plain")
  }

  @Test("without them, the hand-written initialiser is not called, as the page warns")
  func trap() throws {
    let trapped = try JSONDecoder().decode(Trapped.self, from: Data(#"{"theme": "dark"}"#.utf8))
    #expect(trapped.theme == "dark")
  }
}

private struct Trapped: Swift.Decodable {
  let theme: String

  /// Implements Elevate's `Decoder` initialiser, which Swift does not call.
  init(from decoder: Decoder) throws { theme = "never" }
}
