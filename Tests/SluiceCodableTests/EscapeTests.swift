import Foundation
import Sluice
import SluiceCodable
import Testing

/// Decoders and containers that outlive their `init(from:)`, and that are used in any order.
@Suite("Decoders that escape")
struct EscapeTests {
  /// Keeps what it was decoded from.
  struct Keeper: Decodable {
    enum Key: String, CodingKey { case id, tags, inner, name }
    let decoder: any Decoder
    let container: KeyedDecodingContainer<Key>
    let tags: any UnkeyedDecodingContainer

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      container = try decoder.container(keyedBy: Key.self)
      tags = try container.nestedUnkeyedContainer(forKey: .tags)
    }

    /// Reads everything after the decode.
    func check() throws {
      var tags = tags
      #expect(try container.decode(String.self, forKey: .name) == "a name of some length")
      #expect(try tags.decode(String.self) == "a tag longer than fifteen bytes")
      #expect(try container.decode(Int.self, forKey: .id) == 7)
      let again = try decoder.container(keyedBy: Key.self)
      let inner = try again.nestedContainer(keyedBy: Key.self, forKey: .inner)
      #expect(try inner.decode([Int].self, forKey: .tags) == [1, 2])
      let wrong = try #require(decodingError { _ = try inner.decode(Int.self, forKey: .name) })
      #expect(wrong.context.codingPath.map(\.stringValue).suffix(2) == ["inner", "name"])
    }
  }

  private static let json = """
    {"tags":["a tag longer than fifteen bytes"],"id":7,"name":"a name of some length",\
    "inner":{"tags":[1,2],"name":"x"}}
    """

  @Test("a decoder of copied bytes keeps its document", arguments: [false, true])
  func copied(convertsKeys: Bool) throws {
    let kept = try sluice([Keeper].self, "[\(Self.json),\(Self.json)]") {
      if convertsKeys { $0.keyDecodingStrategy = .convertFromSnakeCase }
    }
    for _ in 0..<40 { _ = try sluice([String].self, #"["something else of this session"]"#) }
    for keeper in kept {
      try keeper.check()
      try keeper.check()
    }
  }

  @Test("what escaped is freed with its last user")
  func freed() throws {
    final class Witness: Sendable {}
    struct Holder: Decodable {
      static let key = CodingUserInfoKey(rawValue: "witness")!
      let decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    weak var witness: Witness?
    do {
      let made = Witness()
      witness = made
      let kept = try sluice(Holder.self, #"{"id":1}"#) { $0.userInfo[Holder.key] = made }
      let container = try kept.decoder.container(keyedBy: Keeper.Key.self)
      #expect(try container.decode(Int.self, forKey: .id) == 1)
      #expect(try kept.decoder.container(keyedBy: Keeper.Key.self).contains(.id))
      #expect(kept.decoder.userInfo[Holder.key] as? Witness === made)
    }
    #expect(witness == nil)
  }

  @Test(
    "a container that escapes alone, from a type inside its own kind", arguments: [false, true])
  func containers(convertsKeys: Bool) throws {
    final class Witness: Sendable {}
    final class Linked: Decodable {
      enum Key: String, CodingKey { case id, next }
      static let key = CodingUserInfoKey(rawValue: "witness")!
      let container: KeyedDecodingContainer<Key>
      let next: Linked?

      init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Key.self)
        next = try container.decodeIfPresent(Linked.self, forKey: .next)
      }
    }
    weak var witness: Witness?
    do {
      let made = Witness()
      witness = made
      let text = #"{"id":"the first, longer than fifteen","next":{"next":{"id":"3"},"id":"2"}}"#
      let kept = try sluice([Linked].self, "[\(text),\(text)]") {
        $0.userInfo[Linked.key] = made
        if convertsKeys { $0.keyDecodingStrategy = .convertFromSnakeCase }
      }
      for _ in 0..<40 { _ = try sluice(Linked.self, #"{"id":"another document's"}"#) }
      for first in kept {
        let ids = try [first, first.next, first.next?.next].map {
          try $0?.container.decode(String.self, forKey: .id)
        }
        #expect(ids == ["the first, longer than fifteen", "2", "3"])
        #expect(first.container.allKeys == [.id, .next])
        let inner = try first.container.superDecoder(forKey: .next)
        #expect(inner.codingPath.last?.stringValue == "next")
        #expect(inner.userInfo[Linked.key] as? Witness === made)
      }
    }
    #expect(witness == nil)
  }

  @Test("a decoder of padded bytes gets a copy")
  func padded() throws {
    func keep() throws -> Keeper {
      var bytes = PaddedBytes(Self.json.utf8)
      let kept = try SluiceDecoder().decode(Keeper.self, from: bytes)
      let count = bytes.count
      bytes.removeAll()
      bytes.append(contentsOf: [UInt8](repeating: UInt8(ascii: "x"), count: count))
      return kept
    }
    try keep().check()
  }

  @Test("a decoder of a cursor gets a copy of the document")
  func cursor() throws {
    func keep() throws -> Keeper {
      var reader = JSONReader()
      return try reader.withDocument("[[1, \(Self.json)], 2]") { root in
        try SluiceDecoder().decode(Keeper.self, from: root[0][1])
      }
    }
    try keep().check()
  }

  @Test("a decoder that escapes when the decode fails")
  func failing() throws {
    final class Box: @unchecked Sendable { var decoder: (any Decoder)? }
    struct Failing: Decodable {
      static let key = CodingUserInfoKey(rawValue: "box")!
      init(from decoder: any Decoder) throws {
        (decoder.userInfo[Failing.key] as? Box)?.decoder = decoder
        throw CocoaError(.coderInvalidValue)
      }
    }
    let box = Box()
    #expect(throws: CocoaError.self) {
      _ = try sluice([Failing].self, "[[5]]") { $0.userInfo[Failing.key] = box }
    }
    var container = try #require(box.decoder).unkeyedContainer()
    #expect(try container.decode(Int.self) == 5)
  }

  @Test("a key that decodes while it is asked for its name")
  func keysThatDecode() throws {
    #expect(try sluice(AskedOften.self, #"{"first":1,"second":2}"#).sum == 3)
  }

  @Test("containers of one value are used in turns")
  func turns() throws {
    struct Turns: Decodable {
      enum Key: String, CodingKey { case a, b, c, x }
      let sum: Int
      init(from decoder: any Decoder) throws {
        let first = try decoder.container(keyedBy: Key.self)
        let second = try decoder.container(keyedBy: Key.self)
        let a = try first.nestedContainer(keyedBy: Key.self, forKey: .a)
        let b = try first.nestedContainer(keyedBy: Key.self, forKey: .b)
        sum =
          try b.decode(Int.self, forKey: .x) + a.decode(Int.self, forKey: .x)
          + second.decode(Int.self, forKey: .c) + a.decode(Int.self, forKey: .x)
          + first.decode(Int.self, forKey: .c) + b.decode(Int.self, forKey: .x)
      }
    }
    #expect(try sluice(Turns.self, #"{"a":{"x":1},"c":100,"b":{"x":10}}"#).sum == 222)
  }
}

/// One of the many types of keys that the names of others make room for.
private enum NestedKey<T>: String, CodingKey { case first, second }

/// A type whose keys use its decoder, with more types of keys than a session remembers.
private struct AskedOften: Decodable {
  nonisolated(unsafe) static var decoder: (any Decoder)?

  enum Key: CodingKey {
    case first, second

    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }

    var stringValue: String {
      if let decoder = unsafe AskedOften.decoder { AskedOften.use(decoder, Int.self, 300) }
      return self == .first ? "first" : "second"
    }
  }

  let sum: Int

  init(from decoder: any Decoder) throws {
    unsafe AskedOften.decoder = decoder
    defer { unsafe AskedOften.decoder = nil }
    let container = try decoder.container(keyedBy: Key.self)
    sum =
      try container.decode(Int.self, forKey: .second) + container.decode(Int.self, forKey: .first)
  }

  static func use<T>(_ decoder: any Decoder, _ type: T.Type, _ levels: Int) {
    guard levels > 0 else { return }
    let container = try? decoder.container(keyedBy: NestedKey<T>.self)
    #expect((try? container?.decode(Int.self, forKey: .second)) == 2)
    use(decoder, T?.self, levels - 1)
  }
}
