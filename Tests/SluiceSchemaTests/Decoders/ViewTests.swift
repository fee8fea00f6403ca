import Foundation
import Sluice
import SluiceSchema
import Testing

/// Keeps its JSON in an `Any`, and takes its user from one of two fields.
private struct Event: SchemaViewDecodable {
  let name: String
  let payload: Any

  init(json: JSONView) throws {
    let user = try json[ifPresent: "user"] ?? json["data"]
    name = try user["name"].string
    payload = json
  }
}

private struct Street: SchemaViewDecodable {
  let street: String

  init(json: JSONView) throws {
    let any: Any = json
    let entity = try Parser.parseEntity(json: any) { schema in
      schema.addProperty(keyPath: "street", type: .string)
      schema.addProperty(keyPath: "zip", type: .int, optional: true)
    }
    street = entity <-! "street"
  }
}

private final class SameView: SchemaViewDecoder {
  func decode(_ object: JSONView) throws -> Any { object }
}

@Suite("Types and decoders that take views")
struct SchemaViewTests {
  private static let text = #"""
    {"events": [{"user": {"name": "Ann"}}, {"data": {"name": "Bo"}, "n": [1, 2]}],
     "addresses": [{"street": "A"}, {"street": 5}, {"zip": "x", "street": "B"}]}
    """#

  @Test("keep their JSON in an Any, which reads after the document is closed")
  func kept() throws {
    let events: [Event] = try decodeArray(from: Data(Self.text.utf8), atKeyPath: "events")
    #expect(events.map(\.name) == ["Ann", "Bo"])
    let payload = try #require(events[1].payload as? JSONView)
    #expect(try payload["n"].elements.map { try $0.int } == [1, 2])

    let views: [JSONView] = try decodeArray(
      from: Self.text, atKeyPath: "events", with: SameView())
    #expect(views.count == 2 && views[1] == payload)
  }

  @Test("of a document that is kept, get its own views, and copy nothing")
  func shared() throws {
    let document = try JSONDocument(parsing: Self.text)
    let views: [JSONView] = try decodeArray(
      from: document, atKeyPath: "events", with: SameView())
    #expect(try views[1].offset == document.root["events"][1].offset)
    let event: Event = try decodeObject(from: try document.root["events"][1])
    #expect(event.name == "Bo")
    let entity = try Parser.parseEntity(json: try document.root["events"][0]) { schema in
      schema.addProperty(keyPath: "user", type: .dictionary, decoder: SameView())
    }
    let user: JSONView = entity <-! "user"
    #expect(try user["name"].string == "Ann")
    #expect(try user.offset == document.root["events"][0]["user"].offset)
  }

  @Test("report issues at their places in the whole document")
  func issues() throws {
    let expected = ["5}", "\"x"].map { found in
      Self.text.range(of: found).map {
        Self.text.utf8.distance(from: Self.text.startIndex, to: $0.lowerBound)
      }
    }
    let document = try JSONDocument(parsing: Self.text)
    for source in [Data(Self.text.utf8), document] as [any JSONSource] {
      let error = #expect(throws: ParserError.self) {
        let _: [Street] = try decodeArray(from: source, atKeyPath: "addresses")
      }
      #expect(error?.issues.map(\.offset) == expected)
      #expect(error?.issues.map(\.path) == ["$.addresses[1].street", "$.addresses[2].zip"])
    }
    // A JSONError of the view is about the value where it is in the document.
    let text = #"{"a": 1, "events": [{"user": {"name": 7}}]}"#
    let error = #expect(throws: ParserError.self) {
      let _: [Event] = try decodeArray(from: text, atKeyPath: "events")
    }
    #expect(error?.issues.first?.offset == 38, "\(error?.issues.first?.offset ?? -1)")
    #expect(error?.issues.first?.found == "number 7")
  }

  @Test("an Any without JSON in it is an error that names its type")
  func others() {
    let error = #expect(throws: ParserError.self) {
      try Parser.parseEntity(json: 5 as Any) { _ in }
    }
    #expect(
      error?.failureReason == "Expected a JSONView, a JSONDocument or a JSON, found Int")
    let owned: Any = ["a": 1] as JSON
    #expect(
      (try? Parser.parseEntity(json: owned) { $0.addProperty(keyPath: "a", type: .int) })?.count
        == 1)
  }
}
