import Foundation
import Sluice
import SluiceSchema
import Testing

private struct Avatar { let url: URL; let width: Int; let height: Int }

// example EncodingValues.md: extension Avatar: SchemaEncodable {

@Suite("Snippets: EncodingValues.md")
struct EncodingSnippets {
  private func avatar() throws -> Avatar {
    Avatar(url: try #require(URL(string: "https://a.b/c.png")), width: 3, height: 4)
  }

  @Test("values that nest are encoded")
  func album() throws {
    let avatar = try avatar()
    // example EncodingValues.md: let album: [String: [Avatar?]] = ["ann": [avatar, nil], "bob": []]
    let text = #"{"ann":[{"url":"https://a.b/c.png","width":3,"height":4},null],"bob":[]}"#
    #expect(data == Data(text.utf8))
    #expect(try JSON(parsing: String(decoding: bytes, as: UTF8.self)) == JSON(parsing: text))
  }

  @Test("values of different types share an object")
  func mixed() throws {
    func encode(_ name: String, _ avatar: Avatar, _ age: Int?) -> JSON {
      // example EncodingValues.md: var fields: [String: any SchemaEncodable] = ["name": name,
    }
    #expect(encode("Ann", try avatar(), 7)["age"] == 7)
    #expect(encode("Ann", try avatar(), nil)["age"] == nil)
  }
}
