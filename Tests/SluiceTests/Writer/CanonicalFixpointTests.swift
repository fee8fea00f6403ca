import Sluice
import TestSupport
import Testing

@Suite("RFC 8785 of RFC 8785's output is itself")
struct CanonicalFixpointTests {
  private func canonical(_ text: String) throws -> String {
    var writer = JSONWriter(options: .canonical)
    try writer.value(rawJSON: text)
    return try writer.takeString()
  }

  @Test(
    "an integer was written as one that was refused",
    arguments: [
      ("9223372036854775808", "9223372036854776000"),
      ("-9223372036854775808", "-9223372036854776000"),
      ("18446744073709551616", "18446744073709552000"), ("9007199254740994", "9007199254740994"),
      ("1152921504606846976", "1152921504606847000"),
      ("999999999999999868928", "999999999999999900000"),
      ("1000000000000000000000", "1e+21"), ("-0", "0"), ("1e20", "100000000000000000000"),
    ])
  func integers(text: String, expected: String) throws {
    #expect(try canonical(text) == expected)
    #expect(try canonical(expected) == expected)
    #expect(try canonical("{\"a\":[\(expected)]}") == "{\"a\":[\(expected)]}")
  }

  @Test(
    "an integer that would become another one is refused, and nothing is written",
    arguments: [
      "9007199254740993", "9223372036854775807", "9223372036854775809", "9223372036854776001",
      "1000000000000000000001", "100000000000000000001",
    ])
  func refused(text: String) throws {
    var writer = JSONWriter(options: .canonical)
    try writer.beginArray()
    let error = #expect(throws: JSONError.self) { try writer.value(rawJSON: text) }
    #expect(error?.code == .invalidValue)
    #expect(throws: JSONError.self) { try writer.value(try #require(JSONNumber(text))) }
    #expect(throws: JSONError.self) { try writer.value(JSON(parsing: "[1,{\"a\":\(text)}]")) }
    try writer.endArray()
    #expect(try writer.takeString() == "[]")
  }

  /// Numbers of all magnitudes, many of them where integers end and where exponents begin.
  private static func number(_ random: inout SeededGenerator) -> Double {
    let value: Double =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: Double(bitPattern: random.next())
      case 1: Double(random.next() >> UInt64.random(in: 0..<64, using: &random))
      case 2: Double.random(in: 0x1p53...1e21, using: &random)
      case 3: Double(UInt128(random.next()) << UInt128.random(in: 0..<10, using: &random))
      case 4: Double(Int.random(in: 0..<1_000_000, using: &random)) / 1000
      default: Double("1e\(Int.random(in: -10...24, using: &random))")! * 8.5
      }
    let finite = value.isFinite ? value : 0
    return random.next() & 1 == 0 ? finite : -finite
  }

  @Test("for doubles and integers of all magnitudes")
  func fixpoint() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("CanonicalFixpointTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<Rounds.count(5, long: 1000) {
      let numbers = (0..<10_000).map { _ in Self.number(&random) }
      var writer = JSONWriter(options: .canonical)
      try writer.beginArray()
      for number in numbers {
        // Most are written as integers where they are such.
        if let integer = Int64(exactly: number), count & 3 != 0 {
          try writer.value(integer)
        } else {
          try writer.value(number)
        }
        count += 1
      }
      try writer.endArray()
      let once = try writer.takeString()
      #expect(try canonical(once) == once, "seed \(seed)")
      let json = try JSON(parsing: once)
      try writer.value(json)
      #expect(try writer.takeString() == once, "seed \(seed)")
      try writer.value(json.detached())
      #expect(try writer.takeString() == once, "seed \(seed)")
      let read = try #require(json.array?.doubles)
      #expect(read == numbers.map { $0 == 0 ? 0 : $0 }, "seed \(seed)")
    }
    print("CanonicalFixpointTests: \(count) numbers")
  }
}
