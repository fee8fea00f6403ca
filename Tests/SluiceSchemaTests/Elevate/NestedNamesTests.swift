import Foundation
import SluiceElevateNames
import Testing

// The types of Elevate's README, qualified with the module's name as in the README.

private struct Picture: Equatable {
  let url: String
  let width: Int
}

extension Picture: Elevate.Decodable {
  init(json: JSONCursor) throws {
    let entity = try Elevate.Parser.parseEntity(json: json) { (schema: Elevate.Schema) in
      schema.addProperty(keyPath: "url", type: Elevate.SchemaPropertyProtocol.string)
      schema.addProperty(keyPath: "width", type: .string, decoder: Elevate.StringToIntDecoder())
    }
    url = entity <-! "url"
    width = entity <-! "width"
  }
}

extension Picture: Elevate.Encodable {
  var json: JSON { ["url": url.json, "width": width.json] }
}

private class PictureDecoder: Elevate.Decoder {
  func decode(_ object: JSONCursor) throws -> Any { try Picture(json: object) }
}

@Suite("Elevate's names after the module's")
struct NestedNamesTests {
  private let text = #"{"avatar": {"url": "u", "width": "12"}}"#

  @Test("Elevate.Decodable, .Decoder and .Encodable are Elevate's, and not Swift's")
  func protocols() throws {
    let byType: Picture = try Elevate.decodeObject(from: text, atKeyPath: "avatar")
    let byDecoder: Picture = try Elevate.decodeObject(
      from: text, atKeyPath: "avatar", with: PictureDecoder())
    #expect(byType == Picture(url: "u", width: 12) && byDecoder == byType)
    #expect(byType.json == ["url": "u", "width": 12])
    func takesBoth<T: Elevate.Decodable & Elevate.Encodable>(_ type: T.Type) -> Bool { true }
    #expect(takesBoth(Picture.self))
  }

  @Test("Elevate.ParserError and Elevate.DateDecoder exist, too")
  func others() throws {
    let error = #expect(throws: Elevate.ParserError.self) {
      let _: Picture = try Elevate.decodeObject(from: "{}", atKeyPath: "avatar")
    }
    #expect(error?.failureReason == "Required key path [avatar] was missing or null")
    let decoder = Elevate.DateDecoder(dateFormatString: "yyyy")
    let year: Date = try Elevate.decodeObject(from: #""1990""#, with: decoder)
    #expect(Calendar.current.component(.year, from: year) == 1990)
  }
}
