import Foundation
import Sluice
import SluiceCodable
import TestSupport
import Testing

/// Fields of any names, asked for in an order of its own.
private struct Loose: Codable, Equatable {
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  static let order = CodingUserInfoKey(rawValue: "order")!
  var fields: [String: Int] = [:]

  init(fields: [String: Int]) { self.fields = fields }

  init(from decoder: any Decoder) throws {
    let all = try decoder.container(keyedBy: Key.self)
    for name in decoder.userInfo[Loose.order] as? [String] ?? [] {
      let key = Key(stringValue: name)
      fields[name] = try all.decodeIfPresent(Int.self, forKey: key)
      #expect(all.contains(key) == (fields[name] != nil))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var all = encoder.container(keyedBy: Key.self)
    for (name, value) in fields { try all.encode(value, forKey: Key(stringValue: name)) }
  }
}

@Suite("Names that a key strategy makes")
struct SpelledNamesTests {
  private static let names = ["id", "userName", "createdAt", "isUTF8Text", "a", "_x", "é1"]

  @Test("are those of Foundation in objects of any order, with repeated, escaped and missing keys")
  func objects() throws {
    let seed = UInt64.random(in: 0..<1000)
    print("spelled names, seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let (ours, theirs) = (SluiceDecoder(), JSONDecoder())
    let keys = [
      #""id""#, #""user_name""#, #""user_\u006eame""#, #""userName""#, #""created_at""#,
      #""is_utf8_text""#, #""a""#, #""_x""#, #""é_1""#, #""é1""#, #""other_key""#,
    ]
    for round in 0..<400 {
      let order = Self.names.shuffled(using: &random)
      var objects: [String] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Now and then more fields than are compared one by one.
        let count = round % 20 == 0 ? 60 : Int.random(in: 0...9, using: &random)
        let fields = (0..<count).map { number in
          let key =
            number < 12
            ? keys.randomElement(using: &random)! : "\"more_\(number)_\(round)\""
          return "\(key):\(number)"
        }
        objects.append("{\(fields.joined(separator: ","))}")
      }
      let data = Data("[\(objects.joined(separator: ","))]".utf8)
      ours.userInfo[Loose.order] = order
      theirs.userInfo[Loose.order] = order
      ours.keyDecodingStrategy = .convertFromSnakeCase
      theirs.keyDecodingStrategy = .convertFromSnakeCase
      let found = try ours.decode([Loose].self, from: data)
      #expect(
        try found == theirs.decode([Loose].self, from: data),
        "\(String(decoding: data, as: UTF8.self))")
      // The same decoders with names of their own.
      @Sendable func reversed(_ path: [any CodingKey]) -> any CodingKey {
        Loose.Key(stringValue: path.count % 2 == 0 ? path.last!.stringValue : "id")
      }
      ours.keyDecodingStrategy = .custom { reversed($0) }
      theirs.keyDecodingStrategy = .custom { reversed($0) }
      #expect(try ours.decode([Loose].self, from: data) == theirs.decode([Loose].self, from: data))
    }
  }

  @Test("are right after more keys than are kept", arguments: [100, 1500])
  func manyKeys(count: Int) throws {
    let (ours, theirs) = (SluiceDecoder(), JSONDecoder())
    let (encoder, theirEncoder) = (SluiceEncoder(), JSONEncoder())
    encoder.outputFormatting = .sortedKeys
    theirEncoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .convertToSnakeCase
    theirEncoder.keyEncodingStrategy = .convertToSnakeCase
    ours.keyDecodingStrategy = .convertFromSnakeCase
    theirs.keyDecodingStrategy = .convertFromSnakeCase
    for round in 0..<3 {
      let order = (0..<count).map { "someKey\(round)Of\($0)" }
      let loose = Loose(fields: Dictionary(uniqueKeysWithValues: zip(order, 0...)))
      ours.userInfo[Loose.order] = order
      let data = try encoder.encode(loose)
      #expect(try data == theirEncoder.encode(loose))
      #expect(try ours.decode(Loose.self, from: data) == loose)
    }
  }

  @Test("count repeated keys as the policy says", arguments: [DuplicateKeys.firstWins, .lastWins])
  func repeated(policy: DuplicateKeys) throws {
    let decoder = SluiceDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.documentOptions.duplicateKeys = policy
    decoder.userInfo[Loose.order] = ["userName"]
    let data = Data(#"{"user_name":1,"userName":2,"user_\u006eame":3}"#.utf8)
    #expect(
      try decoder.decode(Loose.self, from: data).fields
        == ["userName": policy == .firstWins ? 1 : 3])
    decoder.documentOptions.duplicateKeys = .reject
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode(Loose.self, from: data)
    }
    #expect(
      "\(error)".contains("expected one field \"user_name\" at $, found two"), "\(error)")
  }
}
