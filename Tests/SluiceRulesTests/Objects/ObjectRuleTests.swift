import Sluice
import SluiceRules
import Testing

@Suite("Object rules")
struct ObjectRuleTests {
  static let passport = ClassRule(Passport())
    .expect("issuedBy", StringRule) { $0.issuedBy = $1 }
    .optional("number", IntRule) { $0.number = $1 }
    .expect("valid", BoolRule) { $0.valid = $1 }

  static let person = ClassRule(Person())
    .expect("name", StringRule) { $0.name = $1 }
    .expect("age", FloatRule) { $0.age = $1 }
    .expect("passport", passport) { $0.passport = $1 }
    .optional("oldPass", passport) { $0.oldPass = $1 }

  static let text = """
    {"name": "John", "age": 37.5, "unknown": [{"a": 1}],
     "passport": {"issuedBy": "FMS", "number": 123, "valid": 1}}
    """

  @Test("an object and its nested object are bound")
  func nested() throws {
    let person = try Self.person.validated(Self.text)
    #expect(person.name == "John" && person.age == 37.5)
    #expect(person.passport.number == 123 && person.passport.valid)
    #expect(person.oldPass == nil)
  }

  @Test("a required field that is missing or null is named, and its neighbours are not")
  func missing() throws {
    let rule = ClassRule(Person()).expect(
      "passport",
      ClassRule(Passport()).expect("issued", StringRule) { $0.issuedBy = $1 }
    ) { $0.passport = $1 }
    for text in [#"{"passport": {"number": 7}}"#, #"{"passport": {"number": 7, "issued": null}}"#] {
      let error = try rule.refusal(of: text)
      #expect(error.unwindStack().count == 2)
      #expect(
        "\(error.unwindStack()[1])".hasSuffix(
          "as Passport. Mandatory field \"issued\" not found in struct."))
      #expect("\(error.unwindStack()[1])".hasPrefix("Unable to validate an object as"))
      #expect(error.path == "$.passport.issued")
      #expect(error.found == "nothing")
      #expect(error.offset == 13)
      if case .invalidJSONType = error {} else { Issue.record("\(error)") }
      if case .expectedNotFound? = error.cause {} else { Issue.record("\(error)") }
    }
  }

  @Test("a field of the wrong type is named, and its value is shown")
  func wrongType() throws {
    let rule = ClassRule(Person()).expect("name", FloatRule) { $0.age = $1 }
    let error = try rule.refusal(of: Self.text)
    #expect(
      error.description == """
        Unable to validate mandatory field "name" for Person.
        Value of unexpected type found: "John". Expected Float.
        """)
    #expect(error.path == "$.name" && error.expected == "Float" && error.found == "John")
    #expect(error.offset == 9)
  }

  @Test(
    "a value that is not an object is a descriptive error",
    arguments: [("[]", "[]"), ("1", "1"), ("null", "<null>"), ("\"x\"", "x")])
  func noObject(text: String, shown: String) throws {
    #expect(
      try Self.person.refusal(of: text).description
        == "Value of unexpected type found: \"\(shown)\". Expected dictionary Person.")
  }

  @Test("an optional field with a wrong value is an error, even with a default")
  func wrongOptional() throws {
    let rule = StructRule(ref(0)).optional("n", IntRule, ifNotFound: 5) { $0.value = $1 }
    #expect(
      try rule.refusal(of: #"{"n": "x"}"#).description == """
        Unable to validate optional field "n" for Int.
        Value of unexpected type found: "x". Expected Int.
        """)
  }

  @Test(
    "for a missing field optional keeps the value, ifNotFound replaces it, forceOptional sets nil",
    arguments: [
      (#"{}"#, [7, 5, -1]), (#"{"n": null}"#, [7, 5, -1]), (#"{"n": 3}"#, [3, 3, 3]),
    ])
  func optionals(text: String, values: [Int]) throws {
    let kept = StructRule(ref(7)).optional("n", IntRule) { $0.value = $1 }
    let replaced = StructRule(ref(7)).optional("n", IntRule, ifNotFound: 5) { $0.value = $1 }
    let nilled = StructRule(ref(7 as Int?)).forceOptional("n", IntRule) { $0.value = $1 }
    let none = StructRule(ref(7)).optional("n", IntRule, ifNotFound: nil) { $0.value = $1 }
    #expect(try kept.validated(text) == values[0])
    #expect(try replaced.validated(text) == values[1])
    #expect(try nilled.validated(text) ?? -1 == values[2])
    #expect(try none.validated(text) == values[0])
  }

  @Test("requirements come first, then mandatory fields, then optional ones, each in their order")
  func checkOrder() throws {
    let log = Log()
    func rule(_ name: String) -> some Rule<Int> { Spy(name: name, log: log) }
    let all = StructRule(ref(0))
      .optional("o1", rule("o1")) { _, _ in log.add("bind o1") }
      .expect("m1", rule("m1")) { _, _ in log.add("bind m1") }
      .required("r1", rule("r1")) { _ in true }
      .forceOptional("o2", rule("o2")) { _, _ in log.add("bind o2") }
      .expect("m2", rule("m2")) { _, _ in log.add("bind m2") }
      .required("r2", rule("r2")) { _ in true }
    _ = try all.validated(#"{"o2": 1, "m2": 1, "r2": 1, "o1": 1, "m1": 1, "r1": 1}"#)
    #expect(
      log.all == [
        "r1", "r2", "m1", "m2", "o1", "o2", "bind m1", "bind m2", "bind o1", "bind o2",
      ])
  }

  @Test("the first failure in that order is the error, wherever it is in the text")
  func firstFailure() throws {
    let rule = StructRule(ref(0))
      .optional("o", IntRule) { $0.value = $1 }
      .expect("m", IntRule) { $0.value = $1 }
      .required("r", IntRule) { $0 > 0 }
    #expect(try rule.refusal(of: #"{"o": "", "m": "", "r": 0}"#).path == "$.r")
    #expect(try rule.refusal(of: #"{"o": "", "m": "", "r": 1}"#).path == "$.m")
    #expect(try rule.refusal(of: #"{"o": "", "m": 1, "r": 1}"#).path == "$.o")
    #expect(try rule.refusal(of: #"{"o": "", "r": 1}"#).path == "$.m")
  }

  @Test("the factory is called once, and only when everything is good")
  func factory() throws {
    let life = Life()
    let rule = ClassRule(Tracked(life)).expect("name", StringRule) { $0.name = $1 }
    let made = try rule.validated(#"{"name": "x"}"#)
    #expect(made.name == "x" && life.total == 1)
    #expect(throws: RuleError.self) { try rule.validated(#"{"nam": "x"}"#) }
    #expect(throws: RuleError.self) { try rule.validated(#"{"name": 1}"#) }
    #expect(life.total == 1)
  }

  @Test("a requirement that does not hold shows the value; it binds nothing")
  func requirements() throws {
    let rule = ClassRule(Person())
      .required("name", StringRule) { $0 == "John" }
      .required("age", FloatRule) { $0 == 100 }
    let error = try rule.refusal(of: Self.text)
    #expect(
      error.description == "Requirement was not met for field \"age\" with value \"37.5\"")
    if case .unmetRequirement = error {} else { Issue.record("\(error)") }
    #expect(error.path == "$.age" && error.found == "37.5")

    let wrong = try rule.refusal(of: #"{"name": 1}"#)
    #expect(
      wrong.description == """
        Requirement was not met for field "name" with value "1"
        Value of unexpected type found: "1". Expected String.
        """)
    #expect(wrong.path == "$.name" && wrong.expected == "String")
    if case .unmetRequirement = wrong {} else { Issue.record("\(wrong)") }

    let missing = try rule.refusal(of: #"{"name": null}"#)
    #expect(
      missing.description
        == "Unable to check the requirement, field \"name\" not found in struct.")
    if case .expectedNotFound = missing {} else { Issue.record("\(missing)") }
    #expect(throws: Never.self) { try rule.validated(#"{"name": "John", "age": 100}"#) }
  }

  @Test("an unmet requirement of a nested object is unchanged, inside its field")
  func nestedRequirement() throws {
    let inner = StructRule(ref(0)).required("n", IntRule) { $0 > 0 }
    let outer = StructRule(ref(0)).expect("inner", inner) { $0.value = $1 }
    let error = try outer.refusal(of: #"{"inner": {"n": 0}}"#)
    #expect(error.unwindStack().count == 2)
    #expect(error.path == "$.inner.n")
    let required = StructRule(ref(0)).required("inner", inner) { _ in true }
    #expect(try required.refusal(of: #"{"inner": {"n": 0}}"#).unwindStack().count == 1)
  }

  @Test("structs, tuples, scalars and arrays can be bound")
  func anyValue() throws {
    let tuple = StructRule(ref(("", 0)))
      .expect("name", StringRule) { $0.value.0 = $1 }
      .expect("age", IntRule) { $0.value.1 = $1 }
    #expect(try tuple.validated(#"{"age": 37, "name": "John"}"#) == ("John", 37))
    let scalar = StructRule(ref("")).expect("name", StringRule) { $0.value = $1 }
    #expect(try scalar.validated(#"{"name": "John"}"#) == "John")
    let array = StructRule(ref([Passport]()))
      .expect("passports", ArrayRule(itemRule: Self.passport)) { $0.value = $1 }
    let passports = try array.validated(#"{"passports": [{"issuedBy": "a", "valid": true}]}"#)
    #expect(passports.count == 1 && passports[0].issuedBy == "a")
  }

  @Test("a bind closure can read its own struct, and one value can be bound to several places")
  func sharedPath() throws {
    let rule = StructRule(ref((0, "", 0)))
      .expect("n", IntRule) { $0.value.0 = $1 }
      .optional("n", IntRule) { $0.value.2 = $1 * 2 }
      .expect([], NameOnly()) { $0.value.1 = $1 }
    #expect(try rule.validated(#"{"n": 4, "name": "x"}"#) == (4, "x", 8))
  }

  @Test("any text can be a key", arguments: ["@id", "", "a/b", "a.b", "é", "\\", "0"])
  func oddKeys(key: String) throws {
    let rule = StructRule(ref(0)).expect(JSONPath([key]), IntRule) { $0.value = $1 }
      .expect(JSONPath([key]), IntRule) { $0 }
    let written = try rule.written(7)
    #expect(try JSON(parsing: written)[key] == 7)
    #expect(try rule.validated(written) == 7)
    #expect(throws: RuleError.self) { try rule.validated(#"{"other": 1}"#) }
  }

  @Test("the last of several duplicate keys counts, whatever the others are")
  func duplicates() throws {
    let life = Life()
    let inner = ClassRule(Tracked(life)).expect("n", IntRule) { $0.number = $1 }
    let rule = StructRule(ref([Tracked]()))
      .expect("a", inner) { $0.value.append($1) }
      .optional("b", inner) { $0.value.append($1) }
    for text in [
      #"{"a": {"n": 1}, "a": {"n": 2}}"#, #"{"a": 1, "a": {"n": 2}}"#,
      #"{"a": null, "b": null, "a": {"n": 2}}"#, #"{"a": {"n": 0, "n": 2, "x": 1}}"#,
      #"{"a": {"n": 0, "n": 2, "n": 2}, "b": {"n": 1}, "b": null}"#,
    ] {
      let values = try rule.validated(text)
      #expect(values.map(\.number) == [2], "\(text)")
    }
    #expect(throws: RuleError.self) { try rule.validated(#"{"a": {"n": 1}, "a": null}"#) }
    #expect(throws: RuleError.self) { try rule.validated(#"{"a": {"n": 1}, "a": 1}"#) }
    #expect(life.count == 0)
  }

  @Test("a bind closure that throws leaks nothing, and its error is rethrown")
  func throwingBind() throws {
    struct Stop: Error {}
    let life = Life()
    let inner = ClassRule(Tracked(life)).expect("n", IntRule) { $0.number = $1 }
    let rule = ClassRule(Tracked(life))
      .expect("a", inner) { _, _ in }
      .expect("b", StringRule) { _, text in if text == "stop" { throw Stop() } }
      .expect("c", inner) { _, _ in }
      .optional("d", ArrayRule(itemRule: inner)) { _, _ in }
    let text = #"{"a": {"n": 1}, "b": "stop", "c": {"n": 1}, "d": [{"n": 1}, {"n": 2}]}"#
    #expect(throws: Stop.self) { try rule.validated(text) }
    #expect(life.total == 5 && life.count == 0)
    #expect(throws: RuleError.self) { try rule.validated(#"{"a": {"n": 1}, "b": 1}"#) }
    #expect(life.count == 0)

    let refusing = StructRule(ref(0)).expect("n", IntRule) { _, _ in
      throw RuleError.unmetRequirement("no", nil)
    }
    #expect(
      try refusing.refusal(of: #"{"n": 1}"#).description
        == "Unable to validate mandatory field \"n\" for Int.\nno")
  }

  @Test("a factory that throws leaks nothing, and its error is rethrown")
  func throwingFactory() throws {
    struct Stop: Error {}
    let life = Life()
    @Sendable func make() throws -> Tracked { throw Stop() }
    let inner = ClassRule(Tracked(life))
    let rule = ClassRule(try make()).expect("a", inner) { _, _ in }
    #expect(throws: Stop.self) { try rule.validated(#"{"a": {}}"#) }
    #expect(life.total == 1 && life.count == 0)
  }

  @Test("a custom rule works for a field; its cursor's errors become the field's")
  func ownRule() throws {
    let rule = StructRule(ref("")).expect("who", NameOnly()) { $0.value = $1 }
    #expect(try rule.validated(#"{"who": {"name": "Ada"}}"#) == "Ada")
    let wrong = try rule.refusal(of: #"{"who": {"name": 12}}"#)
    #expect(
      wrong.description == """
        Unable to validate mandatory field "who" for String.
        Value of unexpected type found: "12". Expected a string.
        """)
    #expect(wrong.offset == 17 && wrong.found == "12")
    let missing = try rule.refusal(of: #"{"who": {}}"#)
    #expect(missing.description.hasSuffix("expected a field \"name\", found none"))
    #expect(throws: JSONError.self) { try rule.validated(#"{"who": tru}"#) }
  }
}

/// Logs its name when it is called.
struct Spy: Rule {
  let name: String
  let log: Log
  func validate(_ json: JSONCursor) throws -> Int {
    log.add(name)
    return try IntRule.validate(json)
  }
  func dump(_ value: Int) throws -> JSON { JSON(value) }
}

/// A custom rule that only uses cursors.
struct NameOnly: Rule {
  func validate(_ json: JSONCursor) throws -> String { try json["name"].string }
  func dump(_ value: String) throws -> JSON { ["name": .string(value)] }
}
