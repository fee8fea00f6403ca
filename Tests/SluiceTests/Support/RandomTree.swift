import ConformanceSuite
import TestSupport

/// A random document and its text. Scalars are distinct numbers, so that each value can be told from all others.
indirect enum RandomTree {
  case scalar(String)
  case array([RandomTree])
  case object([(key: String, value: RandomTree)])

  /// Few names, so that one often occurs twice in an object, and in the objects inside it.
  static let fewNames = ["a", "b", "id", "longer name", "é"]

  static func make(
    depth: Int, names: [String] = fewNames, using random: inout SeededGenerator
  ) -> RandomTree {
    let kind = depth == 0 ? 0 : Int.random(in: 0..<5, using: &random)
    let count = Int.random(in: 0...6, using: &random)
    switch kind {
    case 0: return .scalar("\(UInt32.random(in: 0 ... .max, using: &random))")
    case 1, 2:
      return .array(
        (0..<count).map { _ in make(depth: depth - 1, names: names, using: &random) })
    default:
      return .object(
        (0..<count).map { _ in
          let name = names.randomElement(using: &random) ?? ""
          return (name, make(depth: depth - 1, names: names, using: &random))
        })
    }
  }

  /// The text, with random white space. If `escapingKeys` is set, escapes some characters of keys that need no escape.
  func text(escapingKeys: Bool = false, using random: inout SeededGenerator) -> String {
    let spaces = ["", "", "", " ", "\n", "  \t", "\r\n"]
    func space() -> String { spaces.randomElement(using: &random) ?? "" }
    switch self {
    case .scalar(let text): return space() + text + space()
    case .array(let items):
      var parts: [String] = []
      for item in items { parts.append(item.text(escapingKeys: escapingKeys, using: &random)) }
      return space() + "[" + (parts.isEmpty ? space() : parts.joined(separator: ",")) + "]"
        + space()
    case .object(let fields):
      var parts: [String] = []
      for (key, value) in fields {
        let key = RandomTree.escaped(key, unneeded: escapingKeys, using: &random)
        let value = value.text(escapingKeys: escapingKeys, using: &random)
        parts.append("\(space())\"\(key)\"\(space()):\(value)")
      }
      return space() + "{" + (parts.isEmpty ? space() : parts.joined(separator: ",")) + "}"
        + space()
    }
  }

  private static func escaped(
    _ key: String, unneeded: Bool, using random: inout SeededGenerator
  ) -> String {
    var text = ""
    for unit in key.utf16 {
      let mustBe = unit == 0x22 || unit == 0x5C || unit < 0x20
      if mustBe || (unneeded && Int.random(in: 0..<4, using: &random) == 0) {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else if let scalar = Unicode.Scalar(unit) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
