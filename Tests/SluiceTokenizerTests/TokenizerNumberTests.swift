import Sluice
import SluiceFeed
import SluiceTokenizer
import TestSupport
import Testing

/// Numbers decoded from tokens, whose length is known, compared with the decoder that finds the
/// length.
@Suite struct TokenizerNumberTests {
  @Test func `doubles and integers are the same as a cursor reads`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    func digits(_ range: ClosedRange<Int>) -> String {
      (0..<Int.random(in: range, using: &random)).map { _ in
        "\(Int.random(in: 0...9, using: &random))"
      }.joined()
    }
    var numbers = ["0", "-0", "-0.0", "0.1", "9223372036854775807", "-9223372036854775808", "1e5"]
    for _ in 0..<20_000 {
      var text = Bool.random(using: &random) ? "-" : ""
      text +=
        Bool.random(using: &random)
        ? "0" : "\(Int.random(in: 1...9, using: &random))" + digits(0...18)
      if Bool.random(using: &random) { text += "." + digits(1...20) }
      if Int.random(in: 0..<8, using: &random) == 0 {
        text += "e\(Int.random(in: -99...99, using: &random))"
      }
      numbers.append(text)
    }
    let text = "[" + numbers.joined(separator: ",") + "]"
    var reader = JSONReader()
    let expected = try reader.withDocument(text) { root in
      var found: [(Double, Int?, UInt8?)] = []
      try root.forEachElement {
        found.append((try $0.double, try? $0.int, try? $0.integer(as: UInt8.self)))
      }
      return found
    }
    var tokenizer = try JSONTokenizer()
    tokenizer.feed(Array(text.utf8))
    tokenizer.finish()
    var i = 0
    while let kind = try tokenizer.next() {
      guard kind == .number else { continue }
      let (double, int, byte) = expected[i]
      #expect(
        try tokenizer.token.double.bitPattern == double.bitPattern, "\(numbers[i]), seed \(seed)")
      #expect((try? tokenizer.token.int) == int, "\(numbers[i]), seed \(seed)")
      #expect((try? tokenizer.token.integer(as: UInt8.self)) == byte, "\(numbers[i])")
      let isPlain = !numbers[i].contains(".") && !numbers[i].contains("e")
      #expect(tokenizer.token.isInteger == isPlain, "\(numbers[i])")
      i += 1
    }
    #expect(i == expected.count)
  }

  /// Around 32 bytes, which are examined at once.
  @Test func `numbers of any length are distinguished from invalid ones`() throws {
    var reader = JSONReader(checking: .full)
    let lengths = [0, 1, 2, 16, 17, 29, 30, 31, 32, 33, 34]
    for whole in lengths {
      for places in [-1] + lengths {
        for start in ["", "-", "0", "-0"] {
          let digits = String(repeating: "7", count: whole)
          let number =
            start + digits + (places < 0 ? "" : "." + String(repeating: "3", count: places))
          for end in ["]", " ]", ",1]", "e1]", ".5]", "-]", "x]", "\"]"] {
            let text = "[" + number + end
            let isValid = (try? reader.withDocument(text) { _ in true }) ?? false
            #expect(isTaken(text) == isValid, "\(text)")
          }
        }
      }
    }
  }

  private func isTaken(_ text: String) -> Bool {
    do {
      var tokenizer = try JSONTokenizer(options: TokenizerOptions(checking: .full))
      tokenizer.feed(Array(text.utf8))
      tokenizer.finish()
      while try tokenizer.next() != nil {}
      return true
    } catch {
      return false
    }
  }
}
