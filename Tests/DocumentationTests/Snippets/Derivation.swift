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

  @Test(
    "RowMapping.codable(_:columns:decoder:encoder:example:), and ImportJob.init(feed:rows:sink:options:)"
  )
  func rows() throws {
    struct Event: Codable {
      var id: Int
      var name: String?
    }
    let folder = try TemporaryFolder()
    let database = folder["events.sqlite"]
    let source = FeedSource.bytes(Array("{\"id\": 1}\n".utf8), name: "events")
    let job = try ImportJob(
      feed: source, rows: .codable(Event.self),
      sink: SQLiteSink(path: database, table: "events"))
    #expect(try job.run().rows == 1)
  }

  @Test("RowsOfTypes")
  func rowsOfTypes() throws {
    struct Order: Codable {
      enum CodingKeys: String, CodingKey { case id, buyer, items, total }
      struct Item: Decodable {
        var price: Decimal
        var count: Int
      }
      struct Negative: Error {}

      var id: Int
      var buyer: String
      var total: Decimal

      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.decode(Int.self, forKey: .id)
        buyer = try fields.decode(String.self, forKey: .buyer).lowercased()
        let items = try fields.decode([Item].self, forKey: .items)
        total = items.reduce(0) { $0 + $1.price * Decimal($1.count) }
        if total < 0 { throw Negative() }
      }

      func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(buyer, forKey: .buyer)
        try fields.encode(total, forKey: .total)
      }
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      {"id": 1, "buyer": "Ann", "items": [{"price": 2.5, "count": 2}]}
      {"id": 2, "buyer": "Bob", "items": [{"price": -1, "count": 1}]}

      """, to: "orders.ndjson")
    let (database, rejects) = (folder["orders.sqlite"], folder["rejects.ndjson"])
    let job = try ImportJob(
      feed: .file(path), rows: .codable(Order.self),
      sink: SQLiteSink(path: database, table: "orders"),
      options: ImportOptions(rejectFile: rejects))
    let summary = try job.run()
    // id:int=id required, buyer:text=buyer required, total:decimal=total required
    #expect(summary.rows == 1 && summary.rejects == 1)
    #expect(
      try RowMapping.codable(Order.self).columns.map(\.description).joined(separator: ", ")
        == "id:int=id required, buyer:text=buyer required, total:decimal=total required")
    let columns = try [
      ImportColumn(parsing: "order_id:int=id"), ImportColumn(parsing: "total:real=total"),
      ImportColumn(parsing: "line:line"),
    ]
    let chosen = try RowMapping.codable(Order.self, columns: columns)
    #expect(chosen.columns == columns)
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
