import Sluice
import SluiceRules
import Testing

@Suite("Stringified JSON")
struct StringifiedJSONRuleTests {
  static let passport = ObjectRuleTests.passport

  @Test("objects, arrays and scalars in strings are read by the nested rule")
  func nested() throws {
    let person = ClassRule(Person())
      .expect("passport", StringifiedJSONRule(nestedRule: Self.passport)) { $0.passport = $1 }
      .optional("passports", StringifiedJSONRule(nestedRule: ArrayRule(itemRule: Self.passport))) {
        $0.nested = $1
      }
    let read = try person.validated(
      #"""
      {"passport": "{\"issuedBy\": \"FM\\u0053\", \"number\": 123, \"valid\": true}",
       "passports": "[{\"issuedBy\": \"a\", \"valid\": false}]"}
      """#)
    #expect(read.passport.issuedBy == "FMS" && read.passport.number == 123)
    #expect(read.nested.count == 1 && read.nested[0].issuedBy == "a")
    #expect(try StringifiedJSONRule(nestedRule: IntRule).validated(#""5""#) == 5)
    #expect(try StringifiedJSONRule(nestedRule: StringRule).validated(#""\"a\"""#) == "a")
  }

  @Test("text that is not JSON is a separate error, with the fault and its place")
  func unparsable() throws {
    let rule = ClassRule(Person()).expect(
      "passport", StringifiedJSONRule(nestedRule: Self.passport)
    ) { $0.passport = $1 }
    let error = try rule.refusal(of: #"{"passport": "{\"number\": 123 \"issuedBy\": \"FMS\"}"}"#)
    #expect(error.unwindStack().count == 2)
    #expect(
      error.description == """
        Unable to validate mandatory field "passport" for Person.
        Unable to parse stringified JSON: {"number": 123 "issuedBy": "FMS"}.
        expected ',' or '}' at $.number, found string "issuedBy" (line 1, column 16)
        """)
    guard case .invalidJSONSerialization(_, let fault)? = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect(fault.offset == 15)
    #expect(error.offset == 13)
    for text in [#""""#, #""{""#, #""[1] x""#, #""tru""#] {
      let error = try StringifiedJSONRule(nestedRule: JSONRule).refusal(of: text)
      if case .invalidJSONSerialization = error {} else { Issue.record("\(error)") }
    }
  }

  @Test("an error of the nested rule is rethrown without a frame, at the string's offset")
  func nestedError() throws {
    let rule = StructRule(ref([Int]())).expect(
      "n", StringifiedJSONRule(nestedRule: ArrayRule(itemRule: IntRule))
    ) { $0.value = $1 }
    let error = try rule.refusal(of: #"{"n":    "[1, null]"}"#)
    #expect(
      error.description == """
        Unable to validate mandatory field "n" for Array<Int>.
        Unable to validate array of Int: item #1 could not be validated.
        Value of unexpected type found: "<null>". Expected Int.
        """)
    #expect(error.path == "$.n[1]" && error.offset == 9)
  }

  @Test("other values than strings are descriptive errors", arguments: ["5", "null", "{}", "[]"])
  func noString(text: String) throws {
    let error = try StringifiedJSONRule(nestedRule: IntRule).refusal(of: text)
    #expect(error.description.hasSuffix("Expected stringified JSON."))
  }

  @Test("values are dumped as compact JSON in a string, scalars too")
  func dump() throws {
    let rule = StringifiedJSONRule(nestedRule: ArrayRule(itemRule: StringRule))
    #expect(try rule.dump(["a\"", "b"]) == #"["a\"","b"]"#)
    #expect(try rule.written(["a\"", "b"]) == #""[\"a\\\"\",\"b\"]""#)
    #expect(try StringifiedJSONRule(nestedRule: IntRule).dump(5) == "5")
    let error = try #require(throws: RuleError.self) {
      try StringifiedJSONRule(nestedRule: DoubleRule).dump(.nan)
    }
    #expect(error.description.hasPrefix("Unable to dump stringified JSON for object: nan"))
  }

  @Test("strings in strings in strings are read")
  func twice() throws {
    let rule = StringifiedJSONRule(
      nestedRule: StringifiedJSONRule(nestedRule: ArrayRule(itemRule: IntRule)))
    #expect(try rule.validated(rule.written([1, 2])) == [1, 2])
  }

  @Test("equal keys in the string follow the policy of the document")
  func duplicates() throws {
    let rule = StringifiedJSONRule(
      nestedRule: StructRule(ref(0)).expect("a", IntRule) { $0.value = $1 })
    let text = #""{\"a\": 1, \"a\": 2}""#
    for (policy, expected) in [(DuplicateKeys.firstWins, 1), (.lastWins, 2), (nil, 2)] {
      var reader = JSONReader(options: JSONOptions(duplicateKeys: policy))
      #expect(try reader.withDocument(text) { try rule.validate($0) } == expected)
    }
    var strict = JSONReader(options: JSONOptions(duplicateKeys: .reject))
    let error = try #require(throws: RuleError.self) {
      try strict.withDocument(text) { try rule.validate($0) }
    }
    guard case .invalidJSONSerialization(_, let fault) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(fault.code == .duplicateKey)
  }

  @Test("the depth limit of the document applies in the string")
  func depth() throws {
    let rule = StringifiedJSONRule(nestedRule: ArrayRule(itemRule: ArrayRule(itemRule: IntRule)))
    var reader = JSONReader(options: JSONOptions(depthLimit: 1))
    #expect(throws: RuleError.self) {
      try reader.withDocument(#""[[1]]""#) { try rule.validate($0) }
    }
  }
}
