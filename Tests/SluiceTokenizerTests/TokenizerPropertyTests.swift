import ConformanceSuite
import Sluice
import SluiceFeed
import SluiceTokenizer
import TestSupport
import Testing

/// Random documents with values longer than the windows, damaged and cut at random.
@Suite struct TokenizerPropertyTests {
  /// A random value, with strings and numbers of up to a few hundred bytes.
  static func value(_ random: inout SeededGenerator, depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 4 ? 6 : 9), using: &random) {
    case 0: ["true", "false", "null"].randomElement(using: &random) ?? "null"
    case 1, 2: number(&random)
    case 3, 4, 5: string(&random)
    case 6:
      "[\(list(&random) { value(&$0, depth: depth + 1) })]"
    default:
      "{\(list(&random) { string(&$0) + space(&$0) + ":" + space(&$0) + value(&$0, depth: depth + 1) })}"
    }
  }

  private static func list(
    _ random: inout SeededGenerator, _ item: (inout SeededGenerator) -> String
  ) -> String {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in
      space(&random) + item(&random) + space(&random)
    }.joined(separator: ",")
  }

  private static func space(_ random: inout SeededGenerator) -> String {
    let odd = Int.random(in: 0..<40, using: &random) == 0
    return String(repeating: " ", count: odd ? 150 : Int.random(in: 0...1, using: &random))
  }

  private static func string(_ random: inout SeededGenerator) -> String {
    let parts = [
      "a", "xyz", "é", "日本", "😀", "\\n", "\\\\", "\\\"", "\\/", "\\u00e9", "\\ud83d\\ude00",
      "\\\\\\\\", "u", "\\\\u", " ", "{", "]",
    ]
    let long = Int.random(in: 0..<4, using: &random) == 0
    let count = Int.random(in: 0...(long ? 150 : 8), using: &random)
    return "\"" + (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined() + "\""
  }

  private static func number(_ random: inout SeededGenerator) -> String {
    func digits(_ most: Int) -> String {
      let long = Int.random(in: 0..<8, using: &random) == 0
      let count = Int.random(in: 1...(long ? 300 : most), using: &random)
      return (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
    }
    var text = Bool.random(using: &random) ? "-" : ""
    text += Bool.random(using: &random) ? "0" : "7" + digits(6)
    if Bool.random(using: &random) { text += "." + digits(12) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      text += ["e", "E", "e+", "E-"].randomElement(using: &random) ?? "e"
      text += "\(Int.random(in: 0...330, using: &random))"
    }
    return text
  }

  @Test(arguments: 0..<4)
  func `tokens, verdict, code and location do not depend on cuts and windows`(run: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var differential = TokenizerDifferential(seed: seed)
    var mutation = Mutation(seed: seed)
    for i in 0..<250 {
      let bytes = Array(Self.value(&random, depth: 0).utf8)
      let isDamaged = i.isMultiple(of: 2)
      let input = isDamaged ? mutation.damaged(bytes, other: bytes) : bytes
      let difference = differential.difference(in: input)
      #expect(
        difference == nil, "seed \(seed), \(i): \(String(decoding: input, as: UTF8.self))")
    }
  }

  @Test func `records equal the values of the whole document`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for i in 0..<150 {
      let text = "[\((0..<6).map { _ in Self.value(&random, depth: 1) }.joined(separator: " , "))]"
      var whole = JSONReader(checking: .full)
      guard let all = try? whole.withDocument(text, { try $0.materialize() }) else { continue }
      let bytes = Array(text.utf8)
      for window in [64, 100, 1000] {
        for checking in [JSONChecking.accessed, .full] {
          let options = TokenizerOptions(checking: checking, windowSize: window)
          var records: [JSON] = []
          var pulled = try unsafe JSONTokenizer(
            options: options,
            reading: reader(of: bytes, piece: Int.random(in: 1...90, using: &random)))
          try pulled.forEachElement { records.append(try $0.materialize()) }
          #expect(JSON.array(records) == all, "seed \(seed), \(i), window \(window)")
          #expect(try pulled.next() == nil)

          // Pushed, in pieces; every second element is read only as tokens.
          records = []
          var pushed = try JSONTokenizer(options: options)
          var isOpen = false
          for chunk in cut(
            bytes, at: (0..<9).map { _ in Int.random(in: 0...bytes.count, using: &random) })
          {
            pushed.feed(chunk)
            if !isOpen { isOpen = try pushed.next() == .beginArray }
            while isOpen, try pushed.withValue({ records.append(try $0.materialize()) }) != nil {}
          }
          pushed.finish()
          if !isOpen { isOpen = try pushed.next() == .beginArray }
          while isOpen, try pushed.withValue({ records.append(try $0.materialize()) }) != nil {}
          #expect(JSON.array(records) == all, "seed \(seed), \(i), window \(window), pushed")
          #expect(try pushed.next() == .endArray)
          #expect(try pushed.next() == nil)
        }
      }
    }
  }
}
