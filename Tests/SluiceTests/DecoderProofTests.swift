import ConformanceSuite
import Foundation
import Sluice
import Testing

@Suite("A decoder built on positions")
struct DecoderProofTests {
  struct Tweets: Decodable, Equatable {
    let statuses: [Status]
  }

  struct Status: Decodable, Equatable {
    let createdAt: String
    let id: Int
    let text: String
    let user: User
    let retweetCount: Int
    let favoriteCount: Int

    enum CodingKeys: String, CodingKey {
      case createdAt = "created_at"
      case id, text, user
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
    }
  }

  struct User: Decodable, Equatable {
    let id: Int
    let screenName: String

    enum CodingKeys: String, CodingKey {
      case id
      case screenName = "screen_name"
    }
  }

  @Test(
    "decodes seven fields of each status like JSONDecoder",
    .enabled(if: Corpus.isThere, Comment(rawValue: Corpus.reasonForSkipping)))
  func twitter() throws {
    let corpus = try #require(Corpus.current)
    let file = try #require(corpus.files("documents").first { $0.lastName == "twitter.json" })
    let data = Data(file.bytes)
    let ours = try ProofDecoder()
    let theirs = JSONDecoder()
    let expected = try theirs.decode(Tweets.self, from: data)
    #expect(expected.statuses.count == 100)
    #expect(try ours.decode(Tweets.self, from: file.bytes) == expected)

    // Printed, not asserted: a test run is not a benchmark.
    func best(_ body: () throws -> Tweets) throws -> Duration {
      var best = Duration.seconds(1000)
      for _ in 0..<20 {
        best = try min(best, ContinuousClock().measure { _ = try body() })
      }
      return best
    }
    let a = try best { try ours.decode(Tweets.self, from: file.bytes) }
    let b = try best { try theirs.decode(Tweets.self, from: data) }
    print("decoder on positions: \(b / a) times as fast as JSONDecoder (\(a), \(b))")
  }

  @Test("decodes optionals, nulls, nested arrays and missing fields correctly")
  func shapes() throws {
    struct Shape: Decodable, Equatable {
      let a: Int?
      let b: String?
      let c: [[Double]]
      let d: [String: Bool]
      let e: [Int?]
    }
    let text = #"{"e": [1, null, 3], "d": {"x": true}, "b": null, "c": [[1.5], [], [2, 3e1]]}"#
    let shape = try ProofDecoder().decode(Shape.self, from: Array(text.utf8))
    #expect(
      shape == Shape(a: nil, b: nil, c: [[1.5], [], [2, 30]], d: ["x": true], e: [1, nil, 3]))
    #expect(throws: JSONError.self) {
      try ProofDecoder().decode(Shape.self, from: Array(#"{"c": 1}"#.utf8))
    }
  }

  /// Keeps everything that it is given, which no client should do.
  private struct Keeper: Decodable {
    nonisolated(unsafe) static var decoder: (any Decoder)?
    nonisolated(unsafe) static var fields: KeyedDecodingContainer<Key>?
    nonisolated(unsafe) static var elements: (any UnkeyedDecodingContainer)?
    nonisolated(unsafe) static var single: (any SingleValueDecodingContainer)?

    enum Key: String, CodingKey { case a, b }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      unsafe Keeper.decoder = decoder
      unsafe Keeper.fields = fields
      unsafe Keeper.elements = try fields.nestedUnkeyedContainer(forKey: .b)
      unsafe Keeper.single = try fields.superDecoder(forKey: .a).singleValueContainer()
    }
  }

  @Test("everything kept past its document throws closed-document")
  func kept() throws {
    let text = Array(#"{"a": 7, "b": [1, 2]}"#.utf8)
    var decoder: ProofDecoder? = try ProofDecoder()
    _ = try decoder?.decode(Keeper.self, from: text)
    try Self.expectAllClosed()
    // The same storage with another document: the index is open, but not for the kept values.
    struct Again: Decodable {
      init(from decoder: any Decoder) throws {
        try DecoderProofTests.expectAllClosed()
        _ = try decoder.singleValueContainer()
      }
    }
    _ = try decoder?.decode(Again.self, from: text + Array(repeating: 0x20, count: 1 << 20))
    // The storage's owner is gone, but the kept values keep its memory alive.
    decoder = nil
    try Self.expectAllClosed()
    unsafe Keeper.decoder = nil
    unsafe Keeper.fields = nil
    unsafe Keeper.elements = nil
    unsafe Keeper.single = nil
  }

  private static func expectClosed(_ body: () throws -> Void) {
    do {
      try body()
      Issue.record("a closed document was read")
    } catch {
      #expect((error as? JSONError)?.code == .closedDocument)
    }
  }

  private static func expectAllClosed() throws {
    let decoder = try #require(unsafe Keeper.decoder)
    let fields = try #require(unsafe Keeper.fields)
    var elements = try #require(unsafe Keeper.elements)
    let single = try #require(unsafe Keeper.single)
    expectClosed { _ = try decoder.container(keyedBy: Keeper.Key.self) }
    expectClosed { _ = try decoder.unkeyedContainer() }
    expectClosed { _ = try fields.decode(Int.self, forKey: .a) }
    expectClosed { _ = try fields.nestedUnkeyedContainer(forKey: .b) }
    expectClosed { _ = try fields.superDecoder(forKey: .a) }
    expectClosed { _ = try elements.decode(Int.self) }
    expectClosed { _ = try single.decode(Int.self) }
    expectClosed { _ = try single.decode(String.self) }
    #expect(fields.allKeys.isEmpty)
    #expect(!fields.contains(.a))
    #expect(elements.isAtEnd)
    #expect(elements.count == nil)
    #expect(!single.decodeNil())
  }
}
