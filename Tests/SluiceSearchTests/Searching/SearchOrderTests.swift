import Sluice
import SluiceSearch
import Testing

/// The rows of CoreParser's column about which objects are found.
@Suite("What a search finds")
struct SearchOrderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let ids: [Int]
    var testDescription: String { text }
  }

  static let cases: [Case] = [
    Case(text: #"{"id": 1}"#, ids: [1]),
    Case(text: #"[{"id": 1}, {"id": 2}]"#, ids: [1, 2]),
    Case(text: #"{"data": {"users": [[{"id": 1}], {"id": 2}]}, "x": {"id": 3}}"#, ids: [1, 2, 3]),
    // The outermost object wins, and nothing inside it counts.
    Case(text: #"{"id": 1, "child": {"id": 2}}"#, ids: [1]),
    Case(text: #"{"child": {"id": 2}, "id": 1}"#, ids: [1]),
    Case(text: #"[{"id": 1, "children": [{"id": 2}, {"id": 3}]}, {"id": 4}]"#, ids: [1, 4]),
    // An object with the key but without a readable value is searched inside.
    Case(text: #"{"id": "x", "child": {"id": 2}}"#, ids: [2]),
    Case(text: #"{"id": null, "child": {"id": 2}, "id2": {"id": 3}}"#, ids: [2, 3]),
    Case(text: #"{"id": {"id": {"id": 5}}}"#, ids: [5]),
    Case(
      text: #"{"a": [], "b": {}, "c": [{}, [], {"id": 1}, 5, "id", null], "d": true}"#, ids: [1]),
    Case(text: #"{"x": "id", "y": ["id", 1]}"#, ids: []),
    Case(text: "[]", ids: []),
    Case(text: "{}", ids: []),
    Case(text: "7", ids: []),
    Case(text: "null", ids: []),
    Case(text: #""id""#, ids: []),
    // Keys are compared unescaped, and may be followed by white space.
    Case(text: #"{"\u0069d": 1}"#, ids: [1]),
    Case(text: "[{\"id\" : 1}, {\"a\" : {\"id\"\n: 2}}]", ids: [1, 2]),
    Case(text: #"[{"i\u0064x": 9, "b": {"id": 1}}, {"id": 2}]"#, ids: [1, 2]),
    // The last of several duplicate keys counts.
    Case(text: #"{"id": 1, "id": 2}"#, ids: [2]),
    Case(text: #"{"id": 1, "id": "x", "c": {"id": 3}}"#, ids: [3]),
    Case(text: #"{"id": "x", "c": {"id": 3}, "id": 1}"#, ids: [1]),
    Case(text: #"{"u": {"id": 1}, "u": {"id": 2}}"#, ids: [2]),
    // Names that look the same but have different bytes are different.
    Case(text: "{\"\u{e9}\": {\"id\": 1}, \"e\u{301}\": {\"id\": 2}, \"x\\n\": 1}", ids: [1, 2]),
    Case(text: #"{"u": {"id": 1}, "v": [{"id": 5}], "u": 7}"#, ids: [5]),
    Case(text: #"{"u": [{"id": 1}], "\u0075": {"id": 2}, "w": {"id": 3}}"#, ids: [2, 3]),
    Case(
      text:
        #"[{"a": {"b": {"id": 1}, "b": {"id": 2}}, "c": {"id": 3}, "c": {"id": 4}}, {"id": 5}]"#,
      ids: [2, 4, 5]),
    Case(text: #"{"id": {"id": 1}, "x": {"id": 2}, "x": {"id": 3}, "id": null}"#, ids: [3]),
  ]

  @Test(
    "recursive search for model: the outermost matches, in the order of the text", arguments: cases)
  func search(test: Case) throws {
    #expect(try idSearch.parseAll(test.text) == test.ids)
    #expect(try idSearch.parseFirst(test.text) == test.ids.first)
    #expect(try idSearch.parseAll(test.text, checking: .accessed) == test.ids)
    #expect(try idSearch.parseAll(test.text, nearMisses: NearMissList()) == test.ids)
  }

  @Test("a parser without declared fields finds the same", arguments: cases)
  func parser(test: Case) throws {
    // Getters convert: only the text "x" is not a number.
    #expect(try AnyIDParser().parse(test.text) == test.ids)
    #expect(try AnyIDParser().parseFirst(test.text) == test.ids.first)
  }

  @Test("the last of any number of members with one name is searched")
  func manyMembers() throws {
    let members = (0..<1000).map { "\"m\($0)\": {\"id\": \($0)}" }
    let text = "{" + members.joined(separator: ", ") + ", \"m7\": 0, \"m8\": {\"id\": -8}}"
    let expected = (0..<1000).filter { $0 != 7 && $0 != 8 } + [-8]
    #expect(try idSearch.parseAll(text) == expected)
    #expect(try AnyIDParser().parse(text) == expected)
    let few = "{" + members.prefix(200).joined(separator: ", ") + ", \"m199\": {\"id\": -1}}"
    #expect(try idSearch.parseAll(few) == Array(0..<199) + [-1])
  }

  @Test("the keys that enclose a model do not matter: a back end can rename them")
  func wrappers() throws {
    for wrapper in ["user", "data", "", "a.b", "id "] {
      #expect(try idSearch.parseAll("{\"\(wrapper)\": {\"id\": 4}}") == [4])
    }
  }

  @Test("a search starts at any cursor and stays inside its value")
  func cursors() throws {
    var reader = JSONReader()
    let text = #"{"a": {"id": 1}, "b": [{"id": 2}, {"x": {"id": 3}}], "c": {"id": 4}, "d": 5}"#
    try reader.withDocument(text) { root in
      let inArray = try idSearch.parseAll(root["b"])
      let inObject = try idSearch.parseAll(root["a"])
      let inScalar = try idSearch.parseAll(root["d"])
      let first = try idSearch.parseFirst(root["c"])
      let byParser = try AnyIDParser().parse(root["b"])
      // Cursors stay valid, and can be read again.
      let all = try idSearch.parseAll(root)
      let id = try root["b"][0]["id"].int
      #expect(inArray == [2, 3] && inObject == [1] && inScalar == [] && first == 4)
      #expect(byParser == [2, 3] && all == [1, 2, 3, 4] && id == 2)
    }
  }

  @Test("the first match ends the search: under .accessed later faults are not found")
  func early() throws {
    let text = #"[{"x": 1}, {"id": 7}, {"id" 8}, {]"#
    #expect(try idSearch.parseFirst(text, checking: .accessed) == 7)
    #expect(throws: JSONError.self) { try idSearch.parseFirst(text) }
    #expect(throws: JSONError.self) { try idSearch.parseAll(text, checking: .accessed) }
  }

  @Test("a closure that returns false ends the search")
  func stop() throws {
    var reader = JSONReader()
    var seen: [Int] = []
    try reader.withDocument(#"[{"id": 1}, {"id": 2}, {"id": 3}]"#) { root in
      try idSearch.forEachMatch(in: root, nearMisses: nil) { id in
        seen.append(id)
        return id < 2
      }
    }
    #expect(seen == [1, 2])
  }
}
