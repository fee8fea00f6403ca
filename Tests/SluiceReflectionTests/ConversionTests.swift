import Foundation
import Sluice
import SluiceReflection
import Testing

private enum Level: Int, JSONLeafEnum { case low = 1, high }

private final class Boxed<T>: JSONKeyValueCreatable {
  @Mapped var v: T?
  init() {}
}

private struct Listed<T>: JSONPropertyMapped {
  var v: T?
  static var jsonProperties: JSONProperties<Self> { [JSONProperty("v", \.v)] }
}

private struct Plain<T: Decodable>: JSONCreatable { var v: T? }

/// Reads a value in each of the three ways, which must convert alike.
private func converted<T: Decodable & Equatable & Sendable>(
  _ type: T.Type, _ json: String
) throws -> T? {
  let text = #"{"v": \#(json)}"#
  let boxed = try read(Boxed<T>.self, text).v
  let listed = try read(Listed<T>.self, text).v
  let plain = try read(Plain<T>.self, text).v
  #expect(boxed == listed && boxed == plain, "\(type) \(json)")
  return boxed
}

@Suite("Conversions by reflection")
struct ConversionTests {
  @Test("UUIDs and Base64 that only Foundation accepts are rejected")
  func strictTexts() {
    #expect(UUID(jsonValue: .string("e621e1f8-c36c-495a-93fc-0c247a3e6e5f ")) == nil)
    #expect(UUID(jsonValue: .string("e621e1f8-c36c-495a-93fc-0c247a3e6e5f")) != nil)
    #expect(Data(jsonValue: .string("AR==")) == nil && Data(jsonValue: .string("AQ")) == nil)
    #expect(Data(jsonValue: .string("AQ==")) == Data([1]))
  }

  @Test(
    "Int",
    arguments: [
      ("12", 12), ("true", 1), ("false", 0), ("1.0", 1), ("1e2", 100), (#""12""#, 12),
      (#""+7""#, 7), (#""-7""#, -7), ("1.5", nil), ("-1.9", nil), (#"" 1""#, nil),
      (#""1.5""#, nil), ("null", nil), ("18446744073709551615", nil), ("1e300", nil), ("[1]", nil),
      ("{}", nil), (#""x""#, nil),
    ] as [(String, Int?)])
  func int(json: String, value: Int?) throws { #expect(try converted(Int.self, json) == value) }

  @Test("every width accepts its own range and nothing else")
  func widths() throws {
    #expect(try converted(Int8.self, "-128") == -128)
    #expect(try converted(Int8.self, "128") == nil)
    #expect(try converted(Int16.self, #""32767""#) == .max)
    #expect(try converted(Int32.self, "2147483648") == nil)
    #expect(try converted(Int64.self, "9223372036854775807") == .max)
    #expect(try converted(UInt.self, "-1") == nil)
    #expect(try converted(UInt8.self, "255") == 255)
    #expect(try converted(UInt8.self, #""256""#) == nil)
    #expect(try converted(UInt16.self, "true") == 1)
    #expect(try converted(UInt32.self, "4294967295") == .max)
    #expect(try converted(UInt64.self, "18446744073709551615") == .max)
    #expect(try converted(Int128.self, "170141183460469231731687303715884105727") == .max)
    #expect(try converted(UInt128.self, "-1") == nil)
  }

  @Test(
    "Bool",
    arguments: [
      ("true", true), ("false", false), ("1", true), ("0", false), ("2", true), ("-1", true),
      ("0.5", true), ("0.0", false), (#""true""#, true), (#""false""#, false), (#""1""#, true),
      (#""0""#, false), (#""yes""#, nil), (#""""#, nil), ("null", nil), ("[]", nil),
    ] as [(String, Bool?)])
  func bool(json: String, value: Bool?) throws { #expect(try converted(Bool.self, json) == value) }

  @Test(
    "String",
    arguments: [
      (#""s""#, "s"), ("1", "1"), ("1.0", "1.0"), ("1.5", "1.5"), ("true", "1"), ("false", "0"),
      ("18446744073709551615", "18446744073709551615"), (#""\u00e9\n""#, "é\n"), ("null", nil),
      ("[1]", nil),
    ] as [(String, String?)])
  func string(json: String, value: String?) throws {
    #expect(try converted(String.self, json) == value)
  }

  @Test(
    "Double",
    arguments: [
      ("1.5", 1.5), ("1", 1), ("true", 1), (#""1.5""#, 1.5), (#""+2""#, 2), (#""nan""#, nil),
      (#""0x1p3""#, nil), (#""1e999""#, nil), (#""x""#, nil), ("null", nil),
    ] as [(String, Double?)])
  func double(json: String, value: Double?) throws {
    #expect(try converted(Double.self, json) == value)
  }

  @Test("Float is the nearest to the decimal number, and nothing beyond the largest is converted")
  func float() throws {
    #expect(try converted(Float.self, "0.1") == 0.1)
    #expect(try converted(Float.self, "16777217") == 16_777_216)
    #expect(try converted(Float.self, "1e300") == nil)
    #expect(try converted(Float.self, #""2.5""#) == 2.5)
  }

  @Test("floating-point types of other widths: CGFloat, Float16, Float80")
  func otherFloats() throws {
    #expect(try converted(CGFloat.self, "0.1") == 0.1)
    #expect(try converted(CGFloat.self, #""2.5""#) == 2.5)
    #if !(arch(x86_64) && os(macOS))
      #expect(try read(Listed<Float16>.self, #"{"v": 0.1}"#).v == 0.1)
      #expect(try read(Listed<Float16>.self, #"{"v": 65520}"#).v == nil)
      #expect(try read(Listed<Float16>.self, #"{"v": "nan"}"#).v == nil)
      #expect(try written([Float16(0.1), .nan, 65504]) == "[0.1,65504]")
    #endif
    #if arch(x86_64) && !os(Windows)
      #expect(try read(Listed<Float80>.self, #"{"v": 1.25}"#).v == 1.25)
      #expect(try read(Listed<Float80>.self, #"{"v": true}"#).v == 1)
      #expect(try written([Float80(1.25), -.infinity]) == "[1.25]")
    #endif
    #expect(try written([CGFloat(1.5), .nan]) == "[1.5]")
  }

  @Test("Decimal, URL, UUID, Data, Character and numbers of any length are converted")
  func others() throws {
    let digits = "12345678901234567890123456789.5"
    #expect(try converted(Decimal.self, digits) == Decimal(string: digits))
    #expect(try converted(Decimal.self, #""1.25""#) == Decimal(string: "1.25"))
    #expect(try converted(Decimal.self, "true") == nil)
    #expect(try converted(URL.self, #""https://a.b""#) == URL(string: "https://a.b"))
    #expect(try converted(URL.self, #""a b""#) == nil)
    let uuid = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
    #expect(try converted(UUID.self, "\"\(uuid)\"") == UUID(uuidString: uuid))
    #expect(try converted(UUID.self, "7") == nil)
    #expect(try converted(Data.self, #""AQID""#) == Data([1, 2, 3]))
    #expect(try converted(Data.self, #""?""#) == nil)
    #expect(try converted(JSON.self, #"{"a":[1,null]}"#) == ["a": [1, nil]])
    #expect(try converted(JSONNumber.self, digits) == JSONNumber(digits))
  }

  @Test("collections keep elements that convert and leave out the rest")
  func collections() throws {
    #expect(try converted([Int].self, #"[1, "2", "x", null, true, []]"#) == [1, 2, 1])
    #expect(try converted([Int?].self, "[1, null]") == [1])
    #expect(try converted(Set<Int>.self, "[1, 1, 2]") == [1, 2])
    #expect(
      try converted([String: Int].self, #"{"a": 1, "b": "x", "c": null, "a": 2}"#) == ["a": 2])
    #expect(try converted([Int: String].self, #"{"1": "a", "x": "b"}"#) == [1: "a"])
    #expect(try converted([[String: [Int]]].self, #"[{"a": [1]}, 5]"#) == [["a": [1]]])
    #expect(try converted([Int].self, "5") == nil)
    #expect(try converted([String: Int].self, "[]") == nil)
  }

  @Test("the last of two fields with one name counts, even if it can't be converted")
  func duplicates() throws {
    #expect(try converted(Int.self, #"1, "v": 2"#) == 2)
    #expect(try converted(Int.self, #"1, "v": "x""#) == nil)
    #expect(try converted(Int.self, #"1, "v": null"#) == nil)
    #expect(try converted([Int].self, #"[1], "v": [2]"#) == [2])
    #expect(try converted([String: Int].self, #"{"a": 1, "a": null}"#) == [:])
  }

  @Test("an enum with raw values converts from whatever its raw value converts from")
  func enums() throws {
    final class Holder: JSONKeyValueCreatable {
      @Mapped var level: Level?
      @Mapped var levels: [Level] = []
      @Mapped var byLevel: [Level: String] = [:]
      init() {}
    }
    let holder = try read(
      Holder.self, #"{"level": "2", "levels": [1, 2, 3, "1"], "byLevel": {"1": "a", "9": "b"}}"#)
    #expect(holder.level == .high && holder.levels == [.low, .high, .low])
    #expect(holder.byLevel == [.low: "a"])
    #expect(Level(jsonValue: .number(2)) == .high && Level(jsonValue: "x") == nil)
  }

  @Test("Any and AnyObject accept any value, null too; Foundation's classes their own kind")
  func raw() throws {
    final class Holder: JSONKeyValueCreatable {
      @Mapped var any: Any = 0
      @Mapped var null: Any? = 0
      @Mapped var list: [Any] = []
      @Mapped var object: AnyObject?
      @Mapped var number: NSNumber?
      @Mapped var decimal: NSDecimalNumber?
      @Mapped var text: NSString?
      @Mapped var array: NSArray?
      @Mapped var mutable: NSMutableArray?
      @Mapped var dictionary: NSDictionary?
      @Mapped var changeable: NSMutableDictionary?
      init() {}
    }
    let holder = try read(
      Holder.self,
      """
      {"any": {"a": [1, true, "x"]}, "null": null, "list": [1, null], "object": "text",
       "number": true, "decimal": 1.25, "text": 5, "array": [1], "mutable": [2],
       "dictionary": {"k": 1}, "changeable": {"l": 2}}
      """)
    let any = try #require(holder.any as? [String: Any])
    let list = try #require(any["a"] as? [Any])
    #expect(list[0] as? Int == 1 && list[1] as? Bool == true && list[2] as? String == "x")
    let digits = #"{"number": 0.12345678901234567890123, "any": 1.5}"#
    let exact = try read(Holder.self, digits)
    #expect(exact.number is NSDecimalNumber && exact.any as? Double == 1.5)
    #expect(holder.null is NSNull && holder.list.count == 2 && holder.list[1] is NSNull)
    #expect((holder.object as? NSString)?.isEqual(to: "text") == true)
    #expect(holder.number == 1 && holder.decimal == 1.25 && holder.text?.isEqual(to: "5") == true)
    #expect(holder.array?.count == 1 && holder.mutable?.count == 1)
    #expect(holder.dictionary?["k"] as? Int == 1 && holder.changeable?["l"] as? Int == 2)
  }
}
