import ConformanceSuite
import Sluice
import Testing

/// What audits of simdjson found that a call of the shim could reach.
@Suite("Faults that audits of engines found")
struct EngineAuditTests {
  /// simdjson up to 4.6.7 reads no more digits of an exponent from 65,536 on: these were 0, or out of range.
  @Test(
    "numbers with more zeros than an exponent of 16 bits makes up for are read exactly",
    arguments: [1000, 65_520, 65_536, 655_350, 655_360, 1_000_000])
  func longNumbers(zeros count: Int) throws {
    let zeros = String(repeating: "0", count: count)
    let digits = "12345678901234567890123"
    let texts = [
      "0.\(zeros)1e\(count + 1)", "-0.\(zeros)\(digits)E+\(count + 1)", "1\(zeros)e-\(count)",
      "\(digits)\(zeros).5e-\(count + 40)", "0.\(zeros)1e\(count - 307)", "0.\(zeros)\(digits)",
      "9007199254740993.\(zeros)", "9007199254740993.\(zeros)1", "-0.\(zeros)e\(count)",
      "0.\(zeros)\(digits)e\(count - 322)",
    ]
    for text in texts {
      let expected = Reference.double(text)
      let (double, float, last) = try reading("[\(text),\(text)]", .full) { root in
        (try root[0].double, try root[0].float, try root[1].double)
      }
      let owned = try JSON(parsing: text).number?.double
      #expect(double.bitPattern == expected.bitPattern, "\(text.suffix(20))")
      #expect(last.bitPattern == expected.bitPattern, "\(text.suffix(20))")
      #expect(owned?.bitPattern == expected.bitPattern, "\(text.suffix(20))")
      #expect(float.bitPattern == Reference.float(text).bitPattern, "\(text.suffix(20))")
    }
    let one = try reading("[1\(zeros)e-\(count)]") { root in try root[0].int }
    #expect(one == 1)
    // Digits make up for none of these.
    for text in ["0.\(zeros)\(digits)e65536000", "-\(digits)\(zeros)e400"] {
      #expect(refusal(of: "[\(text)]", .full)?.code == .numberOutOfRange, "\(text.suffix(20))")
    }
    let tiny = try reading("[1\(zeros).\(digits)e-65536000]", .full) { try $0[0].double }
    #expect(tiny == 0)
  }
}
