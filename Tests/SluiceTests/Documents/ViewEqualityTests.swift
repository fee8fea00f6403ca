import DocumentTestSupport
import Sluice
import TestSupport
import Testing

/// Views and documents as Hashable, Codable, printable values.
struct ViewEqualityTests {
  private func view(_ text: String, checking: JSONChecking = .full) throws -> JSONView {
    try JSONDocument(parsing: text, options: JSONOptions(checking: checking)).root
  }

  @Test(
    "equal by value, however written",
    arguments: [
      ("1", "1.0"), ("0", "-0"), ("1e2", "100"), (#""a\u0062""#, #""ab""#),
      ("[1, [], {}]", "[1.0,[],{ }]"), (#"{"a": 1, "b": [2]}"#, #"{"b":[2e0],"a":1}"#),
      (#"{"a": 1, "a": 2}"#, #"{"a": 1}"#), ("null", " null "),
      ("12345678901234567890123", "12345678901234567890123.0"),
    ])
  func equal(_ texts: (String, String)) throws {
    let (left, right) = (try view(texts.0), try view(texts.1))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left.document == right.document)
  }

  @Test(
    "different values are different",
    arguments: [
      ("1", "2"), ("true", "false"), ("null", "false"), (#""1""#, "1"), ("[]", "{}"),
      ("[1]", "[1, 1]"), ("[1, 2]", "[2, 1]"), (#"{"a": 1}"#, #"{"b": 1}"#),
      (#"{"a": 1}"#, #"{"a": 1, "b": 2}"#), (#""\u00e9""#, #""e\u0301""#),
      ("12345678901234567890123", "12345678901234567890124"),
    ])
  func different(_ texts: (String, String)) throws {
    #expect(try view(texts.0) != view(texts.1))
  }

  @Test("agrees with the owned tree on random values")
  func random() throws {
    var random = RandomJSON(seed: 7)
    var equal = 0
    for _ in 0..<300 {
      let (one, other) = (random.value(), random.value())
      let (left, right) = (try JSONDocument(one), try JSONDocument(other))
      #expect((left == right) == (one == other))
      #expect(try left.root == JSONDocument(parsing: one.serialized(.pretty)).root)
      #expect(left.description == one.description)
      #expect(try left.root.materialize() == one)
      if left == right { equal += 1 }
    }
    #expect(equal < 300)
  }

  @Test("large objects in another order, with duplicate keys by the document's policy")
  func largeObjects() throws {
    let fields = (0..<500).map { #""key \#($0)": \#($0)"# }
    let left = try view("{" + fields.joined(separator: ",") + "}")
    let right = try view("{" + fields.reversed().joined(separator: ",") + #","key 7": 8}"#)
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    let lastWins = JSONOptions(checking: .full, duplicateKeys: .lastWins)
    let last = try JSONDocument(parsing: #"{"a": 1, "a": 2}"#, options: lastWins).root
    #expect(try last == view(#"{"a": 2}"#))
  }

  @Test("nesting takes no stack")
  func deep() throws {
    let depth = 200_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let options = JSONOptions(checking: .full, depthLimit: depth)
    let one = try JSONDocument(parsing: text, options: options).root
    let other = try JSONDocument(parsing: " " + text, options: options).root
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one.description == text)
    #expect(Set([one, other]).count == 1)
  }

  @Test("a value with a fault equals only itself")
  func faults() throws {
    let one = try view("[1, tru]", checking: .accessed)
    let other = try view("[1, tru]", checking: .accessed)
    #expect(one == one)
    #expect(one != other)
    #expect(one.hashValue == one.hashValue)
    #expect(one.description == "[1, tru]")
    #expect(try one[0] == other[0])
  }

  @Test("coders, mirrors and interpolation see the value")
  func asAnything() throws {
    let view = try view(#"{"a": [1, null, "x"], "b": {"c": true}}"#)
    #expect("\(view)" == #"{"a":[1,null,"x"],"b":{"c":true}}"#)
    #expect("\(try view["a"][2])" == #""x""#)
    #expect(Mirror(reflecting: view).children.map { $0.label } == ["a", "b"])
    #expect(Mirror(reflecting: try view["a"]).children.count == 3)
    let any: Any = try view["b"]["c"]
    #expect("\(any)" == "true")
  }
}
