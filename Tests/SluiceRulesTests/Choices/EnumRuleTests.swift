import Sluice
import SluiceRules
import Testing

@Suite("Enum rules")
struct EnumRuleTests {
  static let issuer = EnumRule<Issuer>()
    .option("FMS", .fms).option("SMS", .sms).option("OPG", .opg).option(0, .unknown)
  static let active = EnumRule<Active>().option(0, .inactive).option(1, .active)

  @Test("options of several types are read and dumped as cases")
  func options() throws {
    let pass = StructRule(ref(Pass()))
      .expect("issuedBy", Self.issuer, { $0.value.issuedBy = $1 }) { $0.issuedBy }
      .expect("active", Self.active, { $0.value.active = $1 }) { $0.active }
    let passes = ArrayRule(itemRule: pass)
    let text = """
      [{"issuedBy": "FMS", "active": 1}, {"issuedBy": "SMS", "active": 0},
       {"issuedBy": "OPG", "active": false}, {"issuedBy": 0, "active": true}]
      """
    let read = try passes.validated(text)
    #expect(
      read == [
        Pass(issuedBy: .fms, active: .active), Pass(issuedBy: .sms, active: .inactive),
        Pass(issuedBy: .opg, active: .inactive), Pass(issuedBy: .unknown, active: .active),
      ])
    #expect(try passes.validate(passes.dump(read)) == read)
    #expect(try pass.written(read[0]) == #"{"issuedBy":"FMS","active":1}"#)
  }

  @Test(
    "numbers match by value, and Booleans and 1 and 0 match each other",
    arguments: [
      ("false", [0]), ("true", [1]), ("0", [0, 3]), ("1", [1, 2]), ("1.0", [1, 2]), ("2", [4]),
      ("2.0", [4]), ("2.5", [5]), ("25e-1", [5]), ("\"2\"", []), ("null", []), ("[2]", []),
    ])
  func bridging(text: String, matches: [Int]) throws {
    // The first match counts, so each option is tried alone.
    let rules = [
      EnumRule<Int>().option(0, 0), EnumRule<Int>().option(1, 1), EnumRule<Int>().option(true, 2),
      EnumRule<Int>().option(false, 3), EnumRule<Int>().option(2, 4),
      EnumRule<Int>().option(2.5, 5),
    ]
    let found = rules.indices.filter { (try? rules[$0].validated(text)) != nil }
    let expected = matches + (text == "false" ? [3] : text == "true" ? [2] : [])
    #expect(found == expected.sorted())
  }

  @Test("the first matching option counts; a case is dumped as its first option")
  func order() throws {
    let rule = EnumRule<Int>().option("a", 1).option("a", 2).option("b", 1)
    #expect(try rule.validated("\"a\"") == 1)
    #expect(try rule.dump(1) == "a")
  }

  @Test("a value that matches no option is an error, or the default case")
  func unknown() throws {
    let error = try Self.issuer.refusal(of: "\"XMS\"")
    #expect(
      error.description == "Unable to validate enum Issuer. Unexpected enum case found: \"XMS\".")
    if case .expectedNotFound = error {} else { Issue.record("\(error)") }

    let lenient = EnumRule(ifNotFound: Issuer.unknown).option("FMS", .fms)
    for text in ["\"XMS\"", "17", "null", "{}"] {
      #expect(try lenient.validated(text) == .unknown)
    }
    #expect(try lenient.validated("\"FMS\"") == .fms)
    #expect(throws: JSONError.self) { try Self.issuer.validated("tru") }
  }

  @Test(
    "text that is not JSON became the default case",
    arguments: ["tru", "01", "1.", "-", "\"\\x\"", "[1", "[1 2]", "{\"a\" 1}"])
  func fault(text: String) {
    let lenient = EnumRule(ifNotFound: Issuer.unknown).option("FMS", .fms).option(7, .sms)
    #expect(throws: JSONError.self) { try lenient.validated(text) }
    let item = StructRule(ref(Issuer.fms)).expect("a", lenient) { $0.value = $1 }
    #expect(throws: (any Error).self) { try item.validated("{\"a\":\(text)}") }
  }

  @Test("a case without an option can't be dumped, nor can the default")
  func undumpable() throws {
    let rule = EnumRule(ifNotFound: "three").option("1", "one")
    let error = try #require(throws: RuleError.self) { try rule.dump("three") }
    #expect(
      error.description == "Unable to dump enum String. Unexpected enum case given: \"three\".")
    let odd = EnumRule<Int>().option([1], 1)
    #expect(
      try #require(throws: RuleError.self) { try odd.dump(1) }.description
        == "Unable to dump enum Int.\nUnable to dump value of unknown type: [1]")
    #expect(throws: RuleError.self) { try odd.validated("[1]") }
  }

  @Test("options can be added to a rule in use")
  func laterOption() throws {
    let rule = EnumRule<Int>().option("a", 1)
    #expect(throws: RuleError.self) { try rule.validated("\"b\"") }
    rule.option("b", 2)
    #expect(try rule.validated("\"b\"") == 2)
  }
}
