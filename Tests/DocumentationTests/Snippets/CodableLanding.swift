import Foundation
import Sluice
import SluiceCodable
import SluiceFeed
import Testing

private enum OutsideOfTheMainActor {
  // example ComingFromJSONDecoder.md: nonisolated struct Person: Codable {
}

@Suite("Snippets: SluiceCodable, its pages")
struct CodableLandingSnippets {
  @Test("SluiceCodable")
  func landing() async throws {
    let text = #"{"name": "Ann", "born": "1999-12-31T12:00:00Z", "tags": ["a"]}"#
    let data = Data(text.utf8)
    // example SluiceCodable.md: struct Person: Codable {
    #expect(person.born.timeIntervalSince1970 == 946_641_600)
    try await records()
  }

  private func records() async throws {
    struct Person: Codable {
      var name: String
    }
    let records = Array("{\"name\": \"Ann\"}\n{\"name\": \"Bo\"}\n".utf8)
    // example SluiceCodable.md: let feed = try JSONFeed(.bytes(records, name: "people"))
    #expect(names == ["Ann", "Bo"])
  }

  @Test("ComingFromJSONDecoder")
  func coming() throws {
    // example ComingFromJSONDecoder.md: let decoder = SluiceDecoder()  // was JSONDecoder()
    #expect(try decoder.decode([Int].self, from: encoder.encode([1, 2])) == [1, 2])
  }

  @Test("ComingFromJSONDecoder: types that feeds decode")
  func isolation() throws {
    var feed = try JSONFeed(.bytes(Array(#"{"name": "Ann"}"#.utf8), name: "people"))
    var names: [String] = []
    try feed.forEach(.codable(OutsideOfTheMainActor.Person.self)) { names.append($0.name) }
    #expect(names == ["Ann"])
  }

  @Test("ComingFromJSONDecoder: the demanded class")
  func demandedClass() throws {
    // example ComingFromJSONDecoder.md: let demanded: JSONDecoder = SluiceJSONDecoder()
    #expect(try demanded.decode([Int].self, from: Data("[1]".utf8)) == [1])
  }

  @Test("SluiceJSONDecoder")
  func subclass() throws {
    // example SluiceJSONDecoder.swift: let decoder: JSONDecoder = SluiceJSONDecoder()
    #expect(try decoder.decode([Int].self, from: Data("[2]".utf8)) == [2])
  }

  @Test("ComingFromJSONDecoder: the alias")
  func alias() throws {
    // example ComingFromJSONDecoder.md: typealias JSONDecoder = SluiceDecoder
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode([Int].self, from: Data("[1]".utf8)) == [1])
  }
}
