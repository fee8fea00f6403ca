import Foundation
import Sluice
import SluiceFoundation
import Testing

/// Documents from `Data`, and Foundation's types on views.
struct KeptDocumentTests {
  @Test("data in any encoding")
  func encodings() throws {
    let text = #"{"é": [1, 2]}"#
    for encoding in [String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf32] {
      let data = try #require(text.data(using: encoding))
      #expect(try JSONDocument(parsing: data).root["é"][1].int == 2, "\(encoding)")
    }
    let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: Data()) }
    #expect(error?.code == .empty)
    let url = try #require(URL(string: "https://example.com/x.json"))
    let other = #expect(throws: JSONError.self) { try JSONDocument(contentsOf: url) }
    #expect(other?.code == .io)
  }

  @Test("Foundation's types, and the place of a text that is none")
  func values() throws {
    let root = try JSONDocument(
      parsing: #"""
        {"n": 12.50, "at": "2026-11-23T07:00:00Z", "s": 1, "u": "https://example.com/a",
        "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "b": "AQI="}
        """#
    ).root
    #expect(try root["n"].decimal == Decimal(string: "12.5"))
    #expect(try root["at"].date.timeIntervalSince1970 == 1_795_417_200)
    #expect(try root["s"].date(.secondsSince1970).timeIntervalSince1970 == 1)
    #expect(try root["u"].url.path() == "/a")
    #expect(try root["id"].uuid.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(try root["b"].data == Data([1, 2]))
    let error = #expect(throws: JSONError.self) { try root["u"].uuid }
    #expect(error?.code == .invalidValue)
    #expect(error?.path == "$.u")
  }

  @Test("Foundation's coders write and read views")
  func coders() throws {
    let view = try JSONDocument(parsing: #"{"a": [1, null, "x", true, 2.5], "b": {}}"#).root
    let data = try JSONEncoder().encode(["k": view])
    let back = try JSONDecoder().decode([String: JSONView].self, from: data)
    #expect(back["k"] == view)
    #expect(try JSONDecoder().decode(JSONDocument.self, from: Data("[1]".utf8)).root[0].int == 1)
  }
}
