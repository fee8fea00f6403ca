import Foundation
import Sluice
import SluiceRules
import Testing

@Suite("Snippets: SluiceRules, values")
struct RulesValueSnippets {
  enum Issuer { case fms, sms, unknown }

  struct Event: Equatable {
    var date = Date.distantPast
  }

  struct Item: Equatable {
    var size = 0
  }

  // example ScalarsAndValues.md: struct EvenRule: Rule {

  // example NumberRule.swift: final class PercentRule: NumberRule<Double>, @unchecked Sendable {

  @Test("custom rules")
  func ownRules() throws {
    #expect(try EvenRule().validateData("4") == 4)
    #expect(throws: RuleError.self) { try EvenRule().validateData("5") }
    #expect(try PercentRule().validateData("50") == 0.5)
    #expect(try PercentRule().dump(0.5) == 50)
  }

  @Test("enums")
  func enums() throws {
    // example ScalarsAndValues.md: let issuedBy = EnumRule<Issuer>()
    #expect(try issuedBy.validateData("0") == .unknown)
    // example ScalarsAndValues.md: let lenient = EnumRule(ifNotFound:
    #expect(try lenient.validateData(#""ABC""#) == .unknown)
  }

  @Test("stringified JSON")
  func stringified() throws {
    let passportRule = StructRule(ValueBox(0)).expect("number", IntRule) { $0.value = $1 }
    // example ScalarsAndValues.md: let passport = StringifiedJSONRule(nestedRule: passportRule)
    #expect(try passport.validateData(#""{\"number\": 12}""#) == 12)
  }

  @Test("dates")
  func dates() throws {
    // example ScalarsAndValues.md: let event = StructRule(ValueBox(Event())).expect("at",
    #expect(
      try event.validateData(#"{"at": "2024-05-01T12:30:00Z"}"#).date.timeIntervalSince1970
        == 1_714_566_600)
    let prices = DictionaryRule(valueRule: DecimalRule)
    #expect(try prices.validateData(#"{"a": 0.1}"#) == ["a": Decimal(string: "0.1")])
  }

  @Test("nullable")
  func nullable() throws {
    // example ScalarsAndValues.md: let names = ArrayRule(itemRule: NullableRule(StringRule))  //
    #expect(try names.validateData(#"["Ada", null]"#) == ["Ada", nil])
  }

  @Test("lenient")
  func lenient() throws {
    // example ScalarsAndValues.md: let dropped = DroppedValues()
    #expect(item == Item() && dropped.errors.count == 1)
    let itemRule = StructRule(ValueBox(Item())).expect("size", IntRule, \.size)
    // example LenientRule.swift: let items = ArrayRule(itemRule: itemRule, invalidItemHandler:
    #expect(try items.validateData(#"[{"size": 1}, 2]"#) == [Item(size: 1)])
  }

  @Test("transformed")
  func transformed() throws {
    // example ScalarsAndValues.md: let percent = DoubleRule.map({ $0 / 100 }, back: { $0 * 100 })
    #expect(try percent.validateData("50") == 0.5)
    // example ScalarsAndValues.md: let host = StringRule.compactMap { URL(string: $0)?.host() }
    #expect(try host.validateData(#""https://example.com/a""#) == "example.com")
  }
}
