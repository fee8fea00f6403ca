import Foundation
import Sluice
import SluiceFoundation
import Testing

struct TextValueTests {
  static let document = #"""
    {"url": "https:\/\/example.org/a%20b?q=1#f", "uuid": "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
     "data": "AQID", "number": 1, "badURL": "http://a b", "badUUID": "e621e1f8", "badData": "AQI",
     "empty": "", "escape": "\ud800"}
    """#

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

  @Test("a string that is not what was asked for is an error that says what was")
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
