import Sluice
import SluiceQueries
import TestSupport
import Testing

/// In a document that was checked in full, names are searched among the kinds of tokens; in any other, by a
/// walk over it.
@Suite("Searches for a name")
struct CheckedSearchTests {
  private static let keys = [
    "\"a\"", "\"a\" ", "\"\\u0061\"", "\"\\u0061\"\n", "\"ab\"", "\"b\"", "\"\"", "\"\" ",
    "\"\\\"\"",
    "\"a\\\\\"", "\"long name of a field\"",
  ]

  private func text(_ depth: Int, using random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
    case 0: return "\"a\""
    case 1: return "\"x:\\\"a\\\":\""
    case 2, 3: return ["1", "null", "[]", "{}", "-2.5e3"].randomElement(using: &random) ?? "0"
    case 4...5:
      let elements = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        text(depth - 1, using: &random)
      }
      return "[\(elements.joined(separator: ","))]"
    default:
      let fields = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        (CheckedSearchTests.keys.randomElement(using: &random) ?? "") + ":"
          + text(depth - 1, using: &random)
      }
      return "{\(fields.joined(separator: ", "))}"
    }
  }

  private func offsets(_ query: String, in text: String, _ options: JSONOptions) throws -> [Int] {
    var reader = JSONReader(options: options)
    let parsed = try JSONQuery(query)
    return try reader.withDocument(text) { root in
      var offsets: [Int] = []
      try parsed.forEach(in: root) { offsets.append($0.offset) }
      return offsets
    }
  }

  @Test(
    "find the same values in the same order whether the document was checked or not",
    arguments: [DuplicateKeys.firstWins, .lastWins], 0..<4)
  func agreement(policy: DuplicateKeys, part: Int) throws {
    let seed = UInt64(31_000 + part)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var found = 0
    for _ in 0..<Rounds.count(100, long: 10_000) {
      let text = text(6, using: &random)
      for query in [
        "$..a", "$..['']", "$..ab", "$..['\"']", "$..['a\\\\']", "$[?@.a]", "$..[?@.a].a",
        "$..b..a", "$[?@['']]",
      ] {
        let checked = try offsets(
          query, in: text, JSONOptions(checking: .full, duplicateKeys: policy))
        let walked = try offsets(
          query, in: text, JSONOptions(checking: .accessed, duplicateKeys: policy))
        #expect(checked == walked, "\(query) in \(text)")
        found += checked.count
      }
    }
    #expect(found > 300)
  }

  @Test("take no quadratic time where the objects of many matches are far from them")
  func farObjects() throws {
    let fields = (0..<200_000).map { "\"f\($0)\":{\"a\":\($0)}" }.joined(separator: ",")
    let text = "{\"a\":0,\(fields),\"a\":1}"
    let checked = try offsets("$..a", in: text, JSONOptions(checking: .full))
    #expect(checked.count == 200_001 && checked.first == 5)
    let repeated = "{" + (0..<200_000).map { _ in "\"a\":1" }.joined(separator: ",") + "}"
    #expect(try offsets("$..a", in: repeated, JSONOptions(checking: .full)).count == 1)
  }
}
