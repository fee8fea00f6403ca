import Foundation
import SluiceCodable
import TestSupport
import Testing

/// Large objects in others, whose keys are sorted when the outermost ends; some of their values are given up.
@Suite("Sorted keys in nesting")
struct SortedNestingTests {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct GivenUp: Error {}

  /// A value that encodes itself by the way that each part has.
  private indirect enum Value: Encodable {
    case text(String)
    case list([Value], isNested: Bool)
    case object([(key: String, value: Value, isNested: Bool)])
    /// Encodes the value, and throws.
    case failing(Value)

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .text(let text):
        var container = encoder.singleValueContainer()
        try container.encode(text)
      case .list(let values, let isNested):
        var container = encoder.unkeyedContainer()
        for value in values {
          if isNested, case .object(let fields) = value {
            var nested = container.nestedContainer(keyedBy: Key.self)
            try Value.encode(fields, into: &nested)
          } else {
            try? container.encode(value)
          }
        }
      case .object(let fields):
        var container = encoder.container(keyedBy: Key.self)
        try Value.encode(fields, into: &container)
      case .failing(let value):
        try value.encode(to: encoder)
        throw GivenUp()
      }
    }

    private static func encode(
      _ fields: [(key: String, value: Value, isNested: Bool)],
      into container: inout KeyedEncodingContainer<Key>
    ) throws {
      for (key, value, isNested) in fields {
        if isNested, case .object(let inner) = value {
          var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key(key))
          try encode(inner, into: &nested)
        } else {
          try? container.encode(value, forKey: Key(key))
        }
      }
    }

    init(depth: Int, using random: inout SeededGenerator) {
      let size = Int.random(in: 0...4, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case _ where depth == 0:
        self = .text(String(repeating: "é", count: Int.random(in: 0...200, using: &random)))
      case 0: self = .failing(Value(depth: depth - 1, using: &random))
      case 1, 2:
        self = .list(
          (0..<size).map { _ in Value(depth: depth - 1, using: &random) },
          isNested: .random(using: &random))
      default:
        var keys = ["b", "ab", "a", "c\"", "é", "aa"].shuffled(using: &random)
        // A key that is encoded again replaces the earlier value, but no container.
        let isRepeated = Bool.random(using: &random)
        if isRepeated, let first = keys.first { keys[size] = first }
        self = .object(
          keys.prefix(size + 1).map { key in
            let isNested = Int.random(in: 0..<4, using: &random) == 0
            return (key, Value(depth: depth - 1, using: &random), isNested && !isRepeated)
          })
      }
    }
  }

  /// The same without what was given up, which Foundation crashes for.
  private enum Tree: Codable {
    case text(String)
    case list([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([Tree].self) {
        self = .list(list)
      } else {
        self = .object(try container.decode([String: Tree].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .list(let list): try container.encode(list)
      case .object(let object): try container.encode(object)
      }
    }
  }

  @Test(
    "the text is Foundation's of the same value",
    arguments: [[.sortedKeys], [.sortedKeys, .prettyPrinted]] as [JSONEncoder.OutputFormatting])
  func text(formatting: JSONEncoder.OutputFormatting) throws {
    let seed = UInt64.random(in: .min ... .max)
    print("SortedNestingTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let (encoder, foundation) = (SluiceEncoder(), JSONEncoder())
    (encoder.outputFormatting, foundation.outputFormatting) = (formatting, formatting)
    for round in 0..<300 {
      let depth = Int.random(in: 1...7, using: &random)
      let value = Value.list([Value(depth: depth, using: &random)], isNested: false)
      let tree = try JSONDecoder().decode(Tree.self, from: SluiceEncoder().encode(value))
      let found = try encoder.encode(value)
      let expected = try foundation.encode(tree)
      try #require(found == expected, "seed \(seed), round \(round)")
    }
  }
}
