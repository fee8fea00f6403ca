import Foundation
import Sluice
import SluiceConvert
import TestSupport
import Testing

@Suite("Conversions of Swift values")
struct SwiftValueTests {
  @Test("numbers of every type convert to every other, or are rejected")
  func numbers() {
    var (int, double, string, bool): (Int?, Double?, String?, Bool?)
    let values: [any Sendable] = [
      Int8(5), Int16(5), Int32(5), Int64(5), UInt(5), UInt8(5), UInt16(5), UInt32(5), UInt64(5),
      5, Float(5), 5.0, Decimal(5), CGFloat(5), NSNumber(value: 5), JSONNumber(5), "5",
    ]
    for value in values {
      int <-- value
      double <-- value
      string <-- value
      #expect(int == 5 && double == 5 && string == "5", "\(type(of: value))")
      guard !(value is String) else { continue }
      bool <-- value
      #expect(bool == true, "\(type(of: value))")
    }
  }

  @Test("values out of range and other values are rejected, never wrapped and never a trap")
  func range() {
    var int = 3
    var byte: UInt8 = 4
    var decimal = Decimal(5)
    let log = failures {
      for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 9.3e18] { int <-- value }
      int <-- UInt64.max
      int <-- Float.greatestFiniteMagnitude
      byte <-- -1
      byte <-- 256
      decimal <-- Double.nan
      decimal <-- 1e300
    }
    #expect(int == 3 && byte == 4 && decimal == 5)
    #expect(log.count == 12)
  }

  @Test("a value of the type itself is used unchanged")
  func identity() {
    var double = 1.0
    double <-- Double.nan
    #expect(double.isNaN)
    var date: Date?
    date <-- Date(timeIntervalSince1970: 7)
    #expect(date == Date(timeIntervalSince1970: 7))
    var url: URL?
    url <-- URL(string: "https://a.b")
    #expect(url?.absoluteString == "https://a.b")
  }

  @Test("strings of every type are converted")
  func strings() {
    var int = 0
    int <-- "12345".prefix(2)
    #expect(int == 12)
    var string = ""
    string <-- Character("c")
    #expect(string == "c")
    string <-- NSString(string: "n")
    #expect(string == "n")
    string <-- URL(string: "https://a.b")
    #expect(string == "https://a.b")
  }

  @Test("nil, NSNull, JSON's null and nil within Any are missing values, not failures")
  func nothing() {
    let nothing: [Any?] = [nil, NSNull(), JSON.null, Optional<Int>.none as Any]
    let log = failures {
      for value in nothing {
        var (kept, optional): (Int, Int?) = (1, 2)
        kept <-- value
        optional <-- value
        #expect(kept == 1 && optional == nil)
        var (array, cast): ([Int]?, Data?) = ([1], Data())
        array <-- value
        cast <-- value
        #expect(array == [1] && cast == nil)
      }
    }
    #expect(log.isEmpty, "\(log)")
  }

  @Test("Foundation's Booleans are Booleans, and its numbers are not")
  func foundationBooleans() throws {
    let json = try JSON(converting: [
      NSNumber(value: true), NSNumber(value: 1), NSNumber(value: 1.5),
    ])
    #expect(json == [true, 1, 1.5])
    #expect(json.description == "[true,1,1.5]")
  }

  @Test("random numbers convert alike as a number, as JSON and as a string")
  func random() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let expected = abs(value) < 0x1p63 ? Int(value) : nil
      var (byValue, byJSON, byText): (Int?, Int?, Double?)
      _ = failures {
        byValue <-- value
        byJSON <-- (try? JSON(value))
        byText <-- "\(value)"
      }
      #expect(byValue == expected, "\(value)")
      if value.magnitude < 0x1p53 { #expect(byJSON == expected, "\(value)") }
      #expect(byText == value)
    }
  }
}
