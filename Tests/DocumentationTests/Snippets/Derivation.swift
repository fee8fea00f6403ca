import Foundation
import Sluice
import SluiceCodable
import SluiceDerivation
import SluiceFeed
import SluiceImport
import SluiceSchema
import TestSupport
import Testing

@Suite("Snippets: SluiceDerivation")
struct DerivationSnippets {
  @Test("SluiceDerivation")
  func landing() throws {
    struct Event: Codable {
      var id: Int64
      var kind: String
      var actor: Actor
      var note: String?

      struct Actor: Codable {
        var login: String
      }
    }
    let payload = #"{"id": 7, "kind": "push", "actor": {"login": "ann"}}"#
    let schema = try Schema(decoding: Event.self)
    let event = try schema.decode(payload)
    print(schema.jsonSchema)
    #expect(event.actor.login == "ann")

    let columns = try [ImportColumn](decoding: Event.self)
    // id:int=id required, kind:text=kind required, actor_login:text=actor.login required, note:text=note
    #expect(
      columns.map(\.description).joined(separator: ", ")
        == "id:int=id required, kind:text=kind required, actor_login:text=actor.login required, note:text=note"
    )
  }

  @Test("Types that need an example")
  func example() throws {
    struct Figure: Codable {
      enum Outline: Codable {
        case circle(radius: Double)
        case point
      }
      var outline: Outline
    }
    let figures = try Schema(
      decoding: Figure.self, example: ["outline": ["circle": ["radius": 1]]])
    #expect(throws: ParserError.self) { try figures.decode(#"{"outline": {"square": {}}}"#) }
  }

  @Test("Schema.init(decoding:by:example:)")
  func comment() throws {
    struct Person: Codable { var name: String }
    let schema = try Schema(decoding: Person.self)
    print(schema.jsonSchema)
    #expect(schema.jsonSchema["required"] == ["name"])
  }

  @Test("[ImportColumn].init(decoding:by:example:)")
  func job() throws {
    struct Event: Codable { var id: Int }
    let source = FeedSource.bytes(Array("{\"id\": 1}\n".utf8), name: "events")
    let folder = try TemporaryFolder()
    let database = folder["events.sqlite"]
    let job = try ImportJob(
      feed: source, columns: [ImportColumn](decoding: Event.self),
      sink: SQLiteSink(path: database, table: "events"))
    #expect(try job.run().rows == 1)
  }
}
