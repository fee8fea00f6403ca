import Foundation
import Sluice
import SluiceConvert
import TestSupport
import Testing

private struct Numbers: Deserializable {
  var double: Double?
  var float: Float?
  var int: Int?
  var decimal: Decimal?
  var text: String?
  var doubles: [Double] = []

  init?(dictionary: [String: Any]) {
    double <-- dictionary["x"]
    float <-- dictionary["x"]
    int <-- dictionary["x"]
    decimal <-- dictionary["x"]
    text <-- dictionary["x"]
    doubles <-- dictionary["all"]
  }
}

@Suite("Numbers of dictionaries")
struct NearestNumberTests {
  private static let digits = Array("0999912345678900")

  private func numbers(_ number: String) throws -> Numbers {
    var read: Numbers?
    read <-- #"{"x": \#(number), "all": [\#(number)]}"#
    return try #require(read)
  }

  @Test(
    "fractions of 16 to 45 digits become the nearest double, and integers without the fraction",
    arguments: [1, 2] as [UInt64])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var wrong: [String] = []
    for _ in 0..<Rounds.count(2_000, long: 10_000) {
      let count = Int.random(in: 16...45, using: &random)
      let digits = (0..<count).map { _ in
        // Nines and zeros, so that many are next to an integer.
        Self.digits[Int.random(in: 0..<Self.digits.count, using: &random)]
      }
      let whole = Int.random(in: 0...min(18, count - 1), using: &random)
      let integer = digits.prefix(whole).drop { $0 == "0" }
      let sign = Bool.random(using: &random) ? "-" : ""
      let number =
        sign + (integer.isEmpty ? "0" : String(integer)) + "." + String(digits.dropFirst(whole))
      _ = failures {
        guard let read = try? numbers(number) else { return }
        if read.double != Double(number) || read.doubles != [Double(number)!] {
          wrong.append(number)
        }
        if read.float != Float(number) { wrong.append("Float \(number)") }
        if read.int != Int(sign + (integer.isEmpty ? "0" : String(integer))) {
          wrong.append("Int \(number)")
        }
      }
    }
    #expect(wrong.isEmpty, "seed \(seed): \(wrong.count), such as \(wrong.prefix(5))")
  }

  @Test("a decimal keeps its digits in a dictionary, and so does a text")
  func digits() throws {
    let read = try numbers("0.12345678901234567890123456789")
    #expect(read.decimal == Decimal(string: "0.12345678901234567890123456789"))
    #expect(read.text == "0.12345678901234567890123456789")
  }

  @Test(
    "numbers that a double rounds up to an integer are truncated",
    arguments: [
      ("9.999999999999999999", 9), ("9.9999999999999999999999999999999999999999999", 9),
      ("-0.99999999999999999999999999999999999999999999", 0),
      ("0.99999999999999999999e1", 9), ("99999999999999999999e-19", 9),
      ("9223372036854775807.9", 9_223_372_036_854_775_807),
      ("-35980299919859550.00", -35_980_299_919_859_550),
      ("4.611686018427388e18", 4_611_686_018_427_388_000),
    ])
  func cut(number: String, integer: Int) throws {
    #expect(try numbers(number).int == integer)
    #expect(try numbers(number).double == Double(number))
    var byCursor: Int?
    try withJSON(number) { byCursor <-- $0 }
    #expect(byCursor == integer)
  }

  @Test("a decimal beyond the largest integer is not an integer")
  func beyond() throws {
    var read: Numbers?
    _ = failures { read <-- #"{"x": 9223372036854775808.5}"# }
    #expect(read?.int == nil && read?.double == 9_223_372_036_854_775_808.5)
  }

  @Test("a decimal of Foundation's parser, in an Any or an optional, becomes the nearest double")
  func foreign() throws {
    let decimal = NSDecimalNumber(string: "0.1234567890123456789")
    var (double, same): (Double?, CGFloat?)
    double <-- (decimal as Any)
    same <-- (Optional(decimal) as Any)
    #expect(double == 0.1234567890123456789 && same == 0.1234567890123456789)
  }
}
