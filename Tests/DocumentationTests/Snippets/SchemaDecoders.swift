import Foundation
import Sluice
import SluiceSchema
import Testing

final class RangeDecoder: SchemaDecoder {
  func decode(_ object: JSONCursor) throws -> Any {
    let (low, high) = (try object[0].int, try object[1].int)
    guard low <= high else {
      throw ParserError.validation(failureReason: "\(low) is beyond \(high)")
    }
    return low...high
  }
}

struct Notice: SchemaViewDecodable {
  let name: String
  let payload: Any

  init(json: JSONView) throws {
    let user = try json[ifPresent: "user"] ?? json["data"]
    name = try user["name"].string
    payload = json
  }
}

final class SameView: SchemaViewDecoder {
  func decode(_ object: JSONView) throws -> Any { object }
}

final class FirstOf: SchemaViewDecoder {
  func decode(_ object: JSONView) throws -> Any {
    try object[ifPresent: "user"] ?? object["data"]
  }
}

@Suite("Snippets: DecodersAndDates.md and comments")
struct DecoderSnippets {
  @Test("decoders make values of properties and elements")
  func decoders() throws {
    let data = Data(
      #"{"ages": [[1, 5], [6, 9]], "count": "12", "since": "2020-01-31", "seen": 1.5}"#.utf8)
    let entity = try Parser.parseEntity(data: data) { schema in
      schema.addProperty(keyPath: "ages", type: .array, decoder: RangeDecoder())
      schema.addProperty(keyPath: "count", type: .string, decoder: StringDecoder<Int>())
      schema.addProperty(
        keyPath: "since", type: .string, decoder: DateDecoder(dateFormatString: "yyyy-MM-dd"))
      schema.addProperty(keyPath: "seen", type: .double, decoder: DateDecoder(.secondsSince1970))
    }
    let ages: [ClosedRange<Int>] = entity <--! "ages"
    #expect(ages == [1...5, 6...9])
    #expect(entity["count", as: Int.self] == 12)
    #expect(entity["seen", as: Date.self] == Date(timeIntervalSince1970: 1.5))
    let since: Date = entity <-! "since"
    #expect(Calendar.current.component(.day, from: since) == 31)
  }

  @Test("types and decoders that take views")
  func views() throws {
    let data = Data(#"{"events": [{"user": {"name": "Ann"}}, {"data": {"name": "Bo"}}]}"#.utf8)
    let events: [Notice] = try decodeArray(from: data, atKeyPath: "events")
    let views: [JSONView] = try decodeArray(from: data, atKeyPath: "events", with: SameView())
    #expect(events.map(\.name) == ["Ann", "Bo"] && views.count == 2)
    #expect(events.first?.payload as? JSONView == views.first)

    let users: [JSONView] = try decodeArray(from: data, atKeyPath: "events", with: FirstOf())
    #expect(try users.map { try $0["name"].string } == ["Ann", "Bo"])
  }
}
