import Foundation
import Sluice
import SluiceCodable
import TestSupport
import Testing

/// Keys are equal if their bytes are, not if they look the same.
@Suite("Keys that look the same")
struct KeySpellingTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"
  private static let text = #"{"\#(composed)":{"n":1},"\#(decomposed)":{"n":2}}"#
  private static let numbers = #"{"\#(composed)":1,"\#(decomposed)":2}"#

  private struct Listed: Decodable {
    let keys: [[UInt8]]
    let nested: [Int]
    let plain: [Bool]
    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: AnyTextKey.self)
      keys = fields.allKeys.map { Array($0.stringValue.utf8) }
      let both = [composed, decomposed].map(AnyTextKey.init(stringValue:))
      nested = try both.map {
        try fields.nestedContainer(keyedBy: AnyTextKey.self, forKey: $0)
          .decode(Int.self, forKey: AnyTextKey(stringValue: "n"))
      }
      plain = both.map(fields.contains)
    }
  }

  private static let strategies: [@Sendable () -> JSONDecoder.KeyDecodingStrategy] = [
    { .useDefaultKeys }, { .convertFromSnakeCase }, { .custom { $0.last! } },
  ]

  @Test(
    "were merged in allKeys and in nested containers, under each key strategy", arguments: 0..<3)
  func containers(strategy: Int) throws {
    let listed = try sluice(Listed.self, Self.text) {
      $0.keyDecodingStrategy = Self.strategies[strategy]()
    }
    #expect(listed.keys == [Array(Self.composed.utf8), Array(Self.decomposed.utf8)])
    #expect(listed.nested == [1, 2])
    #expect(listed.plain == [true, true])
  }

  @Test("were merged in dictionaries whose keys differ, and in values of JSON")
  func dictionaries() throws {
    let fields = try sluice([ByteKey: Int].self, Self.numbers)
    #expect(fields == [ByteKey(Self.composed): 1, ByteKey(Self.decomposed): 2])
    let json = try sluice(JSON.self, Self.numbers)
    #expect(json.description == Self.numbers)
    #expect(json[Self.composed]?.int == 1 && json[Self.decomposed]?.int == 2)
    #expect(try sluice(JSONObject.self, Self.numbers).count == 2)
    // Those of strings can't differ: the first counts.
    #expect(try sluice([String: Int].self, Self.numbers) == [Self.composed: 1])
    #expect(throws: DecodingError.self) {
      try sluice([String: Int].self, Self.numbers) { $0.documentOptions.duplicateKeys = .reject }
    }
  }

  /// Texts that look the same and have other bytes: so many letters, each in one of two spellings.
  private static func spellings(_ letters: Int) -> [String] {
    (0..<1 << letters).map { bits in
      (0..<letters).map { bits >> $0 & 1 == 0 ? composed : decomposed }.joined()
    }
  }

  @Test("had one hash: a lookup among all spellings took as many steps as there are")
  func collisions() throws {
    let keys = Self.spellings(12)
    let text = "{" + keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
    let fields = try sluice(JSONObject.self, text)
    #expect(fields.count == keys.count)
    #expect(fields.longestKeySearch > 0 && fields.longestKeySearch < 200)
    for (number, key) in keys.enumerated() where number % 97 == 0 {
      #expect(fields[key]?.int == number)
    }
    let hashes = Set(keys.map { JSON.string($0).hashValue })
    #expect(hashes.count > keys.count * 9 / 10)
    let objects = Set(keys.map { JSON.object([$0: 1]).hashValue })
    #expect(objects.count > keys.count * 9 / 10)
    let paths = Set(try keys.map { try JSONPointer("/" + $0).hashValue })
    #expect(paths.count > keys.count * 9 / 10)
  }
}
