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

  struct EvenRule: Rule {
    func validate(_ json: JSONCursor) throws -> Int {
      let number = try IntRule.validate(json)
      guard number.isMultiple(of: 2) else {
        throw RuleError.unmetRequirement("Expected an even number, found \(number).", nil)
      }
      return number
    }

    func dump(_ value: Int) throws -> JSON { JSON(value) }
  }

  final class PercentRule: NumberRule<Double>, @unchecked Sendable {
    override func validateNumber(_ number: JSONNumber) throws -> Double {
      (number.double ?? 0) / 100
    }
    override func dump(_ value: Double) throws -> JSON { try JSON(value * 100) }
  }

  @Test("custom rules")
  func ownRules() throws {
    #expect(try EvenRule().validateData("4") == 4)
    #expect(throws: RuleError.self) { try EvenRule().validateData("5") }
    #expect(try PercentRule().validateData("50") == 0.5)
    #expect(try PercentRule().dump(0.5) == 50)
  }

  @Test("enums")
  func enums() throws {
    let issuedBy = EnumRule<Issuer>()
      .option("FMS", .fms)
      .option("SMS", .sms)
      .option(0, .unknown)
    #expect(try issuedBy.validateData("0") == .unknown)
    let lenient = EnumRule(ifNotFound: Issuer.unknown).option("FMS", .fms)
    #expect(try lenient.validateData(#""ABC""#) == .unknown)
  }

  @Test("stringified JSON")
  func stringified() throws {
    let passportRule = StructRule(ValueBox(0)).expect("number", IntRule) { $0.value = $1 }
    let passport = StringifiedJSONRule(nestedRule: passportRule)  // "{\"number\": 12}"
    #expect(try passport.validateData(#""{\"number\": 12}""#) == 12)
  }

  @Test("dates")
  func dates() throws {
    let event = StructRule(ValueBox(Event())).expect("at", DateRule(.iso8601), \.date)
    #expect(
      try event.validateData(#"{"at": "2024-05-01T12:30:00Z"}"#).date.timeIntervalSince1970
        == 1_714_566_600)
    let prices = DictionaryRule(valueRule: DecimalRule)
    #expect(try prices.validateData(#"{"a": 0.1}"#) == ["a": Decimal(string: "0.1")])
  }

  @Test("nullable")
  func nullable() throws {
    let names = ArrayRule(itemRule: NullableRule(StringRule))  // ["Ada", null] is ["Ada", nil]
    #expect(try names.validateData(#"["Ada", null]"#) == ["Ada", nil])
  }

  @Test("lenient")
  func lenient() throws {
    let dropped = DroppedValues()
    let rule = StructRule(ValueBox(Item()))
      .expect("size", LenientRule(IntRule, default: 0, dropped)) { $0.value.size = $1 }
    let item = try rule.validateData(#"{"size": "large"}"#)
    for error in dropped.errors { print(error, error.offset ?? 0) }
    #expect(item == Item() && dropped.errors.count == 1)
    let itemRule = StructRule(ValueBox(Item())).expect("size", IntRule, \.size)
    let items = ArrayRule(itemRule: itemRule, invalidItemHandler: dropped.handler)
    #expect(try items.validateData(#"[{"size": 1}, 2]"#) == [Item(size: 1)])
  }

  @Test("transformed")
  func transformed() throws {
    let percent = DoubleRule.map({ $0 / 100 }, back: { $0 * 100 })
    #expect(try percent.validateData("50") == 0.5)
    let host = StringRule.compactMap { URL(string: $0)?.host() }
    #expect(try host.validateData(#""https://example.com/a""#) == "example.com")
  }
}
