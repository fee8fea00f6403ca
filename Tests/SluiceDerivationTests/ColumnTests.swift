import Foundation
import Sluice
import SluiceCodable
import SluiceDerivation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

private struct Actor: Codable {
  var login: String
  var site: URL?
}

private struct Event: Codable {
  enum Kind: String, Codable { case push, fork }

  var id: Int64
  var kind: Kind
  var actor: Actor
  var owner: Actor?
  var score: Double
  var price: Decimal
  var big: UInt64
  var at: Date
  var token: UUID
  var bytes: Data
  var tags: [String]
  var isPublic: Bool?
}

@Suite("Columns from types")
struct ColumnDerivationTests {
  @Test("have the types of the properties, and require what the type does")
  func columns() throws {
    let decoder = SluiceDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let columns = try [ImportColumn](decoding: Event.self, by: decoder)
    #expect(
      columns.map(\.description) == [
        "id:int=id required", "kind:text=kind required", "actor_login:text=actor.login required",
        "actor_site:text=actor.site", "owner_login:text=owner.login",
        "owner_site:text=owner.site", "score:real=score required",
        "price:decimal=price required", "big:decimal=big required", "at:timestamp=at required",
        "token:uuid=token required", "bytes:blob=bytes required", "tags:json=tags required",
        "isPublic:bool=isPublic",
      ])
  }

  @Test(
    "have the form of the decoder's dates",
    arguments: [
      (JSONDecoder.DateDecodingStrategy.deferredToDate, ColumnType.real),
      (.secondsSince1970, .epoch), (.millisecondsSince1970, .epochms), (.iso8601, .timestamp),
      (.custom { _ in Date() }, .json),
    ] as [(JSONDecoder.DateDecodingStrategy, ColumnType)])
  func dates(strategy: JSONDecoder.DateDecodingStrategy, type: ColumnType) throws {
    struct Row: Codable { var at: Date }
    let decoder = SluiceDecoder()
    decoder.dateDecodingStrategy = strategy
    #expect(try [ImportColumn](decoding: Row.self, by: decoder).map(\.type) == [type])
  }

  @Test("find keys with dots, and in snake case")
  func keys() throws {
    struct Row: Codable {
      enum CodingKeys: String, CodingKey { case dotted = "a.b", plain = "c" }
      var dotted: Int
      var plain: Int
    }
    #expect(
      try [ImportColumn](decoding: Row.self).map { $0.path?.description } == ["/a.b", "c"])
    struct Camel: Codable { var createdAt: Int }
    let decoder = SluiceDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(
      try [ImportColumn](decoding: Camel.self, by: decoder).map(\.description)
        == ["created_at:int=created_at required"])
  }

  @Test("refuse a type without properties")
  func noObject() throws {
    let error = #expect(throws: DerivationError.self) { try [ImportColumn](decoding: [Int].self) }
    #expect(error?.description.contains("only a type with properties becomes columns") == true)
  }

  @Test("import what the type decodes")
  func importing() throws {
    struct Row: Codable, Equatable {
      var id: Int
      var name: String?
      var actor: Actor
      struct Actor: Codable, Equatable { var login: String }
    }
    let lines = """
      {"id": 1, "name": "a", "actor": {"login": "x"}}
      {"id": 2, "actor": {"login": "y"}}
      {"id": 3, "name": "b"}
      {"id": "4", "actor": {"login": "z"}}

      """
    let folder = try TemporaryFolder()
    let job = try ImportJob(
      feed: .bytes(Array(lines.utf8), name: "rows"), columns: [ImportColumn](decoding: Row.self),
      sink: SQLiteSink(path: folder["rows.sqlite"], table: "rows"))
    let summary = try job.run()
    let decoded = lines.split(separator: "\n").compactMap {
      try? SluiceDecoder().decode(Row.self, from: $0)
    }
    #expect(summary.rows == Int64(decoded.count) && summary.rejects == 2)
  }
}
