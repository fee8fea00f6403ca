import Foundation
import Sluice
import SluiceCodable
import TestSupport
import Testing

/// Fields in any order, looked for in any order, some of them missing, repeated or written with escapes.
@Suite("Lookups in any order")
struct LookupOrderTests {
  private enum Key: String, CodingKey, CaseIterable { case a, bc, longerThanEight, d, ef }
  private enum Other: String, CodingKey { case ef, a, unknown }

  /// Asks for the keys of its decoder's list, and for those of another type in between.
  private struct Asked: Decodable, Equatable {
    static let order = CodingUserInfoKey(rawValue: "order")!
    var found: [Int?] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let order = decoder.userInfo[Self.order] as? [Int] ?? []
      for number in order {
        if number < 5 {
          found.append(try container.decodeIfPresent(Int.self, forKey: Key.allCases[number]))
          continue
        }
        let others = try decoder.container(keyedBy: Other.self)
        found.append(try others.decodeIfPresent(Int.self, forKey: .ef))
        found.append(try others.decodeIfPresent(Int.self, forKey: .a))
        found.append(others.contains(.unknown) ? 1 : 0)
      }
    }
  }

  private static let names = [
    "a", "bc", "longerThanEight", "d", "ef", "\\u0061", "b\\u0063", "longerThan\\u0045ight",
    "e\\u0066",
    "x", "e", "longerThanEigh", "longerThanEightz", "longerThanNine", "\\u0064z", "unknown", "",
  ]

  private static func object(_ random: inout SeededGenerator) -> String {
    let fields = (0..<Int.random(in: 0..<12, using: &random)).map { place in
      let name = names.randomElement(using: &random)!
      let space = Int.random(in: 0..<12, using: &random) == 0 ? " " : ""
      let value = ["\(place)", "null", "[{\"a\":1},2]"].randomElement(using: &random)!
      // Only unknown keys have other values.
      return "\"\(name)\"\(space):\(name.hasPrefix("x") ? value : "\(place)")"
    }
    return "{" + fields.joined(separator: ",") + "}"
  }

  @Test("find what JSONDecoder finds", arguments: 1...40)
  func orders(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (ours, theirs) = (SluiceDecoder(), JSONDecoder())
    for _ in 0..<25 {
      let order = (0..<Int.random(in: 1..<9, using: &random)).map { _ in
        Int.random(in: 0..<6, using: &random)
      }
      let sorted = Bool.random(using: &random) ? order.sorted() : order
      ours.userInfo[Asked.order] = sorted
      theirs.userInfo[Asked.order] = sorted
      let objects = (0..<8).map { _ in Self.object(&random) }
      let text = "[" + objects.joined(separator: ",") + "]"
      let expected = try theirs.decode([Asked].self, from: Data(text.utf8))
      #expect(try ours.decode([Asked].self, from: text) == expected, "\(sorted) \(text)")
    }
  }
}
