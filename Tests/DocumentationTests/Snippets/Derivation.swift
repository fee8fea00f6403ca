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
    // example SluiceDerivation.md: struct Event: Codable {
    let payload = #"{"id": 7, "kind": "push", "actor": {"login": "ann"}}"#
    // example SluiceDerivation.md: let schema = try Schema(decoding: Event.self)
    #expect(event.actor.login == "ann")

    // example SluiceDerivation.md: let columns = try [ImportColumn](decoding: Event.self)
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
    // example SluiceDerivation.md: let job = try ImportJob(
    #expect(try job.run().rows == 1)
  }

  @Test("RowsOfTypes")
  func rowsOfTypes() throws {
    // example RowsOfTypes.md: struct Order: Codable {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      {"id": 1, "buyer": "Ann", "items": [{"price": 2.5, "count": 2}]}
      {"id": 2, "buyer": "Bob", "items": [{"price": -1, "count": 1}]}

      """, to: "orders.ndjson")
    let (database, rejects) = (folder["orders.sqlite"], folder["rejects.ndjson"])
    // example RowsOfTypes.md: let job = try ImportJob(
    #expect(summary.rows == 1 && summary.rejects == 1)
    #expect(
      try RowMapping.codable(Order.self).columns.map(\.description).joined(separator: ", ")
        == "id:int=id required, buyer:text=buyer required, total:decimal=total required")
    // example RowsOfTypes.md: let columns = try [
    #expect(chosen.columns == columns)
  }

  @Test("Types that need an example")
  func example() throws {
    // example DerivingFromTypes.md: struct Figure: Codable {
    #expect(throws: ParserError.self) { try figures.decode(#"{"outline": {"square": {}}}"#) }
  }

  @Test("Schema.init(decoding:by:example:)")
  func comment() throws {
    struct Person: Codable { var name: String }
    // example Schema+Decodable.swift: let schema = try Schema(decoding: Person.self)
    #expect(schema.jsonSchema["required"] == ["name"])
  }

  @Test("[ImportColumn].init(decoding:by:example:)")
  func job() throws {
    struct Event: Codable { var id: Int }
    let source = FeedSource.bytes(Array("{\"id\": 1}\n".utf8), name: "events")
    let folder = try TemporaryFolder()
    let database = folder["events.sqlite"]
    // example ImportColumn+Decodable.swift: let job = try ImportJob(
    #expect(try job.run().rows == 1)
  }
}
