import Foundation
import Sluice
import SluiceCodable
import Testing

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Decodes the fields of an object in the order of `userInfo`, and counts the steps of lookups.
private struct Ordered: Decodable {
  static let names = CodingUserInfoKey(rawValue: "names")!
  var values: [Int?] = []
  var steps = 0

  init(from decoder: any Decoder) throws {
    let counting = try #require(decoder as? any LookupCounting)
    let names = decoder.userInfo[Ordered.names] as? [String] ?? []
    let before = counting.repeatedSteps
    let container = try decoder.container(keyedBy: AnyKey.self)
    for name in names {
      values.append(try container.decodeIfPresent(Int.self, forKey: AnyKey(name)))
    }
    steps = counting.repeatedSteps - before
  }
}

@Suite("Lookups in large objects")
struct LookupGrowthTests {
  private func ordered(
    _ names: [String], in text: String, _ duplicates: DuplicateKeys? = nil
  ) throws -> Ordered {
    let decoder = SluiceDecoder()
    decoder.userInfo[Ordered.names] = names
    decoder.documentOptions.duplicateKeys = duplicates
    return try decoder.decode(Ordered.self, from: text)
  }

  private func object(_ count: Int, _ value: (Int) -> Int = { $0 }) -> String {
    "{" + (0..<count).map { "\"k\($0)\":\(value($0))" }.joined(separator: ",") + "}"
  }

  /// The keys of an object, in its order, backwards, shuffled, and none of them.
  private static let orders: [@Sendable (Int) -> [String]] = [
    { count in (0..<count).map { "k\($0)" } },
    { count in (0..<count).reversed().map { "k\($0)" } },
    { count in (0..<count).map { "k\($0 * 7919 % count)" } },
    { count in (0..<count).map { "other\($0)" } },
  ]

  @Test("take steps in proportion to the object, whatever the order of keys", arguments: 0..<4)
  func growth(order: Int) throws {
    for count in [1000, 4000, 16_000] {
      let names = Self.orders[order](count)
      let found = try ordered(names, in: object(count))
      #expect(found.steps <= 2 * count + 2 * 1024, "\(count) fields: \(found.steps) steps")
      #expect(found.values == names.map { Int($0.dropFirst()) })
    }
  }

  @Test("take few steps in small objects")
  func small() throws {
    #expect(try ordered((0..<10).map { "k\($0)" }, in: object(10)).steps <= 10)
    let small = try ordered((0..<20).reversed().map { "k\($0)" }, in: object(20))
    #expect(small.values == (0..<20).reversed().map(Optional.some) && small.steps <= 400)
  }

  @Test(
    "find what counts of fields that come twice",
    arguments: [nil, .firstWins, .lastWins] as [DuplicateKeys?])
  func duplicates(policy: DuplicateKeys?) throws {
    let text = object(3000).dropLast() + "," + object(3000) { $0 + 1 }.dropFirst()
    let names = (0..<3000).reversed().map { "k\($0)" }
    let found = try ordered(names, in: String(text), policy)
    let added = policy == .lastWins ? 1 : 0
    #expect(found.values == (0..<3000).reversed().map { $0 + added })
    #expect(found.steps <= 4 * 3000 + 2 * 1024)
  }

  @Test("refuse a field that comes twice, where that is the policy")
  func refused() throws {
    let text = object(3000).dropLast() + ",\"k1500\":0}"
    let names = (0..<3000).reversed().map { "k\($0)" }
    let error = decodingError { _ = try ordered(names, in: String(text), .reject) }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect((context.underlyingError as? JSONError)?.code == .duplicateKey)
    #expect(try ordered(names, in: object(3000), .reject).values.first == 2999)
  }

  @Test("compare keys without their escapes")
  func escapes() throws {
    let text = object(3000).replacing("\"k7\":", with: "\"\\u006b7\":")
      .replacing("\"k9\":", with: "\"\":")
    let names = (0..<3000).reversed().map { $0 == 9 ? "" : "k\($0)" }
    #expect(try ordered(names, in: text).values == (0..<3000).reversed().map(Optional.some))
  }
}

/// Asks for the count of its array before each element, and of each array in it.
private struct Counted: Decodable {
  var counts: Set<Int> = []
  var sum = 0

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while container.currentIndex < container.count ?? 0 {
      counts.insert(container.count ?? -1)
      var inner = try container.nestedUnkeyedContainer()
      while inner.currentIndex < inner.count ?? 0 { sum += try inner.decode(Int.self) }
    }
  }
}

@Suite("Counts of large arrays")
struct CountGrowthTests {
  @Test("are the same before each of 40,000 elements, also in arrays in them")
  func counts() throws {
    let inner = "[" + (0..<100).map { "\($0)" }.joined(separator: ",") + "]"
    for (count, element, sum) in [(40_000, "[1]", 1), (2000, inner, 4950)] {
      let text = "[" + repeatElement(element, count: count).joined(separator: ",") + "]"
      let decoder = SluiceDecoder()
      for _ in 0..<2 {
        let found = try decoder.decode(Counted.self, from: text)
        #expect(found.counts == [count] && found.sum == count * sum)
      }
    }
  }
}
