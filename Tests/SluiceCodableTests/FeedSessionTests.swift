import Foundation
import Sluice
import SluiceCodable
import SluiceFeed
import Testing

/// A feed's reader keeps the session that decodes its records.
@Suite("Sessions of feeds")
struct FeedSessionTests {
  /// Keeps what every fourth record was decoded from.
  private struct Record: Decodable {
    enum Key: String, CodingKey { case id, name, tags }
    let id: Int
    let decoder: (any Decoder)?
    let container: KeyedDecodingContainer<Key>?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(Int.self, forKey: .id)
      self.decoder = id % 4 == 1 ? decoder : nil
      self.container = id % 4 == 2 ? container : nil
    }

    /// Reads everything after the feed has ended.
    func check() throws {
      let container = try decoder?.container(keyedBy: Key.self) ?? container
      guard let container else { return }
      #expect(try container.decode(String.self, forKey: .name) == "the long name of record \(id)")
      #expect(try container.decode([Int].self, forKey: .tags) == [id, id + 1])
      #expect(try container.decode(Int.self, forKey: .id) == id)
      let error = try #require(decodingError { _ = try container.decode(Int.self, forKey: .name) })
      #expect(error.context.codingPath.map(\.stringValue) == ["name"])
    }
  }

  private static func text(_ count: Int) -> [UInt8] {
    let lines = (0..<count).map {
      #"{"id":\#($0),"name":"the long name of record \#($0)","tags":[\#($0),\#($0 + 1)]}"#
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test("decoders and containers of records outlive the feed", arguments: [1, 3])
  func escape(parallel: Int) throws {
    var kept: [Record] = []
    do {
      let feed = try JSONFeed(
        .bytes(Self.text(300), name: "records"), options: FeedOptions(parallel: parallel))
      let values = feed.values(.codable(Record.self))
      while let record = try values.next() { kept.append(record) }
    }
    for _ in 0..<40 { _ = try SluiceDecoder().decode([Int].self, from: "[1,2,3]") }
    #expect(kept.map(\.id) == Array(0..<300))
    for record in kept { try record.check() }
  }

  @Test("what the records held is freed with its last user")
  func freed() throws {
    final class Witness: Sendable {}
    struct Holder: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    weak var witness: Witness?
    do {
      let decoder = SluiceDecoder()
      let made = Witness()
      witness = made
      decoder.userInfo[CodingUserInfoKey(rawValue: "witness")!] = made
      var feed = try JSONFeed(.bytes(Self.text(5), name: "records"))
      var held: [Holder] = []
      try feed.forEach(.codable(Holder.self, decoder: decoder)) {
        held.append($0)
      } rejected: {
        throw $0.error
      }
      #expect(held.count == 5)
    }
    #expect(witness == nil)
  }

  @Test("options that change between records count from the next one")
  func changedOptions() throws {
    struct Row: Decodable { let aName: String? }
    let decoder = SluiceDecoder()
    let mapping = CodableMapping(Row.self, decoder: decoder)
    let bytes = Array(String(repeating: "{\"a_name\":\"x\"}\n", count: 6).utf8)
    var feed = try JSONFeed(.bytes(bytes, name: "rows"))
    var names: [String?] = []
    try feed.forEach(mapping) { row in
      names.append(row.aName)
      decoder.keyDecodingStrategy = names.count < 3 ? .convertFromSnakeCase : .useDefaultKeys
    } rejected: {
      throw $0.error
    }
    #expect(names == [nil, "x", "x", nil, nil, nil])
  }

  @Test("a reader decodes one document after another, and readers in turns")
  func readers() throws {
    var first = JSONReader()
    var second = JSONReader()
    let decoder = SluiceDecoder()
    for id in 0..<20 {
      let text = String(decoding: Self.text(id + 1), as: UTF8.self).split(separator: "\n")[id]
      let record = try first.withDocument(String(text)) { root in
        let inner = try second.withDocument("[\(id)]") { try decoder.decode([Int].self, from: $0) }
        #expect(inner == [id])
        _ = decodingError { _ = try decoder.decode([Int].self, from: root) }
        return try decoder.decode(Record.self, from: root)
      }
      #expect(record.id == id)
      try record.check()
    }
  }
}
