import Sluice
import SluiceRules
import TestSupport
import Testing

/// A document that says how it is dumped.
private indirect enum Document: Sendable {
  case leaf(Int)
  /// Can't be dumped.
  case poison
  case list([Document])
  case map([String: Document])
  case pair(Document, Document)
  /// Becomes null if it can't be dumped.
  case guarded(Document)

  var tree: JSONTree? {
    switch self {
    case .leaf(let value): return .number("\(value)")
    case .poison: return nil
    case .list(let elements):
      let trees = elements.compactMap(\.tree)
      return trees.count == elements.count ? .array(trees) : nil
    case .map(let fields):
      let trees = fields.compactMap { key, value in value.tree.map { JSONTree.Field(key, $0) } }
      return trees.count == fields.count ? .object(trees) : nil
    case .pair(let first, let second):
      guard let first = first.tree, let second = second.tree else { return nil }
      return .object([
        JSONTree.Field("first", first),
        JSONTree.Field("in", .object([JSONTree.Field("second", second)])),
      ])
    case .guarded(let inner): return inner.tree ?? .null
    }
  }

  static func random(_ depth: Int, _ random: inout SeededGenerator) -> Document {
    func inner() -> Document { .random(depth + 1, &random) }
    switch Int.random(in: 0..<(depth > 5 ? 2 : 9), using: &random) {
    case 0: return Int.random(in: 0..<6, using: &random) == 0 ? .poison : .leaf(depth)
    case 1: return .leaf(Int.random(in: -99...99, using: &random))
    case 2, 3: return .list((0..<Int.random(in: 0...3, using: &random)).map { _ in inner() })
    case 4:
      let keys = ["a", "é\"", "c"].prefix(Int.random(in: 0...3, using: &random))
      return .map(Dictionary(uniqueKeysWithValues: keys.map { ($0, inner()) }))
    case 5, 6: return .pair(inner(), inner())
    default: return .guarded(inner())
    }
  }
}

private struct DocumentRule: Rule {
  struct Poisoned: Error {}
  static let pairs = StructRule<(Document, Document)>(ValueBox((.poison, .poison)))
    .expect("first", DocumentRule()) { $0.0 }
    .expect("in" / "second", DocumentRule()) { $0.1 }

  func validate(_ json: JSONCursor) throws -> Document { throw Poisoned() }

  func dump(_ value: Document) throws -> JSON {
    switch value {
    case .leaf(let value): return JSON(value)
    case .poison: throw Poisoned()
    case .list(let elements): return try ArrayRule(itemRule: self).dump(elements)
    case .map(let fields): return try DictionaryRule(valueRule: self).dump(fields)
    case .pair(let first, let second): return try Self.pairs.dump((first, second))
    case .guarded(let inner): return (try? dump(inner)) ?? .null
    }
  }

  func write(_ value: Document, to writer: inout JSONWriter) throws {
    switch value {
    case .leaf(let value): try writer.value(value)
    case .poison: throw Poisoned()
    case .list(let elements): try ArrayRule(itemRule: self).write(elements, to: &writer)
    case .map(let fields): try DictionaryRule(valueRule: self).write(fields, to: &writer)
    case .pair(let first, let second): try Self.pairs.write((first, second), to: &writer)
    case .guarded(let inner):
      do {
        try write(inner, to: &writer)
      } catch {
        try writer.null()
      }
    }
  }
}

@Suite("Dumps whose errors are swallowed")
struct SwallowedDumpTests {
  @Test("a dump that failed left its beginning in the text")
  func beginnings() throws {
    let poisoned: [Document] = [
      .list([.leaf(1), .poison]), .map(["a": .leaf(1), "b": .poison]), .pair(.leaf(1), .poison),
      .list([.list([.leaf(1), .map(["a": .poison])])]),
    ]
    for document in poisoned {
      let text = try DocumentRule().written(.list([.leaf(0), .guarded(document), .leaf(2)]))
      #expect(text == "[0,null,2]")
      var writer = JSONWriter(options: .pretty)
      try writer.beginObject()
      try writer.key("k")
      #expect(throws: (any Error).self) { try DocumentRule().write(document, to: &writer) }
      try writer.value("instead")
      try writer.endObject()
      #expect(try writer.takeString() == "{\n  \"k\": \"instead\"\n}")
    }
  }

  @Test("a map whose item failed left its beginning in the text")
  func map() throws {
    let rule = MapRule(
      keyRule: StringRule, itemRule: DocumentRule(), make: { ($0, $1) }, dump: { $0 })
    var writer = JSONWriter()
    try writer.beginArray()
    #expect(throws: (any Error).self) {
      try rule.write([("a", .leaf(1)), ("b", .poison)], to: &writer)
    }
    try rule.write([("a", .leaf(1))], to: &writer)
    try writer.endArray()
    #expect(try writer.takeString() == #"[{"a":1}]"#)
  }

  @Test("write and dump give the tree of what can be dumped", arguments: [1, 2, 3] as [UInt64])
  func programs(seed: UInt64) throws {
    let seed = Rounds.areLong ? UInt64.random(in: 0 ... .max) : seed
    print("SwallowedDumpTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (texts, errors) = (0, 0)
    for _ in 0..<Rounds.count(500, long: 5_000) {
      let document = Document.random(0, &random)
      let expected = document.tree?.sorted
      errors += expected == nil ? 1 : 0
      let written = try? DocumentRule().written(document)
      let dumped = try? DocumentRule().dump(document).serializedString()
      #expect((written == nil) == (expected == nil), "seed \(seed): \(document)")
      #expect((dumped == nil) == (expected == nil), "seed \(seed): \(document)")
      guard let written, let dumped else { continue }
      texts += 1
      #expect(try JSONTree(strictly: written).sorted == expected, "seed \(seed): \(document)")
      #expect(try JSONTree(strictly: dumped).sorted == expected, "seed \(seed): \(document)")
    }
    print("SwallowedDumpTests: \(texts) texts, \(errors) errors")
    #expect(texts > 100 && errors > 20)
  }
}
