import Foundation
import Sluice
import SluiceFoundation
import SluiceRules
import Testing

@Suite("Rule constants")
struct RuleConstantTests {
  /// The constant that the compiler infers and the one with Bender's name.
  private func check<R: Rule>(
    _ rule: R, _ named: R, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws where R.V: Equatable {
    let value = try JSON(parsing: json)
    let validated = try rule.validate(value)
    #expect(try named.validate(value) == validated, sourceLocation: sourceLocation)
    #expect(try rule.dump(validated) == value, sourceLocation: sourceLocation)
    #expect(throws: RuleError.self, sourceLocation: sourceLocation) { try rule.validate(JSON.null) }
  }

  @Test("each lower-case constant is the rule of Bender's name")
  func names() throws {
    try check(.int, IntRule, "-7")
    try check(.int8, Int8Rule, "-8")
    try check(.int16, Int16Rule, "-16")
    try check(.int32, Int32Rule, "-32")
    try check(.int64, Int64Rule, "-64")
    try check(.uint, UIntRule, "7")
    try check(.uint8, UInt8Rule, "8")
    try check(.uint16, UInt16Rule, "16")
    try check(.uint32, UInt32Rule, "32")
    try check(.uint64, UInt64Rule, "18446744073709551615")
    try check(.double, DoubleRule, "1.5")
    try check(.float, FloatRule, "0.25")
    try check(.bool, BoolRule, "true")
    try check(.string, StringRule, "\"a\"")
    try check(.url, URLRule, "\"https://a.b/c\"")
    try check(.uuid, UUIDRule, "\"6F9619FF-8B86-D011-B42D-00CF4FC964FF\"")
    try check(.decimal, DecimalRule, "12345678901234567890.5")
    try check(.data, DataRule, "\"AQI=\"")
    try check(.date, DateRule(), "\"2024-05-01T12:30:00Z\"")
    try check(.date(.secondsSince1970), DateRule(.secondsSince1970), "1")
  }

  @Test("JSON is any value")
  func json() throws {
    let value: JSON = ["a": [1, nil]]
    #expect(try ArrayRule(itemRule: .json).validate([value]) == [value])
    #expect(try JSONRule.validate(value) == value)
  }

  @Test("the rule of a parameter is inferred")
  func inferred() throws {
    struct Item { var name = "", sizes: [Int] = [], parts: [String: Double] = [:], day: Date? }
    let rule = StructRule(ValueBox(Item()))
      .expect("name", .string) { $0.value.name = $1 }
      .expect("sizes", ArrayRule(itemRule: .int), \.sizes)
      .expect("parts", DictionaryRule(valueRule: .double)) { $0.value.parts = $1 }
      .optional("day", .date(.secondsSince1970)) { $0.value.day = $1 }
      .required("name", .string) { !$0.isEmpty }
    let json = #"{"name": "a", "sizes": [1, 2], "parts": {"b": 0.5}, "day": 0}"#
    let item = try rule.validate(JSON(parsing: json))
    #expect(item.name == "a" && item.sizes == [1, 2] && item.parts == ["b": 0.5])
    #expect(item.day == Date(timeIntervalSince1970: 0))
    #expect(throws: RuleError.self) { try rule.validate(JSON(parsing: #"{"name": ""}"#)) }
  }

  @Test("`ref`, Bender's name of `ValueBox`, is the same type")
  func box() throws {
    let rule: StructRule<Int> = StructRule(ref(0)).expect("a", .int) { $0.value = $1 }
    let box: ValueBox<Int> = ref(1)
    box.value += 1
    #expect(box.value == 2)
    #expect(try rule.validate(["a": 3]) == 3)
  }
}
