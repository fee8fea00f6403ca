import Sluice
import Testing

struct JSONNumberTests {
  @Test(
    "writes a number back with all its digits",
    arguments: [
      ("0", "0"), ("-0", "-0.0"), ("7", "7"), ("-9223372036854775808", "-9223372036854775808"),
      ("18446744073709551615", "18446744073709551615"),
      ("18446744073709551616", "18446744073709551616"),
      ("-9223372036854775809", "-9223372036854775809"),
      ("1.0", "1.0"), ("1.50", "1.5"), ("0.1", "0.1"), ("1e2", "100.0"),
      ("3.14159265358979323846", "3.14159265358979323846"),
      ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
      ("123456789012345678.0", "123456789012345678"), ("1e-400", "1e-400"),
      ("65.613616999999977", "65.613616999999977"), ("5e-324", "5e-324"),
      ("2.2250738585072011e-308", "2.225073858507201e-308"),
      ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ])
  func digits(text: String, written: String) throws {
    let number = try #require(JSONNumber(text))
    // The written number has the same value: the double's shortest form is used only where nothing is lost.
    let again = try #require(JSONNumber(number.description))
    #expect(again == number)
    if text == "2.2250738585072011e-308" {
      // The nearest double prints other digits, so these must have been kept.
      #expect(number.description == text)
    } else {
      #expect(number.description == written)
    }
  }

  @Test(
    "refuses text that is not a JSON number",
    arguments: ["", "-", "+1", "01", ".5", "1.", "1e", "0x1", "NaN", "1 ", " 1", "1e400", "-1e999"])
  func refused(text: String) { #expect(JSONNumber(text) == nil) }

  @Test(
    "numbers with equal values are equal, and hash equally",
    arguments: [
      ("1", "1.0"), ("1", "10e-1"), ("0", "-0"), ("0", "0.000e99"), ("100", "1E+2"),
      ("9007199254740993", "9007199254740993.0"),
      ("18446744073709551616", "1.8446744073709551616e19"),
      ("100000000000000000000", "1e20"),
      ("0.10000000000000000000001", "10000000000000000000001e-23"),
      ("-1.5", "-15e-1"), ("9223372036854775808", "9223372036854775808.000"),
    ])
  func equal(left: String, right: String) throws {
    let (a, b) = (try #require(JSONNumber(left)), try #require(JSONNumber(right)))
    #expect(a == b)
    #expect(b == a)
    #expect(a.hashValue == b.hashValue)
  }

  @Test(
    "numbers that differ in any digit are unequal",
    arguments: [
      ("9007199254740992", "9007199254740993"), ("9007199254740992.0", "9007199254740993"),
      ("0.1", "0.1000000000000000055511151231257827"), ("1", "-1"), ("1e-400", "0"),
      ("18446744073709551616", "18446744073709551617"), ("10", "1"),
      ("18446744073709551615", "1.8446744073709552e19"),
    ])
  func unequal(left: String, right: String) throws {
    #expect(try #require(JSONNumber(left)) != #require(JSONNumber(right)))
  }

  @Test(
    "16 and 17 digits are their double if they are its shortest decimal, however they were read")
  func manyDigits() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let double = Double.random(in: 0.001..<1e12, using: &generator)
      guard double != double.rounded() else { continue }
      let text = double.description
      let array = try JSON(parsing: "[\(text),-\(text),\(text)7]")
      let (number, negative) = try (#require(array[0]?.number), #require(array[1]?.number))
      let made = try JSONNumber(double)
      #expect(number == made && made == number && number.hashValue == made.hashValue, "\(text)")
      #expect(number.description == text && number.double == double, "\(text)")
      #expect(negative.description == "-" + text && negative != number, "\(text)")
      #expect(negative.double == -double && number.integer(as: Int.self) == nil, "\(text)")
      #expect(array.description == "[\(text),-\(text),\(text)7]")
      let longer = try #require(array[2]?.number)
      #expect(longer != made && longer.description == text + "7", "\(text)")
    }
  }

  @Test("integer accessors give the number exactly or nil")
  func integers() throws {
    let small: JSONNumber = 127
    #expect(small.int8 == 127)
    #expect(JSONNumber(128).int8 == nil)
    #expect(JSONNumber(128).uint8 == 128)
    #expect(JSONNumber(-1).uint == nil)
    #expect(JSONNumber(UInt64.max).int64 == nil)
    #expect(JSONNumber(UInt64.max).uint64 == .max)
    #expect(JSONNumber("1.5")?.int == nil)
    #expect(JSONNumber("1e2")?.int16 == 100)
    #expect(JSONNumber("1e30")?.int == nil)
    #expect(JSONNumber("9.223372036854775807e18")?.int64 == .max)
    #expect(JSONNumber("170141183460469231731687303715884105727")?.integer(as: Int128.self) == .max)
    #expect(JSONNumber("1e-400")?.int == nil)
  }

  @Test("floating-point accessors give the nearest value, and nil beyond the largest")
  func floats() throws {
    #expect(JSONNumber("3.14159265358979323846")?.double == Double.pi)
    #expect(JSONNumber("1e-400")?.double == 0)
    #expect(JSONNumber(String(repeating: "9", count: 400))?.double == nil)
    #expect(JSONNumber(UInt64.max).double == 0x1p64)
    #expect(try JSONNumber(Float(0.1)).description == "0.1")
    #expect(try JSONNumber(0.1).float == 0.1)
    #expect(try JSONNumber(1e39).float == nil)
    // Rounded once: by way of a double it would be 16777218.
    #expect(JSONNumber("16777217.0000000001")?.float == 16_777_218)
    #expect(throws: JSONError.self) { try JSONNumber(Double.nan) }
    #expect(throws: JSONError.self) { try JSONNumber(-Float.infinity) }
  }
}
