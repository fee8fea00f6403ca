import Sluice
import SluiceRules
import Testing

@Suite("Scalar rules")
struct ScalarRuleTests {
  /// A scalar rule, its type's name, and numbers that fit and that don't.
  struct Width: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: @Sendable (String) throws -> String
    let dump: @Sendable (String) throws -> String
    let lowest: String
    let highest: String
    let below: String
    let above: String

    init<T>(_ rule: IntegerRule<T>, below: String, above: String) {
      testDescription = "\(T.self)"
      value = { "\(try rule.validated($0))" }
      dump = { try "\(rule.dump(rule.validated($0)))" + rule.written(rule.validated($0)) }
      lowest = "\(T.min)"
      highest = "\(T.max)"
      self.below = below
      self.above = above
    }
  }

  static let widths = [
    Width(Int8Rule, below: "-129", above: "128"),
    Width(Int16Rule, below: "-32769", above: "32768"),
    Width(Int32Rule, below: "-2147483649", above: "2147483648"),
    Width(Int64Rule, below: "-9223372036854775809", above: "9223372036854775808"),
    Width(IntRule, below: "-9223372036854775809", above: "9223372036854775808"),
    Width(UInt8Rule, below: "-1", above: "256"),
    Width(UInt16Rule, below: "-1", above: "65536"),
    Width(UInt32Rule, below: "-1", above: "4294967296"),
    Width(UInt64Rule, below: "-1", above: "18446744073709551616"),
    Width(UIntRule, below: "-1", above: "18446744073709551616"),
  ]

  @Test("integers of any width are read up to their limits and written back", arguments: widths)
  func limits(width: Width) throws {
    for number in [width.lowest, width.highest, "0", "7"] {
      #expect(try width.value(number) == number)
      #expect(try width.dump(number) == number + number)
    }
  }

  @Test("a number that does not fit is an error that names it and the type", arguments: widths)
  func outOfRange(width: Width) throws {
    for number in [
      width.below, width.above, "1e300", "-1e300", "37.5", "-0.5",
      "123456789012345678901234567890", "-123456789012345678901234567890",
    ] {
      let error = try #require(throws: RuleError.self) { try width.value("[\(number)]".element) }
      #expect(
        error.description
          == "Number that does not fit found: \"\(number)\". Expected \(width.testDescription).")
      #expect(error.found == number)
      #expect(error.expected == width.testDescription)
    }
  }

  @Test("integers are read in any notation; true and false are 1 and 0", arguments: widths)
  func spellings(width: Width) throws {
    for (text, value) in [("1.0", "1"), ("1e2", "100"), ("100e-2", "1"), ("-0", "0")] {
      #expect(try width.value(text) == value)
    }
    #expect(try width.value("true") == "1")
    #expect(try width.value("false") == "0")
  }

  @Test(
    "a value that is not a number is an error that quotes it", arguments: widths,
    [
      ("\"12\"", "12"), ("null", "<null>"), ("[1]", "[1]"), ("{\"a\": 1}", "{\"a\": 1}"),
      ("\"\"", ""),
    ])
  func otherKinds(width: Width, found: (text: String, shown: String)) throws {
    let error = try #require(throws: RuleError.self) { try width.value(found.text) }
    #expect(
      error.description == """
        Value of unexpected type found: "\(found.shown)". Expected \(width.testDescription).
        """)
  }

  @Test("text that is not JSON is a JSONError")
  func noJSON() {
    for text in ["tru", "-", "1.", "nul", "01"] {
      #expect(throws: JSONError.self) { try IntRule.validated(text) }
      #expect(throws: JSONError.self) { try DoubleRule.validated(text) }
    }
    for text in ["tru", "nul", "falsy"] {
      #expect(throws: JSONError.self) { try BoolRule.validated(text) }
      #expect(throws: JSONError.self) { try StringRule.validated(text) }
    }
  }

  @Test(
    "doubles and floats are correctly rounded; Booleans are numbers",
    arguments: [("37.5", 37.5), ("1", 1), ("-1e-3", -0.001), ("true", 1), ("false", 0)])
  func floating(text: String, value: Double) throws {
    #expect(try DoubleRule.validated(text) == value)
    #expect(try FloatRule.validated(text) == Float(value))
    #expect(try DoubleRule.validated(DoubleRule.written(value)) == value)
    #expect(try DoubleRule.dump(value) == JSON(value))
    #expect(try FloatRule.dump(Float(value)) == JSON(Float(value)))
  }

  @Test("a number beyond the largest finite one is an error in reading and writing")
  func infinite() throws {
    #expect(
      try DoubleRule.refusal(of: "1e400").description
        == "Number that does not fit found: \"1e400\". Expected Double.")
    #expect(
      try FloatRule.refusal(of: "1e300").description
        == "Number that does not fit found: \"1e300\". Expected Float.")
    #expect(
      try DoubleRule.refusal(of: "\"1\"").description
        == "Value of unexpected type found: \"1\". Expected Double.")
    #expect(throws: RuleError.self) { try DoubleRule.dump(.infinity) }
    #expect(throws: RuleError.self) { try DoubleRule.written(.nan) }
    #expect(throws: RuleError.self) { try FloatRule.dumpData(.infinity) }
  }

  @Test("Booleans are read from true and false, and the numbers 1 and 0 in any notation")
  func booleans() throws {
    for text in ["true", "1", "1.0", "1e0"] { #expect(try BoolRule.validated(text)) }
    for text in ["false", "0", "0.0", "-0"] { #expect(try !BoolRule.validated(text)) }
    for text in ["2", "-1", "0.5", "1e300", "\"true\"", "null", "[]"] {
      #expect(throws: RuleError.self) { try BoolRule.validated(text) }
    }
    #expect(
      try BoolRule.refusal(of: "2").description
        == "Value of unexpected type found: \"2\". Expected Bool.")
    #expect(try BoolRule.written(true) == "true")
    #expect(try BoolRule.dump(false) == false)
  }

  @Test("the string rule reads strings and nothing else")
  func strings() throws {
    #expect(try StringRule.validated(#""a\u00e9\n""#) == "aé\n")
    for text in ["1", "true", "null", "[]", "{}"] {
      let error = try StringRule.refusal(of: text)
      #expect(error.description.hasSuffix("Expected String."))
    }
    #expect(try StringRule.written("a\"b") == #""a\"b""#)
  }

  @Test("the JSON rule reads any value, owned")
  func anything() throws {
    let text = #"{"a":[1,null,"x"],"b":1.5}"#
    #expect(try JSONRule.written(JSONRule.validated(text)) == text)
  }

  @Test("a custom number rule receives exact numbers")
  func numberRule() throws {
    final class DigitsRule: NumberRule<String>, @unchecked Sendable {
      override func validateNumber(_ number: JSONNumber) throws -> String { "\(number)" }
    }
    let rule = DigitsRule()
    #expect(
      try rule.validated("123456789012345678901234567890") == "123456789012345678901234567890")
    #expect(try rule.validated("true") == "1")
    #expect(throws: RuleError.self) { try rule.validated("\"1\"") }
    #expect(throws: RuleError.self) { try rule.dump("1") }
    #expect(throws: RuleError.self) { try NumberRule<Int>().validated("1") }
  }
}

extension String {
  /// The only element of the array: a number that is not the last token.
  fileprivate var element: String { String(dropFirst().dropLast()) + " " }
}
