import Foundation
import Sluice
import SluiceRules
import Testing

@Suite("Dictionary and map rules")
struct DictionaryRuleTests {
  @Test("keys are strings, integers, values parsed from text, or values of a rule")
  func keys() throws {
    let ages = DictionaryRule(valueRule: IntRule)
    #expect(
      try ages.validated(#"{"a": 1, "b": 2, "": 3, "\u0061b": 4}"#)
        == ["a": 1, "b": 2, "": 3, "ab": 4])
    let numbered = DictionaryRule(keys: Int.self, valueRule: StringRule)
    #expect(try numbered.validated(#"{"1": "a", "-2": "b"}"#) == [1: "a", -2: "b"])
    #expect(try numbered.written([10: "a", 2: "b"]) == #"{"10":"a","2":"b"}"#)
    let ids = DictionaryRule(keyRule: UUIDRule, valueRule: BoolRule)
    let id = UUID()
    #expect(try ids.validated(#"{"\#(id)": true}"#) == [id: true])
    #expect(try ids.written([id: true]) == #"{"\#(id)":true}"#)
    let cases = DictionaryRule(keyRule: EnumRuleTests.issuer, valueRule: IntRule)
    #expect(try cases.validated(#"{"FMS": 1, "SMS": 2}"#) == [.fms: 1, .sms: 2])
    #expect(try cases.written([.unknown: 3]) == #"{"0":3}"#)
  }

  @Test("dictionaries are dumped sorted by key")
  func order() throws {
    let rule = DictionaryRule(valueRule: IntRule)
    let letters = Dictionary(uniqueKeysWithValues: "hgfedcba".enumerated().map { ("\($1)", $0) })
    #expect(
      try rule.written(letters) == #"{"a":7,"b":6,"c":5,"d":4,"e":3,"f":2,"g":1,"h":0}"#)
    #expect(try rule.dump(letters).object?.keys == "abcdefgh".map { "\($0)" })
  }

  @Test("a bad key or value is named")
  func errors() throws {
    let rule = DictionaryRule(keys: Int.self, valueRule: IntRule)
    let value = try rule.refusal(of: #"{"1": 1, "2": null}"#)
    #expect(
      value.description == """
        Unable to validate dictionary of Int: entry "2" could not be validated.
        Value of unexpected type found: "<null>". Expected Int.
        """)
    #expect(value.path == "$.2" && value.offset == 14)
    let key = try rule.refusal(of: #"{"x": 1}"#)
    #expect(key.description.hasSuffix("Value of unexpected type found: \"x\". Expected Int."))
    #expect(
      try rule.refusal(of: "[]").description
        == "Value of unexpected type found: \"[]\". Expected dictionary of Int.")
    let doubles = DictionaryRule(valueRule: DoubleRule)
    let dump = try #require(throws: RuleError.self) { try doubles.written(["a": .nan]) }
    #expect(dump.description.hasPrefix("Unable to dump dictionary of Double: entry \"a\""))
    #expect(dump.path == "$.a")
  }

  @Test("the last of several duplicate keys counts, even after a bad one")
  func duplicates() throws {
    let rule = DictionaryRule(valueRule: IntRule)
    #expect(try rule.validated(#"{"a": 1, "b": 2, "a": 3}"#) == ["a": 3, "b": 2])
    #expect(try rule.validated(#"{"a": "", "b": 2, "\u0061": 3}"#) == ["a": 3, "b": 2])
    #expect(throws: RuleError.self) { try rule.validated(#"{"a": 1, "a": ""}"#) }
    var reader = JSONReader(options: JSONOptions(duplicateKeys: .reject))
    #expect(throws: JSONError.self) {
      try reader.withDocument(#"{"a": 1, "a": 3}"#) { root in try rule.validate(root) }
    }
  }

  @Test("keys that only look the same are different, even where duplicates are rejected")
  func equivalentKeys() throws {
    let rule = MapRule(keyRule: StringRule, itemRule: IntRule, make: { [$0: $1] })
    for policy in [DuplicateKeys?.none, .firstWins, .lastWins, .reject] {
      for checking in [JSONChecking.accessed, .full] {
        var reader = JSONReader(options: JSONOptions(checking: checking, duplicateKeys: policy))
        let items = try reader.withDocument("{\"\u{e9}\": 1, \"e\u{301}\": 2}") {
          try rule.validate($0)
        }
        #expect(items.flatMap(\.values) == [1, 2])
      }
    }
  }

  @Test("nested and recursive dictionaries")
  func nested() throws {
    let rule = DictionaryRule(valueRule: DictionaryRule(valueRule: ArrayRule(itemRule: IntRule)))
    #expect(try rule.validated(#"{"a": {"b": [1]}, "c": {}}"#) == ["a": ["b": [1]], "c": [:]])
  }

  final class Person {
    var id = ""
    var name = ""
  }

  struct Row: Equatable {
    let id: Int
    let name: String
  }

  @Test("a map becomes an array of items that know their id")
  func map() throws {
    let person = ClassRule(Person()).expect("name", StringRule, \.name)
    let people = MapRule(itemRule: person) {
      $0.id = $1
    } id: {
      $0.id
    }
    let text = #"{"id2":{"name":"Grace"},"id1":{"name":"Ada"}}"#
    let read = try people.validated(text)
    #expect(read.map(\.id) == ["id2", "id1"] && read.map(\.name) == ["Grace", "Ada"])
    #expect(try people.written(read) == text)
    #expect(try people.dump(read) == JSON(parsing: text))
    #expect(try people.validated("{}").isEmpty)
    let error = try people.refusal(of: #"{"a": {"name": 1}}"#)
    #expect(error.description.hasPrefix("Unable to validate map of Person: entry \"a\""))
    #expect(error.path == "$.a.name")
    #expect(try people.refusal(of: "[]").description.hasSuffix("Expected map of Person."))
    let twice = try people.validated(
      #"{"a": {"name": "x"}, "b": {"name": "y"}, "a": {"name": "z"}}"#)
    #expect(twice.map(\.name) == ["z", "y"])
  }

  @Test("immutable items are made from their key and value")
  func letMap() throws {
    let rule = MapRule(
      keyRule: TextRule<Int>(), itemRule: StringRule, make: { Row(id: $0, name: $1) },
      dump: { ($0.id, $0.name) })
    #expect(
      try rule.validated(#"{"2": "b", "1": "a"}"#) == [
        Row(id: 2, name: "b"), Row(id: 1, name: "a"),
      ])
    #expect(try rule.written([Row(id: 2, name: "b")]) == #"{"2":"b"}"#)
    let clash = try #require(throws: RuleError.self) {
      try rule.dump([Row(id: 2, name: "b"), Row(id: 2, name: "c")])
    }
    #expect(clash.description.hasSuffix("two items have the id \"2\"."))
    let oneWay = MapRule(
      keyRule: TextRule<Int>(), itemRule: StringRule, make: { Row(id: $0, name: $1) })
    #expect(throws: RuleError.self) { try oneWay.dump([]) }
  }
}
