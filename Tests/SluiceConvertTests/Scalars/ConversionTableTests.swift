import Foundation
import Sluice
import SluiceConvert
import Testing

/// Each pair of JSONHelper's conversion table, from a cursor, from `JSON` and from the value of
/// `JSONSerialization`.
@Suite("Conversions of scalars")
struct ConversionTableTests {
  @Test(
    "Bool converts from Booleans, from integers by their sign, and from y/n words in either case",
    arguments: [
      ("true", true), ("false", false), ("1", true), ("0", false), ("2", true), ("-1", false),
      ("1.0", true), ("0.0", false), ("0.5", nil), ("1.9", nil), ("18446744073709551615", true),
      (#""true""#, true), (#""T""#, true), (#""Yes""#, true), (#""y""#, true), (#""FALSE""#, false),
      (#""f""#, false), (#""no""#, false), (#""N""#, false), (#""1""#, nil), (#""on""#, nil),
      (#""""#, nil), (#"" true""#, nil), ("null", nil), ("[true]", nil), ("{}", nil),
      ("1e300", nil),
    ] as [(String, Bool?)])
  func bool(json: String, expected: Bool?) throws {
    #expect(try converted(json, to: Bool.self) == expected)
  }

  @Test(
    "Int converts from numbers without their fraction, strings of digits and Booleans",
    arguments: [
      ("7", 7), ("-7", -7), ("1.0", 1), ("1.5", 1), ("-1.9", -1), ("1e2", 100), ("true", 1),
      ("false", 0), (#""12""#, 12), (#""+7""#, 7), (#""-7""#, -7), (#"" 1""#, nil),
      (#""1.5""#, nil), (#""x""#, nil), (#""""#, nil), ("null", nil), ("1e300", nil),
      ("-1e300", nil), ("18446744073709551615", nil), ("9223372036854775807", Int.max),
      ("-9223372036854775808", Int.min), ("9223372036854775808", nil), ("[1]", nil), ("{}", nil),
      ("9007199254740993", 9_007_199_254_740_993), ("123456.789e1", 1_234_567),
    ] as [(String, Int?)])
  func int(json: String, expected: Int?) throws {
    #expect(try converted(json, to: Int.self) == expected)
  }

  @Test("fractions are truncated even if a double can't hold the digits")
  func longFractions() throws {
    var int = 0
    try withJSON("9007199254740993.5") { int <-- $0 }
    #expect(int == 9_007_199_254_740_993)
    try withJSON("-9223372036854775808.75") { int <-- $0 }
    #expect(int == .min)
    int = 1
    try withJSON("9223372036854775808.25") { int <-- $0 }
    #expect(int == 1)
  }

  @Test("integers of other widths convert only from values that fit")
  func widths() throws {
    #expect(try converted("127", to: Int8.self) == 127)
    #expect(try converted("128", to: Int8.self) == nil)
    #expect(try converted("18446744073709551616", to: Int128.self) == 1 << 64)
    #expect(try converted("-1", to: UInt128.self) == nil)
    #expect(try converted("-129", to: Int8.self) == nil)
    #expect(try converted("300", to: UInt8.self) == nil)
    #expect(try converted("-1", to: UInt.self) == nil)
    #expect(try converted("-0.5", to: UInt.self) == 0)
    #expect(try converted(#""65535""#, to: UInt16.self) == 65535)
    #expect(try converted("32768", to: Int16.self) == nil)
    #expect(try converted("4294967296", to: UInt32.self) == nil)
    #expect(try converted("-2147483648", to: Int32.self) == .min)
    #expect(try converted("18446744073709551615", to: UInt64.self) == .max)
    #expect(try converted("9223372036854775807", to: Int64.self) == .max)
  }

  @Test(
    "Double converts from numbers, strings with a decimal number and Booleans",
    arguments: [
      ("0.1", 0.1), ("7", 7), ("-0.0", 0), ("1e300", 1e300), (#""0.1""#, 0.1), (#""1e2""#, 100),
      (#""+1.5""#, 1.5), (#"".5""#, 0.5), ("true", 1), ("false", 0), (#""x""#, nil),
      (#""nan""#, nil), (#""inf""#, nil), (#""0x1p3""#, nil), (#""1e999""#, nil), (#""""#, nil),
      ("null", nil), ("[1]", nil), ("18446744073709551615", 0x1p64),
    ] as [(String, Double?)])
  func double(json: String, expected: Double?) throws {
    #expect(try converted(json, to: Double.self) == expected)
  }

  @Test("Float is the nearest to the decimal number, and never infinite")
  func float() throws {
    #expect(try converted("0.1", to: Float.self) == 0.1)
    #expect(try converted("16777217", to: Float.self) == 16_777_216)
    #expect(try converted(#""2.5""#, to: Float.self) == 2.5)
    #expect(try converted("true", to: Float.self) == 1)
    #expect(try converted("1e39", to: Float.self) == nil)
    #expect(try converted(#""1e39""#, to: Float.self) == nil)
  }

  @Test(
    "Decimal converts exactly from numbers and from strings that are numbers as a whole",
    arguments: [
      ("1.5", "1.5"), ("0.1", "0.1"), ("7", "7"), (#""1.5""#, "1.5"), (#""+1.50""#, "1.5"),
      (#""007.5""#, "7.5"), (#""-.5""#, "-0.5"), (#""1.5abc""#, nil), (#""""#, nil), (#"".""#, nil),
      ("true", "1"), ("1e300", nil), (#""1e300""#, nil), ("null", nil),
      ("12345678901234567890", "12345678901234567890"),
      ("99999999999999999999.5", "99999999999999999999.5"),
    ] as [(String, String?)])
  func decimal(json: String, expected: String?) throws {
    var decimal: Decimal?
    _ = failures { _ = try? withJSON(json) { decimal <-- $0 } }
    #expect(decimal?.description == expected)
    var owned: Decimal?
    _ = failures { owned <-- (try? JSON(parsing: json)) }
    #expect(owned == decimal)
  }

  @Test(
    "String converts from strings, all numbers and Booleans",
    arguments: [
      (#""s""#, "s"), (#""""#, ""), (#""a\nb""#, "a\nb"), ("1", "1"), ("-7", "-7"), ("1.0", "1"),
      ("1e2", "100"), ("1.5", "1.5"), ("true", "1"), ("false", "0"),
      ("18446744073709551615", "18446744073709551615"), ("null", nil), ("[]", nil), ("{}", nil),
    ] as [(String, String?)])
  func string(json: String, expected: String?) throws {
    #expect(try converted(json, to: String.self) == expected)
  }

  @Test("numbers with more digits than a double keep them in a string")
  func longNumbers() throws {
    var string = ""
    try withJSON("123456789012345678901234567890") { string <-- $0 }
    #expect(string == "123456789012345678901234567890")
  }

  @Test("URL converts from strings that are valid URLs")
  func url() throws {
    #expect(try converted(#""https://a.b/c?d=e""#, to: URL.self)?.host() == "a.b")
    for text in [#""""#, #""a b""#, #""http://a b""#, "7", "true", "null"] {
      #expect(try converted(text, to: URL.self) == nil, "\(text)")
    }
  }

  @Test("UUID converts from strings of 36 characters")
  func uuid() throws {
    let text = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
    #expect(try converted("\"\(text)\"", to: UUID.self)?.uuidString == text)
    #expect(try converted(#""6F9619FF""#, to: UUID.self) == nil)
    #expect(try converted("7", to: UUID.self) == nil)
  }
}
