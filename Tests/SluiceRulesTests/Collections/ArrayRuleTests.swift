import Sluice
import SluiceRules
import Testing

@Suite("Array rules")
struct ArrayRuleTests {
  struct Stop: Error {}

  @Test("arrays of scalars, objects and arrays are read and written")
  func arrays() throws {
    let numbers = ArrayRule(itemRule: IntRule)
    #expect(try numbers.validated("[1, 2, 3]") == [1, 2, 3])
    #expect(try numbers.validated("[]") == [])
    #expect(try numbers.written([1, 2]) == "[1,2]")
    #expect(try numbers.dump([1, 2]) == [1, 2])
    let nested = ArrayRule(itemRule: ArrayRule(itemRule: StringRule))
    #expect(try nested.validated(#"[["a"], [], ["b", "c"]]"#) == [["a"], [], ["b", "c"]])
    #expect(try nested.written([["a"], []]) == #"[["a"],[]]"#)
  }

  @Test(
    "a value that is not an array is a descriptive error",
    arguments: [("{}", "{}"), ("1", "1"), ("null", "<null>"), ("\"x\"", "x")])
  func noArray(text: String, shown: String) throws {
    #expect(
      try ArrayRule(itemRule: IntRule).refusal(of: text).description
        == "Value of unexpected type found: \"\(shown)\". Expected array of Int.")
  }

  @Test("the first bad item is the error; null is a bad item")
  func badItem() throws {
    let error = try ArrayRule(itemRule: IntRule).refusal(of: "[1, null, \"x\"]")
    #expect(
      error.description == """
        Unable to validate array of Int: item #1 could not be validated.
        Value of unexpected type found: "<null>". Expected Int.
        """)
    #expect(error.path == "$[1]")
  }

  @Test("a handler gets each bad item's error and leaves the item out")
  func handler() throws {
    let log = Log()
    let rule = ArrayRule(itemRule: IntRule) { log.add("\($0)") }
    #expect(try rule.validated(#"[1, "x", {"a": [1]}, 3, null]"#) == [1, 3])
    #expect(
      log.all == [
        "Value of unexpected type found: \"x\". Expected Int.",
        "Value of unexpected type found: \"{\"a\": [1]}\". Expected Int.",
        "Value of unexpected type found: \"<null>\". Expected Int.",
      ])
  }

  @Test("an item's number counts the good items before it; its path has the index")
  func itemNumber() throws {
    let log = Log()
    let rule = ArrayRule(itemRule: IntRule) { error in
      log.add("")
      if log.all.count == 2 { throw error }
    }
    let error = try rule.refusal(of: #"[1, "x", 3, null]"#)
    #expect(error.description.hasPrefix("Unable to validate array of Int: item #2 could not"))
    #expect(error.path == "$[3]")
  }

  @Test("every rule rethrows an error of the handler unchanged")
  func foreignError() {
    let rule = ArrayRule(itemRule: IntRule) { _ in throw Stop() }
    let outer = StructRule(ref([[Int]]())).expect("a", ArrayRule(itemRule: rule)) { $0.value = $1 }
    #expect(throws: Stop.self) { try outer.validated(#"{"a": [[1], ["x"]]}"#) }
  }

  @Test("an error of a foreign rule goes to the handler, and without one is rethrown unchanged")
  func foreignRule() throws {
    struct Picky: Rule {
      func validate(_ json: JSONCursor) throws -> Int { throw Stop() }
      func dump(_ value: Int) throws -> JSON { throw Stop() }
    }
    #expect(throws: Stop.self) { try ArrayRule(itemRule: Picky()).validated("[1]") }
    let log = Log()
    let lenient = ArrayRule(itemRule: Picky()) { log.add("\($0)") }
    #expect(try lenient.validated("[1, 2]") == [])
    #expect(log.all == ["Stop()", "Stop()"])
    #expect(throws: Stop.self) { try lenient.dump([1]) }
  }

  @Test("invalid JSON is not left out as a bad item")
  func broken() {
    let rule = ArrayRule(itemRule: StructRule(ref(0)).expect("n", IntRule) { $0.value = $1 }) { _ in
    }
    for text in [#"[{"n": 1}, {"n" 2}]"#, #"[{"n": 1} {"n": 2}]"#, #"[{"n": tru}]"#, "[,]"] {
      #expect(throws: JSONError.self, "\(text)") { try rule.validated(text) }
    }
  }

  @Test("an item that can't be dumped is named")
  func undumpable() throws {
    let rule = ArrayRule(itemRule: DoubleRule)
    let error = try #require(throws: RuleError.self) { try rule.dump([1, .nan]) }
    #expect(
      error.description.hasPrefix("Unable to dump array of Double: item #1 could not be dumped."))
    #expect(error.path == "$[1]")
    #expect(throws: RuleError.self) { try rule.written([.infinity]) }
  }
}
