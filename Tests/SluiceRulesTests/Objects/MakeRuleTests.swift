import Sluice
import SluiceRules
import Testing

@Suite("Rules for structs with let properties")
struct MakeRuleTests {
  struct Person: Equatable {
    let id: Int
    let name: String
    let nick: String?
    let level: Int
    let tags: [String]
  }

  static let person = MakeRule<Person> { fields in
    fields.required("kind", StringRule) { $0 == "person" }
    let nick = fields.optional("nick", StringRule) { $0.nick }
    let level = fields.optional("level", IntRule, ifNotFound: 1) { $0.level }
    let id = fields.expect("id", IntRule) { $0.id }
    let name = fields.expect("names" / 0, StringRule)
    let tags = fields.expect("tags", ArrayRule(itemRule: StringRule)) { $0.tags }
    return { Person(id: $0[id], name: $0[name], nick: $0[nick], level: $0[level], tags: $0[tags]) }
  }

  @Test("the fields are collected and the initialiser is called once")
  func made() throws {
    #expect(
      try Self.person.validated(
        #"{"kind": "person", "id": 7, "names": ["Ada", "A"], "tags": ["x", "y"], "level": null}"#)
        == Person(id: 7, name: "Ada", nick: nil, level: 1, tags: ["x", "y"]))
    #expect(
      try Self.person.validated(
        #"{"nick": "a", "level": 3, "tags": [], "names": ["B"], "id": 1, "kind": "person"}"#)
        == Person(id: 1, name: "B", nick: "a", level: 3, tags: []))
  }

  @Test("errors are the same as for any object, in the same order")
  func errors() throws {
    #expect(
      try Self.person.refusal(of: #"{"kind": "dog", "id": ""}"#).description
        == "Requirement was not met for field \"kind\" with value \"dog\"")
    let wrong = try Self.person.refusal(
      of: #"{"kind": "person", "nick": 1, "id": "", "names": [], "tags": []}"#)
    #expect(
      wrong.description == """
        Unable to validate mandatory field "id" for Person.
        Value of unexpected type found: "". Expected Int.
        """)
    let missing = try Self.person.refusal(of: #"{"kind": "person", "id": 1, "names": []}"#)
    #expect(missing.description.hasSuffix("Mandatory field \"names/0\" not found in struct."))
    #expect(missing.path == "$.names[0]")
    #expect(
      try Self.person.refusal(of: "[]").description
        == "Value of unexpected type found: \"[]\". Expected dictionary Person.")
  }

  @Test("fields with accessors are dumped, the mandatory ones first")
  func dump() throws {
    let ada = Person(id: 7, name: "Ada", nick: nil, level: 1, tags: ["x"])
    #expect(try Self.person.written(ada) == #"{"id":7,"tags":["x"],"level":1}"#)
    #expect(try Self.person.dump(ada) == ["id": 7, "tags": ["x"], "level": 1])
    let forced = MakeRule<Int?> { fields in
      let n = fields.forceOptional("n", IntRule) { $0 }
      return { $0[n] }
    }
    #expect(try forced.written(nil) == #"{"n":null}"#)
    #expect(try forced.validated("{}") == nil)
  }

  @Test("an error of the initialiser is rethrown, and nothing leaks in any case")
  func throwing() throws {
    struct Stop: Error {}
    struct Pair { let first: Tracked, second: Tracked }
    let life = Life()
    let inner = ClassRule(Tracked(life)).expect("n", IntRule, \.number)
    let rule = MakeRule<Pair> { fields in
      let first = fields.expect("a", inner)
      let second = fields.expect("b", inner)
      return { values in
        if values[first].number < 0 { throw Stop() }
        return Pair(first: values[first], second: values[second])
      }
    }
    do {
      let pair = try rule.validated(#"{"a": {"n": 1}, "b": {"n": 2}}"#)
      #expect(pair.first.number == 1 && pair.second.number == 2)
      #expect(life.count == 2)
    }
    #expect(life.count == 0)
    #expect(throws: Stop.self) { try rule.validated(#"{"a": {"n": -1}, "b": {"n": 2}}"#) }
    #expect(throws: RuleError.self) { try rule.validated(#"{"a": {"n": -1}, "b": {"n": ""}}"#) }
    #expect(throws: RuleError.self) { try rule.validated(#"{"a": {"n": -1}}"#) }
    #expect(throws: Never.self) { try rule.validated(#"{"a": 1, "a": {"n": 1}, "b": {"n": 2}}"#) }
    #expect(life.count == 0)
  }

  @Test("make rules nest, and can make an enum from a field")
  func nesting() throws {
    enum Sum: Equatable { case all([Person]), none }
    let rule = MakeRule<Sum> { fields in
      let people = fields.optional("people", ArrayRule(itemRule: Self.person))
      return { values in values[people].map { .all($0) } ?? .none }
    }
    #expect(try rule.validated("{}") == .none)
    #expect(
      try rule.validated(
        #"{"people": [{"kind": "person", "id": 7, "names": ["Ada"], "tags": []}]}"#)
        == .all([Person(id: 7, name: "Ada", nick: nil, level: 1, tags: [])]))
  }

  struct Tree: Equatable {
    let name: String
    let children: [Tree]
  }

  @Test("a rule for let structs can contain itself")
  func recursion() throws {
    let tree = RecursiveRule<Tree> { itself in
      MakeRule<Tree> { fields in
        let name = fields.expect("name", StringRule) { $0.name }
        let children = fields.optional("children", ArrayRule(itemRule: itself), ifNotFound: []) {
          $0.children.isEmpty ? nil : $0.children
        }
        return { Tree(name: $0[name], children: $0[children]) }
      }
    }
    let text = #"{"name":"a","children":[{"name":"b"},{"name":"c","children":[{"name":"d"}]}]}"#
    let read = try tree.validated(text)
    #expect(read.children[1].children == [Tree(name: "d", children: [])])
    #expect(try tree.written(read) == text)
    #expect(try tree.dump(read) == JSON(parsing: text))
    let error = try tree.refusal(of: #"{"name": "a", "children": [{"name": 1}]}"#)
    #expect(error.path == "$.children[0].name")
  }
}
