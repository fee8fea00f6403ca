import Foundation
import SluiceCodable
import Testing

@Suite("Keyed containers that are lent for one object after another")
struct LentContainerTests {
  private enum Keys: String, CodingKey { case a, b, inner }

  /// Keeps the container of each value that it encodes.
  private final class Keeper: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "keeper")!
    var containers: [KeyedEncodingContainer<Keys>] = []
  }

  /// Encodes `value`, and before it whatever containers were kept: they are of other objects.
  private struct Kept: Encodable {
    var value: Int
    var inner: [Kept] = []
    var fails = false

    func encode(to encoder: any Encoder) throws {
      let keeper = encoder.userInfo[Keeper.key] as? Keeper
      var container = encoder.container(keyedBy: Keys.self)
      for place in keeper?.containers.indices ?? 0..<0 {
        try keeper?.containers[place].encode("late", forKey: .b)
      }
      try container.encode(value, forKey: .a)
      if !inner.isEmpty { try container.encode(inner, forKey: .inner) }
      keeper?.containers.append(container)
      if fails { throw CocoaError(.coderInvalidValue) }
    }
  }

  private struct Plain: Encodable {
    var a: Int
    var b: [Plain]?
  }

  private static func text(_ value: some Encodable, by encoder: SluiceEncoder) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("a container that is kept after its object ended writes into no later object")
  func kept() throws {
    let encoder = SluiceEncoder()
    let keeper = Keeper()
    encoder.userInfo[Keeper.key] = keeper
    let values = [Kept(value: 1), Kept(value: 2), Kept(value: 3)]
    #expect(try Self.text(values, by: encoder) == #"[{"a":1},{"a":2},{"a":3}]"#)
    #expect(keeper.containers.count == 3)
    // The containers of the first encoding write nothing into the second.
    #expect(try Self.text(values, by: encoder) == #"[{"a":1},{"a":2},{"a":3}]"#)
    #expect(try Self.text([Plain(a: 4)], by: encoder) == #"[{"a":4}]"#)
  }

  @Test("a container that is kept after an error writes into no later value")
  func afterError() throws {
    let encoder = SluiceEncoder()
    let keeper = Keeper()
    encoder.userInfo[Keeper.key] = keeper
    #expect(throws: CocoaError.self) {
      try encoder.encode(Kept(value: 1, inner: [Kept(value: 2), Kept(value: 3, fails: true)]))
    }
    for _ in 0..<3 {
      #expect(try Self.text([Plain(a: 4), Plain(a: 5)], by: encoder) == #"[{"a":4},{"a":5}]"#)
      for place in keeper.containers.indices {
        var container = keeper.containers[place]
        try container.encode("late", forKey: .b)
        _ = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
        _ = container.superEncoder().container(keyedBy: Keys.self)
      }
    }
    keeper.containers = []
    #expect(try Self.text(Plain(a: 6), by: encoder) == #"{"a":6}"#)
  }

  @Test("two containers of one object both write into it")
  func twice() throws {
    class Base: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(1, forKey: .a)
      }
    }
    final class Derived: Base {
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try super.encode(to: encoder)
        try container.encode(2, forKey: .b)
      }
    }
    let encoder = SluiceEncoder()
    let text = try Self.text([Derived(), Derived()], by: encoder)
    #expect(text == #"[{"a":1,"b":2},{"a":1,"b":2}]"#)
  }

  @Test("values nest in values of their type")
  func recursive() throws {
    var value = Plain(a: 0)
    var expected = #"{"a":0}"#
    for depth in 1...200 {
      value = Plain(a: depth, b: [value, Plain(a: -depth)])
      expected = #"{"a":\#(depth),"b":[\#(expected),{"a":-\#(depth)}]}"#
    }
    let encoder = SluiceEncoder()
    for _ in 0..<3 { #expect(try Self.text(value, by: encoder) == expected) }
  }

  @Test("nothing of an encoding stays alive after it, even after an error")
  func released() throws {
    final class Marker: Sendable {}
    weak var weakMarker: Marker?
    for fails in [false, true] {
      do {
        let marker = Marker()
        weakMarker = marker
        let encoder = SluiceEncoder()
        encoder.userInfo[CodingUserInfoKey(rawValue: "marker")!] = marker
        let value = Kept(value: 1, inner: [Kept(value: 2, fails: fails)])
        #expect((try? encoder.encode(value)) == nil || !fails)
      }
      #expect(weakMarker == nil)
    }
  }
}
