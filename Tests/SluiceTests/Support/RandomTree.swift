import ConformanceSuite

/// A random document beside its text. Scalars are distinct numbers, so that each place can be told from all others.
indirect enum RandomTree {
  case scalar(String)
  case array([RandomTree])
  case object([(key: String, value: RandomTree)])

  static func make(depth: Int, using random: inout SeededGenerator) -> RandomTree {
    let kind = depth == 0 ? 0 : Int.random(in: 0..<5, using: &random)
    let count = Int.random(in: 0...6, using: &random)
    switch kind {
    case 0: return .scalar("\(UInt32.random(in: 0 ... .max, using: &random))")
    case 1, 2: return .array((0..<count).map { _ in make(depth: depth - 1, using: &random) })
    default:
      // Few names, so that one is often in an object twice, and often in the objects below it too.
      let names = ["a", "b", "id", "longer name", "é"]
      return .object(
        (0..<count).map { _ in
          (names.randomElement(using: &random) ?? "", make(depth: depth - 1, using: &random))
        })
    }
  }

  /// The text, with white space where it may stand.
  func text(using random: inout SeededGenerator) -> String {
    let spaces = ["", "", "", " ", "\n", "  \t", "\r\n"]
    func space() -> String { spaces.randomElement(using: &random) ?? "" }
    switch self {
    case .scalar(let text): return space() + text + space()
    case .array(let items):
      var parts: [String] = []
      for item in items { parts.append(item.text(using: &random)) }
      return space() + "[" + (parts.isEmpty ? space() : parts.joined(separator: ",")) + "]"
        + space()
    case .object(let fields):
      var parts: [String] = []
      for (key, value) in fields {
        parts.append("\(space())\"\(key)\"\(space()):\(value.text(using: &random))")
      }
      return space() + "{" + (parts.isEmpty ? space() : parts.joined(separator: ",")) + "}"
        + space()
    }
  }
}
