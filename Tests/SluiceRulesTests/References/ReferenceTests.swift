import Foundation
import Sluice
import SluiceRules
import Testing

@Suite("References between objects")
struct ReferenceTests {
  final class Person {
    var id = 0
    var name = ""
    weak var boss: Person?
    var friends: [Person] = []
  }

  static let people = ReferenceTable<Int, Person>()
  static let person = ClassRule(Person())
    .expect("id", IntRule, \.id)
    .define(in: people, "id", IntRule)
    .optional("name", StringRule, \.name)
    .optionalReference("boss", to: people, IntRule) { $0.boss = $1 }
    .optionalReferences("friends", to: people, IntRule) { $0.friends = $1 }
    .optional("boss", IntRule) { $0.boss?.id }
  static let everybody = ArrayRule(itemRule: person).resolvingReferences()

  @Test("references lead backward, forward and to the object itself")
  func resolved() throws {
    let read = try Self.everybody.validated(
      """
      [{"id": 1, "boss": 2, "friends": [3, 1]}, {"id": 2}, {"id": 3, "boss": 3, "friends": []}]
      """)
    #expect(read[0].boss === read[1] && read[1].boss == nil && read[2].boss === read[2])
    #expect(read[0].friends.map(\.id) == [3, 1])
    #expect(read[0].friends[0] === read[2])
    #expect(
      try Self.everybody.written(read)
        == #"[{"id":1,"name":"","boss":2},{"id":2,"name":""},{"id":3,"name":"","boss":3}]"#)
    for person in read { person.friends = [] }
  }

  @Test("an unresolved reference is an error with its place in the document")
  func unresolved() throws {
    let rule = StructRule(ref([Person]())).expect(
      "all" / "people", ArrayRule(itemRule: Self.person)
    ) {
      $0.value = $1
    }.resolvingReferences()
    let text = #"{"all": {"people": [{"id": 1}, {"id": 2, "boss": 7}]}}"#
    for error in [
      try rule.refusal(of: text),
      try #require(throws: RuleError.self) { try rule.validateData(text) },
    ] {
      #expect(
        error.description.hasSuffix(
          "Unable to resolve reference \"boss\" of Person: no Person with the id \"7\"."))
      #expect(error.path == "$.all.people[1].boss")
      #expect(error.found == "7" && error.offset == 49)
    }
    let friends = try Self.everybody.refusal(of: #"[{"id": 1, "friends": [1, 9]}]"#)
    #expect(friends.description.hasSuffix("no Person with the id \"9\"."))
  }

  @Test("each document has its own scope")
  func scopes() throws {
    _ = try Self.everybody.validated(#"[{"id": 7}]"#)
    #expect(throws: RuleError.self) { try Self.everybody.validated(#"[{"id": 1, "boss": 7}]"#) }
    let error = try Self.person.refusal(of: #"{"id": 1}"#)
    #expect(error.description.contains("no rule resolves references here"))
  }

  @Test("dropped objects neither define nor refer to anything")
  func dropped() throws {
    let nested = ClassRule(Person())
      .expect("id", IntRule, \.id).define(in: Self.people, "id", IntRule)
      .optionalReference("boss", to: Self.people, IntRule) { $0.boss = $1 }
      .optional("assistant", Self.person) { _, _ in }
      .expect("name", StringRule, \.name)
    let lenient = ArrayRule(itemRule: nested) { _ in }.resolvingReferences()
    // The second item is bad; its good assistant is dropped with it.
    let bad = #"{"id": 2, "assistant": {"id": 3, "boss": 99}, "name": 1}"#
    #expect(try lenient.validated(#"[{"id": 1, "name": ""}, \#(bad)]"#).count == 1)
    #expect(throws: RuleError.self) {
      try lenient.validated(#"[{"id": 1, "name": "", "boss": 3}, \#(bad)]"#)
    }
    // The last of two assistants counts, and the first defines nothing.
    #expect(throws: RuleError.self) {
      try lenient.validated(
        #"[{"id": 1, "boss": 3, "assistant": {"id": 3}, "name": "", "assistant": {"id": 4}}]"#)
    }
    #expect(
      try lenient.validated(
        #"[{"id": 1, "boss": 4, "assistant": {"id": 3, "boss": 99}, "name": "", "assistant": {"id": 4}}]"#
      ).count == 1)
  }

  @Test("a given scope collects references of several documents")
  func passedScope() throws {
    let scope = ReferenceScope()
    let rule = ArrayRule(itemRule: Self.person)
    let first = try rule.validateData(Data(#"[{"id": 1, "boss": 2}]"#.utf8), in: scope)
    var reader = JSONReader()
    let second = try reader.withDocument(#"[{"id": 2, "boss": 5}]"#) { root in
      try rule.validate(root, in: scope)
    }
    let five = Person()
    scope.define(five, as: 5, in: Self.people)
    #expect(first[0].boss == nil)
    #expect(throws: RuleError.self) {
      try rule.validateData(Data(#"[{"id": 6, "boss": 99}, 1]"#.utf8), in: scope)
    }
    try scope.resolve()
    #expect(first[0].boss === second[0] && second[0].boss === five)
    #expect(scope.object(1, in: Self.people) === first[0])
    #expect(scope.object(6, in: Self.people) == nil)
  }

  @Test("references are found inside stringified JSON")
  func stringified() throws {
    let rule = StructRule(ref([Person]()))
      .expect("a", StringifiedJSONRule(nestedRule: ArrayRule(itemRule: Self.person))) {
        $0.value += $1
      }
      .expect("b", ArrayRule(itemRule: Self.person)) { $0.value += $1 }
      .resolvingReferences()
    let read = try rule.validated(#"{"a": "[{\"id\": 1, \"boss\": 2}]", "b": [{"id": 2}]}"#)
    #expect(read[0].boss === read[1])
  }

  @Test("many threads can resolve at the same time")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for i in 0..<200 {
            let read = try Self.everybody.validated(#"[{"id": \#(task), "boss": \#(task)}]"#)
            #expect(read[0].boss === read[0] && i >= 0)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
