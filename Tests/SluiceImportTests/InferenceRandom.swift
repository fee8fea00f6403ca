import Sluice
import TestSupport

/// Random feeds whose records are mostly alike, as in real feeds, and names for fields that contain
/// anything that could cause trouble.
struct RandomFeed {
  private var random: SeededGenerator
  private var shape = Shape.mixed

  /// What a field mostly holds.
  private indirect enum Shape {
    case scalar(Int)
    case mixed
    case array(Shape)
    case object([(key: String, shape: Shape, isOptional: Bool)])
  }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    shape = makeShape(depth: 0)
  }

  mutating func next() -> UInt64 { random.next() }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  static let parts = [
    "a", "B", "id", "", ".", "/", "~", "~1", "$", "=", ":", "'", "\"", "\\", "\n", "\t", "\r\n",
    "\u{301}", "é", "e\u{301}", "ß", "日本", "\u{D4E}", "\u{200D}", "\u{202E}", "👩‍👩‍👧", "-", "[]", "*",
    "0", "12", " ", ";", "select", "A", "_", "\u{1B}[2J", "\u{7F}", "`", "#{", "\\(x)", "%", "$$",
  ]

  mutating func key() -> String {
    (0...below(3)).map { _ in RandomFeed.parts[below(RandomFeed.parts.count)] }.joined()
  }

  private mutating func makeShape(depth: Int) -> Shape {
    let kind = below(depth == 0 ? 12 : 10)
    if kind >= 8 || (depth == 0 && kind > 0), depth < 4 {
      return .object(
        (0..<below(7)).map { _ in (key(), makeShape(depth: depth + 1), below(3) == 0) })
    }
    if kind == 7, depth < 4 { return .array(makeShape(depth: depth + 1)) }
    return kind == 6 ? .mixed : .scalar(below(9))
  }

  /// The feed's text: one record a line.
  mutating func text(records: Int) -> String {
    (0..<records).map { _ in value(of: shape) + "\n" }.joined()
  }

  private mutating func value(of shape: Shape) -> String {
    // Now and then something else.
    if below(400) == 0 { return value(of: .mixed) }
    switch shape {
    case .scalar(let kind): return scalar(kind)
    case .mixed:
      return switch below(5) {
      case 0: "[\(scalar(below(9)))]"
      case 1: "{\(JSON.string(key())):\(scalar(below(9)))}"
      default: scalar(below(9))
      }
    case .array(let element):
      return "[" + (0..<below(4)).map { _ in value(of: element) }.joined(separator: ",") + "]"
    case .object(let fields):
      var parts: [String] = []
      for field in fields where !field.isOptional || below(2) == 0 {
        parts.append("\(JSON.string(field.key)):\(value(of: field.shape))")
      }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private mutating func scalar(_ kind: Int) -> String {
    switch kind {
    case 0: "\(Int64(truncatingIfNeeded: next()) >> Int64(below(60)))"
    case 1: "\(Double(below(100_000)) / 64)"
    case 2: ["1", "2.5", "1e5", "1.0", "-0", "0.1"][below(6)]
    case 3:
      ["1", "18446744073709551615", "9223372036854775808", "1e300", "9007199254740993"][below(5)]
    case 4: below(2) == 0 ? "true" : "false"
    case 5: below(3) == 0 ? "null" : "\"\(below(50))\""
    case 6: "\(JSON.string(key()))"
    case 7: "\"2024-05-0\(1 + below(9))T12:30:00Z\""
    default: below(2) == 0 ? "0.123456789012345678" : "\(below(9))"
    }
  }
}
