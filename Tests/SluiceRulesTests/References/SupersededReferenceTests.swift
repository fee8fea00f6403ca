import Foundation
import Sluice
import SluiceRules
import Testing

@Suite("References of values that do not count")
struct SupersededReferenceTests {
  final class Node {
    var id = 0
    var next: Node?
  }

  static let nodes = ReferenceTable<Int, Node>()
  static let node = ClassRule(Node())
    .expect("id", IntRule, \.id)
    .define(in: nodes, "id", IntRule)
    .optionalReference("next", to: nodes, IntRule) { $0.next = $1 }

  /// Reads with a dictionary and with a map.
  private func read(_ text: String) throws -> [[Node]] {
    let dictionary = try DictionaryRule(valueRule: Self.node).resolvingReferences().validated(text)
    let map = try MapRule(itemRule: Self.node, { _, _ in }).resolvingReferences().validated(text)
    return [dictionary.sorted { $0.key < $1.key }.map(\.value), map]
  }

  @Test("a reference of an entry whose key comes again is not resolved")
  func replacedReference() throws {
    for nodes in try read(
      #"{"a": {"id": 1, "next": 99}, "b": {"id": 2}, "a": {"id": 3, "next": 2}}"#)
    {
      #expect(nodes.map(\.id) == [3, 2] && nodes[0].next === nodes[1])
    }
  }

  @Test("an object of an entry whose key comes again can't be referred to")
  func replacedObject() throws {
    let text = #"{"a": {"id": 1}, "b": {"id": 2, "next": 1}, "a": {"id": 3}}"#
    #expect(throws: RuleError.self) { try read(text) }
    for nodes in try read(
      #"{"a": {"id": 1}, "b": {"id": 2, "next": 1}, "c": {"id": 1}, "a": {"id": 3}}"#)
    {
      #expect(nodes[1].next === nodes[2])
    }
  }

  @Test("an id defined twice belongs to the remaining definition")
  func leftDefinition() throws {
    for nodes in try read(
      #"{"a": {"id": 1}, "b": {"id": 1}, "c": {"id": 2, "next": 1}, "b": {"id": 3}}"#)
    {
      #expect(nodes.map(\.id) == [1, 3, 2] && nodes[2].next === nodes[0])
    }
  }

  @Test("references of a bad entry are dropped when its key comes again")
  func badEntry() throws {
    let pair = ArrayRule(itemRule: Self.node)
    let rule = DictionaryRule(valueRule: pair).resolvingReferences()
    let read = try rule.validated(#"{"a": [{"id": 1, "next": 99}, 5], "a": [{"id": 2}]}"#)
    #expect(read["a"]?.map(\.id) == [2])
  }

  @Test("keys that the key rule makes equal replace each other's references")
  func equalKeys() throws {
    let rule = DictionaryRule(keys: Int.self, valueRule: Self.node).resolvingReferences()
    let read = try rule.validated(#"{"1": {"id": 1, "next": 99}, "01": {"id": 2}}"#)
    #expect(read[1]?.id == 2)
  }

  @Test("an object repeated 2,000 times keeps the references of the last, including nested ones")
  func many() throws {
    let inner = (0..<2_000).map { #""x": {"id": 1, "next": \#($0 == 1_999 ? 1 : 99)}"# }
    let text = "{" + inner.joined(separator: ",") + "}"
    for nodes in try read(text) { #expect(nodes.count == 1 && nodes[0].next === nodes[0]) }
    let nested = DictionaryRule(valueRule: DictionaryRule(valueRule: Self.node))
      .resolvingReferences()
    let read = try nested.validated(#"{"o": \#(text), "o": \#(text)}"#)
    #expect(read["o"]?["x"]?.next === read["o"]?["x"])
    read["o"]?["x"]?.next = nil
  }

  @Test("resolving a scope in between drops none of the later references")
  func resolvedScope() throws {
    let scope = ReferenceScope()
    let before = Node()
    scope.define(before, as: 7, in: Self.nodes)
    try scope.resolve()
    let rule = DictionaryRule(valueRule: Self.node)
    let text = #"{"a": {"id": 1, "next": 99}, "a": {"id": 2, "next": 7}}"#
    let read = try rule.validateData(Data(text.utf8), in: scope)
    try scope.resolve()
    #expect(read["a"]?.next === before)
  }
}
