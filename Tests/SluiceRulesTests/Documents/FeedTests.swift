import Sluice
import SluiceFeed
import SluiceRules
import Testing

@Suite("Rules over feeds")
struct FeedTests {
  static let rule = StructRule(ref(0)).expect("a" / "n", IntRule) { $0.value = $1 }
  static let lines = """
      {"a": {"n": 1}}
    {"a": {"n": "x"}}
    {"a": {"n" 3}}
    {"b": 1}
    {"a": {"n": 5}, "a": {"n": 6}}

    """

  private func feed() throws -> JSONFeed {
    try JSONFeed(.bytes(Array(Self.lines.utf8), name: "lines"))
  }

  @Test("good records become values, bad ones rejects with their cause and its place")
  func values() throws {
    var feed = try feed()
    var values: [Int] = []
    var rejects: [RejectedRecord] = []
    try feed.forEach(Self.rule) {
      values.append($0)
    } rejected: {
      rejects.append($0)
    }
    #expect(values == [1, 6])
    #expect(rejects.map(\.line) == [2, 3, 4])
    let wrong = try #require(rejects[0].cause as? RuleError)
    #expect(wrong.path == "$.a.n" && wrong.offset == 12)
    #expect(rejects[0].error.path == "$.a.n")
    #expect(rejects[1].cause == nil)
    #expect(rejects[1].error.code == .unexpectedToken)
    #expect((rejects[2].cause as? RuleError)?.path == "$.a.n")
  }

  @Test("a validation reports the records that break the rule")
  func validation() throws {
    var feed = try feed()
    let validation = try feed.validate(Self.rule)
    #expect(!validation.isValid && validation.faults.map(\.line) == [2, 3, 4])
  }

  @Test("each record has its own scope for references")
  func references() throws {
    final class Node { weak var next: Node? }
    let nodes = ReferenceTable<Int, Node>()
    let rule = ArrayRule(
      itemRule: ClassRule(Node()).define(in: nodes, "id", IntRule)
        .optionalReference("next", to: nodes, IntRule) { $0.next = $1 }
    ).resolvingReferences()
    let text = #"""
      [{"id": 1, "next": 2}, {"id": 2}]
        [{"id": 3, "next": 1}]

      """#
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "nodes"))
    var linked: [Bool] = []
    var rejects: [RejectedRecord] = []
    try feed.forEach(rule) {
      linked.append($0[0].next === $0[1])
    } rejected: {
      rejects.append($0)
    }
    #expect(linked == [true])
    let error = try #require(rejects.first?.cause as? RuleError)
    #expect(error.path == "$[0].next" && error.offset == 21)
  }
}
