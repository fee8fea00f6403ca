import Foundation
import PageExamples
import Sluice
import SluiceCodable
import SluiceFeed
import SluiceFoundation
import SluiceImport
import SluiceRules
import TestSupport
import Testing

// example InferringColumns.md: struct Event: Sendable {

extension Event {
  struct Actor: Sendable {
    var login: String = ""
  }
}

let eventActorRule = StructRule(ref(Event.Actor())) { rule in
  rule.expect("login", StringRule, \.login)
}

// example InferringColumns.md: let eventRule = StructRule(ref(Event())) { rule in

// example InferringColumns.md: struct CodableEvent: Codable, Sendable {

extension CodableEvent {
  struct Actor: Codable, Sendable {
    var login: String
  }
}

@Suite("Snippets: inference")
struct InferenceSnippets {
  private let feed = """
    {"id":1,"actor":{"login":"ann"},"public":true,"created_at":"2024-05-01T12:30:00Z"}
    {"id":2,"actor":{"login":"bob"},"created_at":"2024-05-01T12:30:01Z"}

    """

  @Test("a report has columns, a table, a type and a schema")
  func report() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(feed, to: "events.ndjson")
    // example InferringColumns.md: let report = try InferenceReport(reading: .file(path))
    #expect(
      columns.map(\.description) == [
        "id:int=id", "actor_login:text=actor.login", "public:bool=public",
        "created_at:timestamp=created_at",
      ])
    // example InferringColumns.md: let table = try report.createTable(named: "events", dialect:
    let codable = try report.swiftSource(named: "CodableEvent", style: .codable)
    #expect(table.contains("CREATE TABLE \"events\" ("))
    #expect(schema["required"] == ["id", "actor", "created_at"])

    // Compares the code above with the written code, line by line.
    let snippet = try #require(Snippet.all.first { $0.name == "ImportInference.swift" })
    let page = try snippet.expanded(with: CodeBlock.examples())
    for line in (source + codable).split(separator: "\n") where !line.hasPrefix("//") {
      #expect(page.contains(line + "\n"), "\(line)")
    }
  }

  @Test("the written Codable struct reads the records from which it was inferred")
  func codable() throws {
    let decoder = SluiceDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var feed = try JSONFeed(.bytes(Array(feed.utf8), name: "events"))
    var events: [CodableEvent] = []
    try feed.forEach(.codable(CodableEvent.self, decoder: decoder)) { events.append($0) }
    #expect(events.map(\.actor.login) == ["ann", "bob"])
    #expect(events[0].createdAt == Date(timeIntervalSince1970: 1_714_566_600))
  }

  @Test("the written rule reads the records from which it was inferred")
  func rule() throws {
    var feed = try JSONFeed(.bytes(Array(feed.utf8), name: "events"))
    var events: [Event] = []
    try feed.forEach(eventRule) { events.append($0) }
    #expect(events.map(\.actor.login) == ["ann", "bob"])
    #expect(events.map(\.public) == [true, nil])
    #expect(events[0].createdAt == Date(timeIntervalSince1970: 1_714_566_600))
  }
}
