import Foundation
import Sluice
import SluiceCodable
import SluiceFeed
import Testing

@Suite("Feeds of decodable types")
struct FeedTests {
  private struct Row: Decodable, Equatable, Sendable {
    let id: Int
    let name: String
    let tags: [String]?
  }

  private static let count = 5000
  private static let bytes = Array(
    (0..<count).map { #"{"id":\#($0),"name":"the name of \#($0)","tags":["a"]}"# }
      .joined(separator: "\n").utf8)

  private func check(_ rows: [Row]) {
    #expect(rows.count == Self.count)
    #expect(rows.enumerated().allSatisfy { $1.id == $0 && $1.name == "the name of \($0)" })
  }

  @Test("one after another, on one thread and on several", arguments: [1, 3])
  func values(parallel: Int) async throws {
    let feed = try JSONFeed(
      .bytes(Self.bytes, name: "rows"), options: FeedOptions(parallel: parallel))
    let values = feed.values(.codable(Row.self))
    var rows: [Row] = []
    while let row = try values.next() { rows.append(row) }
    check(rows)
    let again = try JSONFeed(
      .bytes(Self.bytes, name: "rows"), options: FeedOptions(parallel: parallel))
    var awaited: [Row] = []
    for try await row in again.values(.codable(Row.self)) { awaited.append(row) }
    check(awaited)
  }

  @Test("a record that does not fit is rejected with the code and place of its fault")
  func rejected() throws {
    let text = """
      {"id":1,"name":"a"}
      {"id":"x","name":"b"}
      {"name":"c"}
      {"id":4,"name":"d","tags":[1]}
      {"id":5
      {"id":6,"name":"f"}
      """
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "rows"))
    var (rows, rejects): ([Row], [String]) = ([], [])
    try feed.forEach(.codable(Row.self)) {
      rows.append($0)
    } rejected: {
      rejects.append("\($0.error.code) \($0.error.offset) \($0.error.summary)")
    }
    #expect(rows.map(\.id) == [1, 6])
    #expect(
      rejects.prefix(3)
        == [
          #"type-mismatch 6 expected Int at $.id, found string "x""#,
          #"missing-field 0 expected a field "id" at $, found none"#,
          #"type-mismatch 27 expected a string at $.tags[0], found number 1"#,
        ][...])
    #expect(rejects.count == 4)
  }

  @Test("errors of a cursor's decode are located in the document")
  func cursor() throws {
    var reader = JSONReader()
    let error = try #require(
      decodingError {
        try reader.withDocument("{\"rows\":[\n{\"id\":\"x\"}]}") { root in
          _ = try SluiceDecoder().decode([Row].self, from: root["rows"])
        }
      })
    #expect(error.context.codingPath.map(\.stringValue) == ["Index 0", "id"])
    #expect(error.context.debugDescription.hasSuffix("(line 2, column 7, byte 16)"))
  }
}
