import Foundation
import Sluice
import SluiceSchema
import Testing

// example DecodersAndDates.md: final class RangeDecoder: SchemaDecoder {

// example DecodersAndDates.md: struct Notice: SchemaViewDecodable {

// example SchemaViewDecodable.swift: final class FirstOf: SchemaViewDecoder {

@Suite("Snippets: DecodersAndDates.md and comments")
struct DecoderSnippets {
  @Test("decoders make values of properties and elements")
  func decoders() throws {
    let data = Data(
      #"{"ages": [[1, 5], [6, 9]], "count": "12", "since": "2020-01-31", "seen": 1.5}"#.utf8)
    // example DecodersAndDates.md: let entity = try Parser.parseEntity(data: data) { schema in
    #expect(ages == [1...5, 6...9])
    #expect(entity["count", as: Int.self] == 12)
    #expect(entity["seen", as: Date.self] == Date(timeIntervalSince1970: 1.5))
    let since: Date = entity <-! "since"
    #expect(Calendar.current.component(.day, from: since) == 31)
  }

  @Test("types and decoders that take views")
  func views() throws {
    let data = Data(#"{"events": [{"user": {"name": "Ann"}}, {"data": {"name": "Bo"}}]}"#.utf8)
    // example DecodersAndDates.md: let events: [Notice] = try decodeArray(from: data, atKeyPath:
    #expect(events.map(\.name) == ["Ann", "Bo"] && views.count == 2)
    #expect(events.first?.payload as? JSONView == views.first)

    let users: [JSONView] = try decodeArray(from: data, atKeyPath: "events", with: FirstOf())
    #expect(try users.map { try $0["name"].string } == ["Ann", "Bo"])
  }
}
