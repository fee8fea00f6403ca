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

@Suite("Snippets: DecodersAndDates.md")
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
}
