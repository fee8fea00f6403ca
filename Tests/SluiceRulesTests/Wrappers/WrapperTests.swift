import Foundation
import Sluice
import SluiceFoundation
import SluiceRules
import Testing

@Suite("Nullable, lenient and transforming rules")
struct WrapperTests {
  @Test("nullable items and entries are nil for null")
  func nullableItems() throws {
    let names = ArrayRule(itemRule: NullableRule(StringRule))
    #expect(try names.validated(#"["a", null]"#) == ["a", nil])
    #expect(try names.written(["a", nil]) == #"["a",null]"#)
    #expect(try names.dump([nil]) == [.null])
    #expect(throws: RuleError.self) { try names.validated("[1]") }
    let entries = DictionaryRule(valueRule: NullableRule(IntRule))
    #expect(try entries.validated(#"{"a": null, "b": 1}"#) == ["a": nil, "b": 1])
  }

  @Test("an expected nullable field must be present, and may be null")
  func nullableField() throws {
    let rule = StructRule(ref(7 as Int?))
      .expect("n", NullableRule(IntRule), { $0.value = $1 }) { $0 }
    #expect(try rule.validated(#"{"n": null}"#) == nil)
    #expect(try rule.validated(#"{"n": 3}"#) == 3)
    #expect(try rule.validated(#"{"n": 3, "n": null}"#) == nil)
    #expect(throws: RuleError.self) { try rule.validated("{}") }
    #expect(throws: RuleError.self) { try rule.validated(#"{"n": ""}"#) }
    #expect(try rule.written(nil) == #"{"n":null}"#)
    let made = MakeRule<Int?> { fields in
      let n = fields.expect("n", NullableRule(IntRule))
      return { $0[n] }
    }
    #expect(try made.validated(#"{"n": null}"#) == nil)
    #expect(throws: RuleError.self) { try made.validated("{}") }
  }

  @Test("a lenient rule replaces wrong values with its default, and reports them")
  func lenient() throws {
    let dropped = DroppedValues()
    let size = LenientRule(IntRule, default: -1, dropped)
    let rule = StructRule(ref((0, [Int]())))
      .expect("size", size) { $0.value.0 = $1 }
      .optional("sizes", ArrayRule(itemRule: size)) { $0.value.1 = $1 }
    #expect(try rule.validated(#"{"size": 4, "sizes": [1, 2]}"#) == (4, [1, 2]))
    #expect(dropped.isEmpty)
    #expect(try rule.validated(#"{"size": null, "sizes": ["x", 2, 1.5]}"#) == (-1, [-1, 2, -1]))
    #expect(
      dropped.errors.map(\.description) == [
        "Value of unexpected type found: \"<null>\". Expected Int.",
        "Value of unexpected type found: \"x\". Expected Int.",
        "Number that does not fit found: \"1.5\". Expected Int.",
      ])
    #expect(dropped.errors.map(\.offset) == [9, 25, 33])
    dropped.removeAll()
    #expect(throws: RuleError.self) { try rule.validated("{}") }
    #expect(throws: JSONError.self) { try rule.validated(#"{"size": tru}"#) }
    #expect(dropped.isEmpty)
    #expect(try size.written(3) == "3")
    #expect(try LenientRule(IntRule, default: 0).validated("\"x\"") == 0)
  }

  @Test("a lenient object gets its default when something in it is wrong")
  func lenientObject() throws {
    let dropped = DroppedValues()
    let inner = StructRule(ref(0)).expect("a" / "b", IntRule) { $0.value = $1 }
    let rule = LenientRule(inner, default: 9, dropped)
    #expect(try rule.validated(#"{"a": {"b": "x"}}"#) == 9)
    #expect(dropped.errors.map(\.path) == ["$.a.b"])
    let items = ArrayRule(itemRule: inner, invalidItemHandler: dropped.handler)
    #expect(try items.validated(#"[{"a": {"b": 1}}, 2]"#) == [1])
    #expect(dropped.errors.count == 2)
  }

  @Test("a value is converted to another and back")
  func transform() throws {
    let percent = DoubleRule.map({ $0 / 100 }, back: { $0 * 100 })
    #expect(try percent.validated("50") == 0.5)
    #expect(try percent.written(0.5) == "50")
    #expect(try percent.dump(0.5) == 50)
    let oneWay = IntRule.map { "\($0)" }
    #expect(try oneWay.validated("5") == "5")
    #expect(throws: RuleError.self) { try oneWay.dump("5") }
  }

  @Test("a transformation that fails is the rule's error")
  func failingTransform() throws {
    struct Odd: Error {}
    let even = IntRule.map { (number: Int) throws -> Int in
      guard number.isMultiple(of: 2) else { throw Odd() }
      return number / 2
    }
    let rule = StructRule(ref(0)).expect("n", even) { $0.value = $1 }
    #expect(try rule.validated(#"{"n": 4}"#) == 2)
    let error = try rule.refusal(of: #"{"n": 3}"#)
    #expect(
      error.description == """
        Unable to validate mandatory field "n" for Int.
        Unable to make Int of "3": Odd()
        """)
    #expect(error.path == "$.n" && error.offset == 6 && error.found == "3")
    #expect(error.cause?.message.underlying is Odd)

    let positive = IntRule.compactMap { $0 > 0 ? UInt($0) : nil }
    #expect(try positive.validated("3") == 3)
    #expect(
      try positive.refusal(of: "-3").description
        == "Value of unexpected type found: \"-3\". Expected UInt.")
    let refusing = IntRule.map { (_: Int) throws -> Int in
      throw RuleError.unmetRequirement("no", nil)
    }
    #expect(try refusing.refusal(of: "3").description == "no")
  }

  @Test("dates, URLs, UUIDs, decimals and bytes are read and written")
  func foundation() throws {
    let date = Date(timeIntervalSince1970: 1_714_566_600)
    #expect(try DateRule().validated(#""2024-05-01T12:30:00Z""#) == date)
    #expect(try DateRule().written(date) == #""2024-05-01T12:30:00Z""#)
    #expect(try DateRule(.secondsSince1970).validated("1714566600") == date)
    #expect(try DateRule(.millisecondsSince1970).written(date) == "1714566600000")
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    #expect(try URLRule.validated(URLRule.written(url)) == url)
    let id = UUID()
    #expect(try UUIDRule.validated(UUIDRule.written(id)) == id)
    let decimal = try #require(Decimal(string: "12345678901234567890.12345"))
    #expect(try DecimalRule.validated("12345678901234567890.12345") == decimal)
    #expect(try DecimalRule.written(decimal) == "12345678901234567890.12345")
    #expect(try DataRule.validated(DataRule.written(Data([1, 2, 255]))) == Data([1, 2, 255]))
  }

  @Test("a text of another form is an error that quotes it")
  func badFoundation() throws {
    for (refused, type, text) in [
      (try DateRule().refusal(of: #""yesterday""#), "Date", "yesterday"),
      (try DateRule().refusal(of: "12"), "Date", "12"),
      (try URLRule.refusal(of: #""http://a b""#), "URL", "http://a b"),
      (try UUIDRule.refusal(of: #""7""#), "UUID", "7"),
      (try DataRule.refusal(of: #""*""#), "Data", "*"),
      (try DataRule.refusal(of: "1"), "Data", "1"),
    ] {
      #expect(
        refused.description == "Value of unexpected type found: \"\(text)\". Expected \(type).")
      #expect(refused.message.underlying is JSONError)
    }
    let digits = String(repeating: "7", count: 50)
    #expect(
      try DecimalRule.refusal(of: digits).description
        == "Number that does not fit found: \"\(digits)\". Expected Decimal.")
    #expect(throws: RuleError.self) { try DecimalRule.dump(.nan) }
    #expect(throws: RuleError.self) { try DateRule().dump(.distantPast.addingTimeInterval(-1e12)) }
  }
}
