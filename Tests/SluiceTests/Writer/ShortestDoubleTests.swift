import CSimdJSON
import Sluice
import TestSupport
import Testing

/// Compares the shortest decimals of doubles with the standard library's, and tests numbers that keep their original
/// digits.
struct ShortestDoubleTests {
  private func written(_ value: Double) throws -> String {
    var writer = JSONWriter()
    try writer.value(value)
    return try writer.takeString()
  }

  @Test func `doubles of any bits are written as the standard library writes them`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Rounds.count(100_000, long: 10_000_000) {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(try written(value) == value.writtenText, "\(value.bitPattern), seed \(seed)")
    }
    for _ in 0..<50_000 {
      let value = Double(random.next() >> UInt64.random(in: 0..<64, using: &random)) / 1e9
      #expect(try written(value) == value.writtenText, "\(value.bitPattern), seed \(seed)")
    }
  }

  @Test func `doubles around powers of two and ten are written as the standard library does`()
    throws
  {
    for exponent in UInt64(0)..<2047 {
      for difference in -2...2 {
        let bits = (exponent << 52) &+ UInt64(bitPattern: Int64(difference))
        let value = Double(bitPattern: bits)
        guard value.isFinite else { continue }
        #expect(try written(value) == value.writtenText, "\(bits)")
      }
    }
    for exponent in -324...308 {
      for digits in ["1", "9", "1.5", "9.99", "1.2345678901234567"] {
        guard let value = Double("\(digits)e\(exponent)"), value.isFinite else { continue }
        #expect(try written(value) == value.writtenText)
        #expect(try written(-value) == (-value).writtenText)
      }
    }
  }

  @Test func `doubles of each exponent and the outermost digits are written as by the library`()
    throws
  {
    let top = UInt64(1) << 52
    let fractions = [0, 1, 2, 3, top / 2 - 1, top / 2, top / 2 + 1, top - 2, top - 1]
    for exponent in UInt64(0)..<2047 {
      for fraction in fractions {
        let value = Double(bitPattern: exponent << 52 | fraction)
        #expect(try written(value) == value.writtenText, "\(value.bitPattern)")
        #expect(try written(-value) == (-value).writtenText, "\(value.bitPattern)")
      }
    }
  }

  // Values on the border between two decimals, which one product can't tell.
  @Test func `doubles halfway between decimals are written as the standard library does`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Rounds.count(50_000, long: 2_000_000) {
      let digits = random.next() >> UInt64.random(in: 11..<64, using: &random)
      let value = Double(
        sign: .plus, exponent: .random(in: -80...80, using: &random), significand: Double(digits))
      #expect(try written(value) == value.writtenText, "\(value.bitPattern), seed \(seed)")
    }
  }

  @Test
  func `a number of a fraction keeps its value and, where a double can't hold it, its digits`()
    throws
  {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
    }
    for _ in 0..<20_000 {
      let whole =
        Bool.random(using: &random)
        ? "0"
        : "\(Int.random(in: 1...9, using: &random))"
          + digits(Int.random(in: 0...12, using: &random))
      let zeros = String(repeating: "0", count: Int.random(in: 0...12, using: &random))
      let text =
        (Bool.random(using: &random) ? "-" : "") + whole + "." + zeros
        + digits(Int.random(in: 1...14, using: &random))
        + (Bool.random(using: &random) ? "00" : "")
      let number = try #require(JSONNumber(text))
      let double = try #require(Double(text))
      let parsed = try JSON(parsing: "[\(text)]")
      #expect(parsed == .array([.number(number)]), "\(text), seed \(seed)")
      #expect(number.double == double, "\(text), seed \(seed)")
      #expect(number.float == Float(text), "\(text), seed \(seed)")
      #expect(!number.isPlainInteger || number.int != nil, "\(text), seed \(seed)")
      let kept = number.description
      let isWhole = number.integer(as: Int64.self) != nil
      #expect(kept == text || kept == double.description || isWhole, "\(text), seed \(seed)")
      #expect(try #require(JSONNumber(kept)) == number, "\(text), seed \(seed)")
      #expect(try parsed.serializedString() == "[\(kept)]", "\(text), seed \(seed)")
      if case let longer = JSONNumber(text + "1"), let longer {
        #expect(longer != number, "\(text), seed \(seed)")
      }
    }
  }
}
