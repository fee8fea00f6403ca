import Sluice
import TestSupport

/// A value with all its fields in order, and the simplest definition of duplicate keys.
indirect enum KeyedTree {
  case int(Int)
  case text(String)
  case null
  case array([KeyedTree])
  case object([(key: String, value: KeyedTree)])

  /// A key came twice where duplicates are rejected.
  struct Refused: Error {}

  /// Returns the field of that name; nil when no field has it.
  func field(_ name: String, _ policy: DuplicateKeys) throws -> KeyedTree? {
    guard case .object(let fields) = self else { return nil }
    let same = fields.filter { $0.key.utf8.elementsEqual(name.utf8) }
    switch policy {
    case .firstWins: return same.first?.value
    case .lastWins: return same.last?.value
    case .reject:
      if same.count > 1 { throw Refused() }
      return same.first?.value
    }
  }

  func value(at path: some Collection<String>, _ policy: DuplicateKeys) throws -> KeyedTree? {
    guard let name = path.first else { return self }
    return try field(name, policy)?.value(at: path.dropFirst(), policy)
  }

  func int(at path: [String], _ policy: DuplicateKeys) throws -> Int? {
    guard case .int(let value)? = try value(at: path, policy) else { return nil }
    return value
  }

  /// Returns whether any object in it has a key twice.
  var hasDuplicates: Bool {
    switch self {
    case .int, .text, .null: false
    case .array(let elements): elements.contains(where: \.hasDuplicates)
    case .object(let fields):
      Set(fields.map(\.key)).count < fields.count || fields.contains { $0.value.hasDuplicates }
    }
  }

  /// Returns the tree with only the fields that count.
  func counting(_ policy: DuplicateKeys) throws -> KeyedTree {
    switch self {
    case .int, .text, .null: return self
    case .array(let elements): return .array(try elements.map { try $0.counting(policy) })
    case .object(let fields):
      var names: [String] = []
      for (key, _) in fields where !names.contains(key) { names.append(key) }
      return .object(
        try names.map { name in (name, try field(name, policy)!.counting(policy)) })
    }
  }
}

/// Makes random trees with few names, and their text: some keys have escapes, or white space after
/// them.
struct KeyedTreeMaker {
  var random: SeededGenerator
  let names = ["a", "b", "c"]

  mutating func object(depth: Int) -> KeyedTree {
    var fields: [(key: String, value: KeyedTree)] = []
    for _ in 0..<Int.random(in: depth == 0 ? 1...5 : 0...3, using: &random) {
      fields.append((names.randomElement(using: &random)!, value(depth: depth + 1)))
    }
    return .object(fields)
  }

  private mutating func value(depth: Int) -> KeyedTree {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .null
    case 1: .text("x")
    case 2: .array([value(depth: 4), object(depth: 3)])
    case 3..<12 where depth < 4: object(depth: depth)
    default: .int(Int.random(in: 0..<1_000_000, using: &random))
    }
  }

  mutating func text(_ tree: KeyedTree) -> String {
    switch tree {
    case .int(let value): return "\(value)"
    case .text(let text): return "\"\(text)\""
    case .null: return "null"
    case .array(let elements):
      var texts: [String] = []
      for element in elements { texts.append(text(element)) }
      return "[" + texts.joined(separator: ",") + "]"
    case .object(let fields):
      var texts: [String] = []
      for (key, value) in fields { texts.append(self.key(key) + text(value)) }
      return "{" + texts.joined(separator: ",") + "}"
    }
  }

  private mutating func key(_ name: String) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: "\"\\u00\(String(name.utf8.first!, radix: 16))\":"
    case 1: "\"\(name)\" : "
    default: "\"\(name)\":"
    }
  }
}
