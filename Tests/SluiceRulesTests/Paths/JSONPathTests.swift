import Sluice
import SluiceRules
import Testing

@Suite("JSON paths")
struct JSONPathTests {
  static let path: JSONPath = "message" / "payload" / 0 / "id"

  @Test("a literal is one key, whatever it contains; an array literal is a path of keys")
  func literals() {
    let one: JSONPath = "a/b"
    #expect(one.elements == [.DictionaryKey("a/b")])
    #expect(one.singleString == "a/b")
    let keys: JSONPath = ["a", "b"]
    #expect(keys == "a" / "b" && keys == JSONPath(["a", "b"]))
    #expect(keys.singleString == nil)
    let none: JSONPath = []
    #expect(none.elements.isEmpty && none.singleString == nil && none.tail() == none)
  }

  @Test("slashes join paths, and separate keys in descriptions")
  func composition() {
    #expect(
      Self.path.elements == [
        .DictionaryKey("message"), .DictionaryKey("payload"), .ArrayIndex(0), .DictionaryKey("id"),
      ])
    #expect(Self.path.description == "message/payload/0/id")
    #expect(Self.path.tail().description == "payload/0/id")
    #expect(("a" / "b") / ("c" / 1 as JSONPath) == JSONPath([.DictionaryKey("a")]) / "b" / "c" / 1)
    #expect(JSONPath([.ArrayIndex(3)]).singleString == nil)
    #expect(("a" / UInt.max).elements.last == .ArrayIndex(.max))
    let (composed, decomposed): (JSONPath, JSONPath) = ("\u{E9}", "e\u{301}")
    #expect(composed != decomposed)
  }

  @Test("a field inside objects and arrays is found and bound")
  func fields() throws {
    let rule = StructRule(ref(("", "")))
      .expect("message" / "createdBy" / "user" / "id", StringRule) { $0.value.0 = $1 }
      .expect("message" / "createdBy" / "user" / "login", StringRule) { $0.value.1 = $1 }
      .optional("message" / "tags" / 1, StringRule) { $0.value.1 += $1 }
    let text = #"""
      {"message": {"tags": ["a", "b"], "createdBy": {"user": {"login": "john", "id": "12"}}}}
      """#
    #expect(try rule.validated(text) == ("12", "johnb"))
  }

  static let document = #"""
    {"a": {"b": [10, null, {"c": 12}]}, "n": null, "s": "x", "a.b": 1, "a/b": 2, "@id": 3, "": 4,
     "d": {"k": 1, "k": 2}}
    """#

  @Test(
    "a path that meets another kind of value, the end of an array or null has no result",
    arguments: [
      ("a" / "b" / 0, 10), ("a" / "b" / 2 / "c", 12), ("a.b", 1), ("a/b", 2), ("@id", 3), ("", 4),
      ("d" / "k", 2), ("a" / "b" / 1, nil), ("a" / "b" / 3, nil), ("a" / "b" / "0", nil),
      ("a" / 0, nil), ("n" / "x", nil), ("s" / "x", nil), ("s" / 0, nil), ("x", nil), ("n", nil),
      (JSONPath([.DictionaryKey("a"), .DictionaryKey("b"), .ArrayIndex(-1)]), nil),
      (JSONPath([.ArrayIndex(0)]), nil),
    ] as [(JSONPath, Int?)])
  func lookups(path: JSONPath, value: Int?) throws {
    let rule = StructRule(ref(nil as Int?)).optional(path, IntRule) { $0.value = $1 }
    #expect(try rule.validated(Self.document) == value)
    var reader = JSONReader()
    let found = try reader.withDocument(Self.document) { root in
      try root.value(atPath: path)?.int
    }
    #expect(found == value)
    var lastWins = JSONOptions(checking: .full)
    lastWins.duplicateKeys = .lastWins
    let owned = try JSON(parsing: Self.document, options: lastWins)
    #expect(owned.value(atPath: path)?.int == value)
    if value == nil {
      let expecting = StructRule(ref(0)).expect(path, IntRule) { $0.value = $1 }
      let error = try expecting.refusal(of: Self.document)
      let missing = "Mandatory field \"\(path)\" not found in struct"
      #expect(
        error.description.hasSuffix(missing + ".")
          || error.description.contains(missing + ": expected an "), "\(error)")
    }
  }

  @Test("the empty path is the object itself")
  func empty() throws {
    var reader = JSONReader()
    let count = try reader.withDocument(Self.document) { root in
      try root.value(atPath: [])?.count
    }
    #expect(count == 8)
  }
}
