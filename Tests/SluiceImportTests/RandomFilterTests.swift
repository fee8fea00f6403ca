import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

/// Filters against a plain evaluation over owned values: another expression type and another evaluator,
/// sharing nothing but the text.
@Suite("Random filters")
struct RandomFilterTests {
  private indirect enum Condition {
    case not(Condition)
    case all([Condition])
    case any([Condition])
    case exists([String])
    case isTrue([String])
    case compare([String], String, JSON)
    case isIn([String], [JSON], isNot: Bool)
    case find([String], String, String)

    var text: String {
      switch self {
      case .not(let inner): "not \(inner.inner)"
      case .all(let parts): parts.map(\.inner).joined(separator: " and ")
      case .any(let parts): parts.map(\.inner).joined(separator: " or ")
      case .exists(let path): "exists \(Condition.path(path))"
      case .isTrue(let path): Condition.path(path)
      case .compare(let path, let sign, let value):
        "\(Condition.path(path)) \(sign) \(Condition.literal(value))"
      case .isIn(let path, let values, let isNot):
        "\(Condition.path(path)) \(isNot ? "not " : "")in "
          + "(\(values.map(Condition.literal).joined(separator: ", ")))"
      case .find(let path, let word, let value):
        "\(Condition.path(path)) \(word) \(Condition.literal(.string(value)))"
      }
    }

    private var inner: String {
      switch self {
      case .all, .any: "(\(text))"
      default: text
      }
    }

    private static func path(_ steps: [String]) -> String { "/" + steps.joined(separator: "/") }

    private static func literal(_ value: JSON) -> String { value.description }

    func holds(of record: JSON) -> Bool {
      switch self {
      case .not(let inner): return !inner.holds(of: record)
      case .all(let parts): return parts.allSatisfy { $0.holds(of: record) }
      case .any(let parts): return parts.contains { $0.holds(of: record) }
      case .exists(let path): return Condition.value(path, record) != nil
      case .isTrue(let path):
        if case .bool(true)? = Condition.value(path, record) { return true }
        return false
      case .compare(let path, let sign, let literal):
        guard let value = Condition.value(path, record) else { return sign == "!=" }
        let order = Condition.order(value, literal)
        switch sign {
        case "=": return order == 0
        case "!=": return order != 0
        case "<": return order.map { $0 < 0 } ?? false
        case "<=": return order.map { $0 <= 0 } ?? false
        case ">": return order.map { $0 > 0 } ?? false
        default: return order.map { $0 >= 0 } ?? false
        }
      case .isIn(let path, let literals, let isNot):
        guard let value = Condition.value(path, record) else { return isNot }
        return literals.contains { Condition.order(value, $0) == 0 } != isNot
      case .find(let path, let word, let wanted):
        guard let value = Condition.value(path, record) else { return false }
        if word == "contains", case .array(let elements) = value {
          return elements.contains { Condition.order($0, .string(wanted)) == 0 }
        }
        guard case .string(let string) = value else { return false }
        let (text, part) = (Array(string.utf8), Array(wanted.utf8))
        switch word {
        case "startsWith": return text.starts(with: part)
        case "endsWith": return text.reversed().starts(with: part.reversed())
        default:
          return part.isEmpty
            || text.indices.contains { text[$0...].starts(with: part) }
        }
      }
    }

    private static func value(_ path: [String], _ record: JSON) -> JSON? {
      var value = record
      for step in path {
        switch value {
        case .object(let object):
          guard let next = object[step] else { return nil }
          value = next
        case .array(let elements):
          guard let index = Int(step), elements.indices.contains(index) else { return nil }
          value = elements[index]
        default: return nil
        }
      }
      return value
    }

    /// Ten times a number with at most one digit after the point.
    private static func tenths(_ text: String) -> LongInteger {
      let parts = text.lowercased().split(separator: "e")
      let point = parts[0].split(separator: ".")
      let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      let fraction = point.count > 1 ? point[1] : "0"
      return LongInteger("\(point[0])\(fraction)\(String(repeating: "0", count: exponent))")
    }

    /// -1, 0 or 1; nil: different types. For values without an order: 0 or nil.
    private static func order(_ value: JSON, _ literal: JSON) -> Int? {
      switch (value, literal) {
      case (.null, .null): return 0
      case (.bool(let a), .bool(let b)): return a == b ? 0 : nil
      case (.number(let a), .number(let b)):
        let (a, b) = (tenths(a.description), tenths(b.description))
        return a < b ? -1 : a == b ? 0 : 1
      case (.string(let a), .string(let b)):
        if a.utf8.elementsEqual(b.utf8) { return 0 }
        return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
      default: return nil
      }
    }
  }

  private struct Maker {
    var random: SeededGenerator
    private let names = ["a", "b", "c", "d", "0", "1"]
    private let strings = [
      "", "a", "ab", "b", "é", "e\u{301}", "a\"b", "a\\b", "\u{1F600}", "abab", "\n",
    ]
    private let numbers = [
      "0", "1", "-1", "1.0", "1.5", "2", "10", "1e1", "9007199254740992", "9007199254740993",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "0.1", "-0.0", "1e300",
    ]

    init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func pick<T>(_ values: [T]) -> T {
      values[Int.random(in: 0..<values.count, using: &random)]
    }

    mutating func path() -> [String] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in pick(names) }
    }

    mutating func scalarText() -> String {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return "null"
      case 1: return pick(["true", "false"])
      case 2...4: return pick(numbers)
      default:
        let text = pick(strings)
        guard Bool.random(using: &random) else { return JSON.string(text).description }
        // The same with every character as an escape.
        return "\""
          + text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }.joined() + "\""
      }
    }

    mutating func literal() throws -> JSON { try JSON(parsing: scalarText()) }

    mutating func text(depth: Int) -> String {
      let choice = depth > 3 ? 0 : Int.random(in: 0..<6, using: &random)
      let space = pick(["", "", " "])
      switch choice {
      case 4:
        let elements = (0..<Int.random(in: 0..<4, using: &random)).map { _ in text(depth: depth + 1)
        }
        return "[\(space)" + elements.joined(separator: ",\(space)") + "]"
      case 3, 5: return object(depth: depth)
      default: return scalarText()
      }
    }

    mutating func object(depth: Int) -> String {
      let space = pick(["", "", " "])
      let fields = names.shuffled(using: &random)
        .prefix(Int.random(in: 0...names.count, using: &random))
        .map { "\"\($0)\"\(space):\(space)" + text(depth: depth + 1) }
      return "{" + fields.joined(separator: ",") + "}"
    }

    mutating func condition(depth: Int) throws -> Condition {
      switch depth > 4
        ? Int.random(in: 3..<9, using: &random) : Int.random(in: 0..<9, using: &random)
      {
      case 0: return .not(try condition(depth: depth + 1))
      case 1, 2:
        let parts = try (0..<Int.random(in: 2...4, using: &random)).map { _ in
          try condition(depth: depth + 1)
        }
        return Bool.random(using: &random) ? .all(parts) : .any(parts)
      case 3: return .exists(path())
      case 4: return .isTrue(path())
      case 5, 6:
        let literal = try literal()
        switch literal {
        case .number, .string:
          return .compare(path(), pick(["=", "!=", "<", "<=", ">", ">="]), literal)
        default: return .compare(path(), pick(["=", "!="]), literal)
        }
      case 7:
        let literals = try (0..<Int.random(in: 1...4, using: &random)).map { _ in try literal() }
        return .isIn(path(), literals, isNot: Bool.random(using: &random))
      default: return .find(path(), pick(["contains", "startsWith", "endsWith"]), pick(strings))
      }
    }
  }

  @Test("take the records that a plain evaluation takes, on one thread and on two")
  func agree() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("random filters: seed \(seed)")
    var maker = Maker(seed)
    let texts = (0..<400).map { _ in maker.object(depth: 0) }
    let records = try texts.map { try JSON(parsing: $0) }
    let bytes = Array(texts.map { $0 + "\n" }.joined().utf8)
    let columns = [try ImportColumn(parsing: "r:json=$")]
    var taken = 0
    for round in 0..<400 {
      let condition = try maker.condition(depth: 0)
      let expected = zip(texts, records).filter { condition.holds(of: $0.1) }.map(\.0)
      var feed = try JSONFeed(
        .bytes(bytes, name: "test"), options: FeedOptions(parallel: round % 8 == 0 ? 2 : 1))
      var found: [String] = []
      let counts = try RowSelection(columns: columns, where: try Filter(condition.text))
        .forEach(in: &feed) { row in
          if case .json(let bytes) = row[0] {
            unsafe found.append(String(decoding: bytes, as: UTF8.self))
          }
        }
      #expect(found == expected, "seed \(seed), round \(round): \(condition.text)")
      #expect(counts.rows + counts.filtered == Int64(texts.count))
      taken += expected.count
    }
    // If both sides took nothing, that would prove little.
    #expect(taken > 10_000 && taken < 150_000, "\(taken)")
  }
}
