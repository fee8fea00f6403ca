import ConformanceSuite
import DocumentTestSupport
import Sluice
import TestSupport
import Testing

@Suite("Doubles without an exponent")
struct ShortDoubleTests {
  @Test("match the standard library, whatever their length and the text after them")
  func random() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in Character("\(Int.random(in: 0...9, using: &random))") })
    }
    let ends = [",0]", "]", " ,0]", "\n]", "\t]", "\r]"]
    for _ in 0..<20_000 {
      let sign = Bool.random(using: &random) ? "-" : ""
      let whole = Int.random(in: 0...11, using: &random)
      let first = "\(Int.random(in: 1...9, using: &random))"
      let start = whole == 0 ? "0" : first + digits(whole - 1)
      let places = Int.random(in: 0...11, using: &random)
      let number = sign + start + (places == 0 ? "" : "." + digits(places))
      let text = "[" + number + (ends.randomElement(using: &random) ?? "]")
      let found = try reading(text) { root in try root[0].double }
      #expect(found.bitPattern == Double(number)?.bitPattern, "\(text), seed \(seed)")
    }
  }

  @Test(
    "are refused if they break the grammar",
    arguments: [
      "1.", "-1.", ".5", "-.5", "01.5", "-01.5", "00.5", "1.5.5", "1.5x", "1.5-", "1..5", "-",
      "1.5\"",
      "123456789.", "1.5e", "1.5E+",
    ])
  func grammar(number: String) {
    for text in ["[\(number)]", "[\(number),1]", "[\(number) ,1]"] {
      #expect(refusal(of: text) { root in _ = try root[0].double } != nil, "\(text)")
    }
  }
}
