import Foundation
import Sluice
import SluiceCodable

struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Encodes as its closure does.
struct Encoded: Encodable {
  let body: (any Encoder) throws -> Void
  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

extension GrowthRow {
  private static func encoding(
    _ name: String, _ size: Int, _ body: @escaping @Sendable (Int, any Encoder) throws -> Void
  ) -> GrowthRow {
    GrowthRow(name, size) { count in
      let encoder = SluiceEncoder()
      return { _ = try encoder.encode(Encoded { try body(count, $0) }) }
    }
  }

  static let encoding: [GrowthRow] = [
    encoding("SluiceEncoder, dynamic keys", 2000) { count, encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for index in 0..<count { try container.encode(index, forKey: AnyKey("k\(index)")) }
    },
    encoding("SluiceEncoder, keys that come again", 1000) { count, encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for index in 0..<2 * count {
        try container.encode(index, forKey: AnyKey("k\(index % count)"))
      }
    },
    encoding("SluiceEncoder, nested containers of keys", 1000) { count, encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for index in 0..<count {
        var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("k\(index)"))
        try nested.encode(index, forKey: AnyKey("a"))
      }
    },
    encoding("SluiceEncoder, nested containers in an array", 1000) { count, encoder in
      var container = encoder.unkeyedContainer()
      for index in 0..<count {
        var nested = container.nestedUnkeyedContainer()
        try nested.encode(index)
      }
    },
    encoding("SluiceEncoder, containers of superclasses", 1000) { count, encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for index in 0..<count {
        let inner = container.superEncoder(forKey: AnyKey("k\(index)"))
        var single = inner.singleValueContainer()
        try single.encode(index)
      }
    },
    encoding("SluiceEncoder, nested containers, deep", 2000) { count, encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for index in 0..<count {
        let nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("b"))
        try container.encode(index, forKey: AnyKey("a"))
        container = nested
      }
    },
    GrowthRow("SluiceEncoder, a dictionary with sorted keys", 1000) { count in
      let encoder = SluiceEncoder()
      encoder.outputFormatting = .sortedKeys
      let values = Dictionary(uniqueKeysWithValues: Samples.keys(count).map { ($0, $0) })
      return { _ = try encoder.encode(values) }
    },
    GrowthRow("SluiceEncoder, nested values with sorted keys", 50) { count in
      let encoder = SluiceEncoder()
      encoder.outputFormatting = .sortedKeys
      let value = Deep(count)
      return { _ = try encoder.encode(value) }
    },
  ]
}

/// A value inside of a value, and so on.
struct Deep: Encodable {
  let b: [Deep]
  let a: Int
  init(_ depth: Int) {
    var value: [Deep] = []
    for level in 0..<depth { value = [Deep(b: value, a: level)] }
    self.init(b: value, a: depth)
  }
  private init(b: [Deep], a: Int) {
    self.b = b
    self.a = a
  }
}
