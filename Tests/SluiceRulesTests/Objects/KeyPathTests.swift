import Sluice
import SluiceRules
import Testing

@Suite("Fields bound to properties")
struct KeyPathTests {
  final class Item {
    var id = 0
    var name: String!
    var note: String?
    var size: Int? = 9
    private(set) var changes = 0
    var observed = 0 { didSet { changes += 1 } }
  }

  struct Value: Equatable {
    var flag = false
    var id = 0
    var name: String!
    var note: String?
    var size: Int? = 9
    var tags: [String] = []
    var changes = 0
    var observed = 0 { didSet { changes += 1 } }
    var doubled: Int {
      get { id * 2 }
      set { id = newValue / 2 }
    }
  }

  @Test("properties of a class are set and dumped")
  func classes() throws {
    let rule = ClassRule(Item()) { rule in
      rule.expect("id", IntRule, \.id)
      rule.expect("name", StringRule, \.name)
      rule.optional("note", StringRule, \.note)
      rule.forceOptional("size", IntRule, \.size)
      rule.optional("observed", IntRule, ifNotFound: 3, \.observed)
    }
    let item = try rule.validated(#"{"id": 7, "name": "a"}"#)
    #expect(item.id == 7 && item.name == "a" && item.note == nil && item.size == nil)
    #expect(item.observed == 3 && item.changes == 1)
    #expect(try rule.written(item) == #"{"id":7,"name":"a","size":null,"observed":3}"#)
    item.name = nil
    item.note = "n"
    #expect(try rule.written(item) == #"{"id":7,"name":null,"note":"n","size":null,"observed":3}"#)
  }

  @Test("stored, observed and computed properties of a struct are set and dumped")
  func structs() throws {
    let rule = StructRule(ref(Value())) { rule in
      rule.expect("id", IntRule, \.id)
      rule.expect("name", StringRule, \.name)
      rule.expect("flag", BoolRule, \.flag)
      rule.optional("tags", ArrayRule(itemRule: StringRule), \.tags)
      rule.optional("note", StringRule, \.note)
      rule.forceOptional("size", IntRule, \.size)
      rule.optional("observed", IntRule, ifNotFound: 3, \.observed)
    }
    var expected = Value(flag: true, id: 7, name: "a", size: nil, tags: ["x"], changes: 1)
    expected.observed = 3
    expected.changes = 1
    let text = #"{"id": 7, "name": "a", "flag": true, "tags": ["x"]}"#
    #expect(try rule.validated(text) == expected)
    let written = #"{"id":7,"name":"a","flag":true,"tags":["x"],"size":null,"observed":3}"#
    #expect(try rule.written(expected) == written)
    let computed = StructRule(ref(Value())).expect("n", IntRule, \.doubled)
    #expect(try computed.validated(#"{"n": 8}"#).id == 4)
    #expect(try computed.written(Value(id: 4)) == #"{"n":8}"#)
  }

  @Test("setting a property releases the previous value")
  func replaced() throws {
    struct Holder { var held: Tracked }
    let life = Life()
    let inner = ClassRule(Tracked(life)).expect("n", IntRule, \.number)
    let rule = StructRule(ref(Holder(held: Tracked(life)))).expect("held", inner, \.held)
    do {
      let holder = try rule.validated(#"{"held": {"n": 5}}"#)
      #expect(holder.held.number == 5)
      #expect(life.count == 1 && life.total == 2)
    }
    #expect(life.count == 0)
  }
}
