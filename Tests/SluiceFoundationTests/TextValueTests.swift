import Foundation
import Sluice
import SluiceFoundation
import TestSupport
import Testing

struct TextValueTests {
  static let document = #"""
    {"url": "https:\/\/example.org/a%20b?q=1#f", "uuid": "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
     "data": "AQID", "number": 1, "badURL": "http://a b", "badUUID": "e621e1f8", "badData": "AQI",
     "empty": "", "escape": "\ud800"}
    """#

  @Test(
    "UUIDs that Foundation forgives are refused",
    arguments: [
      "e621e1f8-c36c-495a-93fc-0c247a3e6e5f ", " 621e1f8-c36c-495a-93fc-0c247a3e6e5f",
      "e621e1f8-c36c-495a-93fc-0c247a3e6e5f0", "e621e1f8c36c495a93fc0c247a3e6e5f",
      "{e621e1f8-c36c-495a-93fc-0c247a3e6e5f}", "e621e1f8-c36c-495a-93fc-0c247a3e6e5g",
      "0x21e1f8-c36c-495a-93fc-0c247a3e6e5f", "+621e1f8-c36c-495a-93fc-0c247a3e6e5f",
      "e621e1f8-c36c-495a-93fc0-c247a3e6e5f", "e621e1f8-c36c-495a-93fc-0c247a3e6e5\u{0}",
      "e621e1f8-c36c-495a-93fc-0c247a3e6e5f\u{0}x", "ｅ621e1f8-c36c-495a-93fc-0c247a3e6e", "",
    ])
  func strictUUIDs(text: String) throws {
    #expect(JSON.string(text).uuid == nil)
    var reader = JSONReader()
    let error = try #require(throws: JSONError.self) {
      try reader.withDocument(JSON.string(text).serialized()) { try $0.uuid }
    }
    #expect(error.code == .invalidValue)
  }

  @Test(
    "Base64 that Foundation forgives is refused",
    arguments: [
      "AQI", "AQ", "AQ=", "AR==", "AQJ=", "AQI=\n", "AQ I=", "AQID\r\n", "AQ==AQID", "====", "=",
      "A===", "AQ-_", "AQI=AQI=", " AQID", "AQID\u{0}",
    ])
  func strictBase64(text: String) throws {
    #expect(JSON.string(text).data == nil)
    var reader = JSONReader()
    let error = try #require(throws: JSONError.self) {
      try reader.withDocument(JSON.string(text).serialized()) { try $0.data }
    }
    #expect(error.code == .invalidValue)
  }

  @Test("random bytes and UUIDs come back", arguments: [0x5EED_0001 as UInt64])
  func strictRoundTrips(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for count in 0..<300 {
      let data = Data((0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) })
      #expect(JSON(base64: data).data == data, "seed \(seed), \(count) bytes")
      let uuid = UUID()
      #expect(JSON.string(uuid.uuidString.lowercased()).uuid == uuid && JSON(uuid).uuid == uuid)
    }
  }

  @Test("URLs, UUIDs and Base64 are read from their strings")
  func reading() throws {
    var reader = JSONReader()
    let (url, uuid, data, empty) = try reader.withDocument(Self.document) { root in
      (
        try root["url"].url, try root["uuid"].uuid, try root["data"].data, try root["empty"].data
      )
    }
    #expect(url.absoluteString == "https://example.org/a%20b?q=1#f")
    #expect(uuid.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(data == Data([1, 2, 3]))
    #expect(empty.isEmpty)
    #expect(JSON(url).url == url)
    #expect(JSON(uuid).uuid == uuid)
    #expect(JSON(base64: data).data == data)
    #expect(JSON("http://a b").url == nil)
    #expect(JSON(1).uuid == nil)
    var writer = JSONWriter()
    try writer.beginArray()
    try writer.value(url)
    try writer.value(uuid)
    try writer.value(base64: data)
    try writer.endArray()
    #expect(
      try writer.takeString()
        == #"["https://example.org/a%20b?q=1#f","E621E1F8-C36C-495A-93FC-0C247A3E6E5F","AQID"]"#)
  }

  @Test("an invalid string is an error that names the expected kind")
  func invalid() {
    func fault(_ read: (JSONCursor) throws -> Void) -> JSONError? {
      var reader = JSONReader()
      do {
        try reader.withDocument(Self.document, read)
        return nil
      } catch {
        return error as? JSONError
      }
    }
    let url = fault { _ = try $0["badURL"].url }
    #expect(url?.code == .invalidValue)
    #expect(
      url?.description.contains(#"expected a URL at $.badURL, found string "http://a b""#) == true)
    #expect(fault { _ = try $0["empty"].url }?.code == .invalidValue)
    #expect(fault { _ = try $0["badUUID"].uuid }?.code == .invalidValue)
    #expect(fault { _ = try $0["badData"].data }?.code == .invalidValue)
    #expect(fault { _ = try $0["number"].url }?.code == .typeMismatch)
    #expect(fault { _ = try $0["number"].date }?.code == .typeMismatch)
    #expect(fault { _ = try $0["escape"].uuid }?.code == .invalidEscape)
    #expect(fault { _ = try $0["escape"].date }?.code == .invalidEscape)
  }
}
