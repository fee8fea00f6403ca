import TestSupport

/// Documents of few keys, and ways to damage them.
enum RandomText {
  /// The keys, some in two spellings that look the same.
  static let keys = ["a", "b", "id", "payload", "\u{E9}", "e\u{301}", "super", ""]

  static func document(_ depth: Int, using random: inout SeededGenerator) -> String {
    func pick(_ values: [String]) -> String { values.randomElement(using: &random)! }
    let count = Int.random(in: 0...4, using: &random)
    switch depth > 0 ? Int.random(in: 0..<8, using: &random) : 0 {
    case 0, 1:
      return pick([
        "null", "true", "false", "0", "7", "-3", "1.5", "-0.0", "2.000", "1E2", "10000000000000001",
        "\"x\"", "\"\"", "\"\\u0065\\u0301\"", "\"\\ud83d\\ude00\"", "\"a longer text, of é\"",
      ])
    case 2, 3:
      return "["
        + (0..<count).map { _ in document(depth - 1, using: &random) }
        .joined(separator: pick([",", " , "])) + "]"
    default:
      // Mostly each key once.
      var left = (keys + ["\\u0061", "other", "o\\n"]).shuffled(using: &random)
      let fields = (0..<count).map { _ in
        let key = Int.random(in: 0..<30, using: &random) == 0 ? pick(left) : left.removeLast()
        return "\"\(key)\"\(pick([":", " : "]))\(document(depth - 1, using: &random))"
      }
      return "{" + fields.joined(separator: pick([",", ",\n  "])) + "}"
    }
  }

  /// A copy in which some bytes are missing, doubled, replaced or new.
  static func damaged(_ text: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var text = text
    let bytes = Array("{}[]:,,::\"\\ 017-.etfnax\n".utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &random)
      let byte = bytes.randomElement(using: &random)!
      switch Int.random(in: 0..<6, using: &random) {
      case 0: text.remove(at: place)
      case 1: text.insert(byte, at: place)
      case 2: text[place] = byte
      case 3: text.removeSubrange(place...)
      case 4:
        let end = Int.random(in: place...min(text.count, place + 12), using: &random)
        text.insert(contentsOf: text[place..<end], at: place)
      default: text.swapAt(place, Int.random(in: 0..<text.count, using: &random))
      }
    }
    return text
  }
}
