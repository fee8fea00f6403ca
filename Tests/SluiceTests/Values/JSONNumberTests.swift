import Sluice
import TestSupport
import Testing

struct JSONNumberTests {
  @Test(
    "writes a number back as it was read",
    arguments: [
      "0", "-0", "7", "-9223372036854775808", "18446744073709551615", "18446744073709551616",
      "-9223372036854775809", "1.0", "1.50", "2.000", "0.1", "0.10", "-0.0", "0.000", "1e2", "1E2",
      "1.5e+07", "-1E-0", "3.14159265358979323846", "0.1000000000000000055511151231257827",
      "123456789012345678.0", "123456789.5", "123456789.50", "1e-400", "65.613616999999977",
      "65.6136169999999770", "5e-324", "0.0001", "0.00012", "0.00001", "0.000000000000000000001",
      "2.2250738585072011e-308", "1.7976931348623157e308", "999999999999999.5",
      "1000000000000000.0", "10000000000000000.0", "100000000000000000000000.0",
    ])
  func spelling(text: String) throws {
    for text in [text, text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text] {
      let number = try #require(JSONNumber(text))
      #expect(number.description == text)
      // Numbers in documents are read in other ways, and written from memory or from their text.
      let array = try JSON(parsing: "[\(text),{\"a\" : \(text) }]")
      #expect(array[0]?.number?.description == text)
      #expect(array.description == "[\(text),{\"a\":\(text)}]")
      #expect(array.detached().description == "[\(text),{\"a\":\(text)}]")
      #expect(try array.serializedString(JSONWriter.Options(sortsKeys: true)) == array.description)
      var reader = JSONReader()
      let read = try reader.withDocument(text) { root in
        [try root.number.description, try root.materialize().description]
      }
      #expect(read == [text, text])
      let double = try #require(Double(text))
      let nearest = try #require(number.double)
      #expect(nearest == double && nearest.sign == double.sign)
      #expect(number.float == Float(text).flatMap { $0.isFinite ? $0 : nil })
      #expect(
        number.isPlainInteger == (text.allSatisfy { $0.isNumber || $0 == "-" } && text != "-0"))
      #expect(number.shortened == number && number.shortened.hashValue == number.hashValue)
    }
  }

  @Test("a number of up to 19 digits keeps its zeros, and is still an integer if it is one")
  func zeros() throws {
    #expect(JSONNumber("2.000")?.int == 2)
    #expect(JSONNumber("-2.000")?.int8 == -2)
    #expect(JSONNumber("-2.000")?.uint8 == nil)
    #expect(JSONNumber("0.000")?.uint == 0)
    #expect(JSONNumber("-0")?.int == 0)
    #expect(JSONNumber("256.0")?.uint8 == nil)
    #expect(JSONNumber("2.001")?.int == nil)
    #expect(JSONNumber("9223372036854775.000")?.int64 == 9_223_372_036_854_775)
    #expect(JSONNumber("2.50")?.shortened.description == "2.5")
    #expect(JSONNumber("1E2")?.shortened.description == "100.0")
    #expect(JSONNumber("0.10000000000000000001")?.shortened.description == "0.10000000000000000001")
  }

  @Test("numbers of any spelling are equal, and hash equally, if their values are equal")
  func randomSpellings() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("JSONNumberTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Rounds.count(3000, long: 300_000) {
      // Digits, and ten to the power of an exponent: written in two ways, and with another last digit.
      let count = Int.random(in: 1...22, using: &random)
      var digits = (0..<count).map { _ in Character("\(Int.random(in: 0...9, using: &random))") }
      let sign = Bool.random(using: &random) ? "-" : ""
      let exponent = Int.random(in: -20...6, using: &random)
      let first = sign + Self.spelled(digits, exponent, &random)
      let second = sign + Self.spelled(digits, exponent, &random)
      let (a, b) = (try #require(JSONNumber(first)), try #require(JSONNumber(second)))
      #expect(a == b && b == a && a.hashValue == b.hashValue, "seed \(seed): \(first), \(second)")
      #expect(a.description == first && b.description == second, "seed \(seed)")
      digits[count - 1] = digits[count - 1] == "9" ? "0" : "9"
      let other = try #require(JSONNumber(sign + Self.spelled(digits, exponent, &random)))
      #expect(a != other && other != a, "seed \(seed): \(first), \(other)")
    }
  }

  /// A number with an exponent, or with zeros around its digits and perhaps a point.
  private static func spelled(
    _ digits: [Character], _ exponent: Int, _ random: inout SeededGenerator
  ) -> String {
    var digits = digits
    var exponent = exponent
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      digits.append("0")
      exponent -= 1
    }
    let shift = Bool.random(using: &random) ? 0 : Int.random(in: -5...5, using: &random)
    let places = -(exponent + shift)
    var text: String
    if places > 0 {
      let padded =
        Array(repeating: "0" as Character, count: max(0, places + 1 - digits.count)) + digits
      text =
        String(padded[..<(padded.count - places)]) + "."
        + String(padded[(padded.count - places)...])
    } else {
      text = String(digits) + String(repeating: "0", count: -places)
    }
    while text.count > 1, text.hasPrefix("0"), !text.hasPrefix("0.") { text.removeFirst() }
    guard shift != 0 else { return text }
    return text + ["e", "E"].randomElement(using: &random)! + "\(-shift)"
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
