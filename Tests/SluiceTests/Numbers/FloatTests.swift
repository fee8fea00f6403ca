import ConformanceSuite
import DocumentTestSupport
import Sluice
import TestSupport
import Testing

@Suite("Doubles and floats")
struct FloatTests {
  /// In addition to the tables of the corpus: random decimals of all lengths and exponents.
  @Test("reads random decimals like the C library, bit for bit")
  func random() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var reader = JSONReader()
    for _ in 0..<20_000 {
      let text = decimal(&random)
      let (double, float) = try reader.withDocument("[\(text)]") { root in
        ((try? root[0].double)?.bitPattern, (try? root[0].float)?.bitPattern)
      }
      let (wide, narrow) = (Reference.double(text), Reference.float(text))
      #expect(double == (wide.isFinite ? wide.bitPattern : nil), "\(text)")
      #expect(float == (narrow.isFinite ? narrow.bitPattern : nil), "\(text)")
    }
  }

  private func decimal(_ random: inout SeededGenerator) -> String {
    func digits(_ range: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: range, using: &random)).map { _ in
          "0123456789".randomElement(using: &random) ?? "0"
        })
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let value = Double(bitPattern: random.next())
      return value.isFinite ? "\(value)" : "0"
    case 1:
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      return value.isFinite ? "\(Double(value))" : "0"
    case 2:
      // Half way between two floats, and slightly off.
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()) & 0x7F7F_FFFF)
      let middle = (Double(value) + Double(value.nextUp)) / 2
      guard middle.isFinite, middle > 1e-4, middle < 1e15 else { return "1" }
      return "\(middle)" + digits(0...30)
    default:
      let whole = Bool.random(using: &random) ? "0" : "1" + digits(0...30)
      let exponent = Int.random(in: -340...320, using: &random)
      return "\(Bool.random(using: &random) ? "-" : "")\(whole).\(digits(1...40))e\(exponent)"
    }
  }

  @Test(
    "keeps the sign of zero",
    arguments: [("-0", true), ("-0.0", true), ("-0e5", true), ("0", false), ("0.0", false)])
  func zero(text: String, negative: Bool) throws {
    let (double, float) = try reading("[\(text)]") { root in (try root[0].double, try root[0].float)
    }
    #expect(double == 0 && (double.sign == .minus) == negative)
    #expect(float == 0 && (float.sign == .minus) == negative)
    let atRoot = try reading(text) { root in try root.double }
    #expect(atRoot.bitPattern == double.bitPattern)
  }

  @Test("throws beyond the largest finite value, and gives zero below the smallest")
  func limits() throws {
    for text in ["1e309", "-1e309", "1.7976931348623159e308", "1e99999999999999999999", "2e308"] {
      #expect(
        refusal(of: "[\(text)]") { root in _ = try root[0].double }?.code == .numberOutOfRange)
      #expect(refusal(of: "[\(text)]", .full)?.code == .numberOutOfRange)
    }
    #expect(refusal(of: "[3.5e38]") { root in _ = try root[0].float }?.code == .numberOutOfRange)
    let largest = try reading("[1.7976931348623157e308, 1e-400, 3.4028235e38]") { root in
      (try root[0].double, try root[1].double, try root[2].float)
    }
    #expect(largest == (.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude))
  }

  @Test("reads an integer beyond 64 bits as its nearest double")
  func bigIntegers() throws {
    for text in [
      "18446744073709551616", "-9223372036854775809", "123456789012345678901234567890",
      "9007199254740993",
    ] {
      let found = try reading("[\(text)]", .full) { root in try root[0].double }
      #expect(found.bitPattern == Reference.double(text).bitPattern)
    }
  }
}
