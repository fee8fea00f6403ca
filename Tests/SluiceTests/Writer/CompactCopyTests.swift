import Sluice
import TestSupport
import Testing

/// A parsed value is written from its text, token by token: the same as a value that was made.
struct CompactCopyTests {
  private func expectSame(_ text: String, _ comment: String = "") throws {
    let kept = try JSON(parsing: text)
    let made = kept.detached()
    #expect(try kept.serializedString() == made.serializedString(), "\(text) \(comment)")
  }

  @Test(
    "numbers have one spelling, whether they are copied or made",
    arguments: [
      "0", "-0", "-0.0", "0.0", "1.0", "1.50", "-12", "1e5", "1E-7", "0.001", "0.0001", "-0.0009",
      "0.00012345678901234567", "0.00099999999999999999", "9007199254740993", "9007199254740993.5",
      "18446744073709551616", "123456789012345678901234567890", "0.1234567890123456789012345678",
      "-65.613616999999977", "43.420273000000009", "1.100000000000000000", "100",
      "0.10000000000000001",
      "123456789012345678901234567890123456789.5", "5e-324", "2.2250738585072011e-308",
    ])
  func numbers(text: String) throws {
    for text in ["[\(text)]", "{\"a\" : \(text) }", "[1, \(text) ,2]", "[\n\(text)\n]"] {
      try expectSame(text)
    }
  }

  @Test(
    "strings keep their characters", arguments: [0, 1, 15, 31, 32, 33, 63, 64, 65, 40_000, 70_000])
  func strings(count: Int) throws {
    let text = String(repeating: "x", count: count)
    for string in [text, text + "\\n", "\\u0041" + text, text + "é", "\\/" + text] {
      try expectSame("{ \"\(string)\" : [ \"\(string)\" , true , \"\(string)\" ] }")
      try expectSame("[\"\(string)\",{},[],null,false]")
    }
  }

  @Test func `random numbers and white space are written as those that were made`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let spaces = ["", "", " ", "\n    ", "\r\n", "\t"]
    func space() -> String { spaces.randomElement(using: &random) ?? "" }
    func digits(_ counts: ClosedRange<Int>) -> String {
      (0..<Int.random(in: counts, using: &random)).map { _ in
        "\(Int.random(in: 0...9, using: &random))"
      }.joined()
    }
    for _ in 0..<Rounds.count(20, long: 20_000) {
      var elements: [String] = []
      for _ in 0..<50 {
        let whole =
          Bool.random(using: &random)
          ? "0" : "\(Int.random(in: 1...9, using: &random))" + digits(0...20)
        let fraction = Bool.random(using: &random) ? "" : "." + digits(1...22)
        let exponent = Int.random(in: 0..<8, using: &random) == 0 ? "e-" + digits(1...2) : ""
        elements.append(
          space() + (Bool.random(using: &random) ? "-" : "") + whole + fraction + exponent + space()
        )
      }
      try expectSame("[\(elements.joined(separator: ","))]", "seed \(seed)")
    }
  }

  @Test func `a writer to a closure gets a long document in pieces`() throws {
    let text =
      "["
      + (0..<12_000).map { "{ \"id\" : \($0), \"name\" : \"n\\n\($0)\" }" }.joined(separator: " , ")
      + "]"
    let json = try JSON(parsing: text)
    var bytes: [UInt8] = []
    var largest = 0
    var writer = unsafe JSONWriter { chunk in
      largest = max(largest, chunk.count)
      bytes += unsafe Array(chunk)
    }
    try writer.value(json)
    try writer.finish()
    #expect(bytes == (try json.detached().serialized()))
    #expect(largest < 256 << 10)
  }
}
