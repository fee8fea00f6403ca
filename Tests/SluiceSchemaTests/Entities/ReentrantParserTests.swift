import Sluice
import SluiceSchema
import Testing

@Suite("Parser.parseEntity called again at the same place before it has returned")
struct ReentrantParserTests {
  /// One place in the program: a helper for schemas made from data.
  static func parse(
    _ cursor: JSONCursor, _ keys: [String], decoder: (any SchemaDecoder)? = nil,
    for last: String? = nil,
    meanwhile: () throws -> Void = {}
  ) throws -> SchemaEntity {
    try Parser.parseEntity(json: cursor) { schema in
      for (number, key) in keys.enumerated() {
        schema.addProperty(keyPath: key, type: .int)
        if number == 0 { try meanwhile() }
      }
      if let last { schema.addProperty(keyPath: last, type: .json, decoder: decoder) }
    }
  }

  /// Objects of `depth` levels. The keys of each level are unique, and as many as its number.
  private static func document(_ depth: Int) -> String {
    (0..<depth).reversed().reduce("null") { inner, level in
      let fields = (0...level).map { "\"k\(level)_\($0)\":\(level * 100 + $0)" }
      return "{\(fields.joined(separator: ",")),\"next\":\(inner)}"
    }
  }

  private static func keys(_ level: Int) -> [String] { (0...level).map { "k\(level)_\($0)" } }

  private static func check(_ entity: SchemaEntity, _ level: Int) throws {
    for (number, key) in keys(level).enumerated() {
      #expect(try entity.value(key, as: Int.self) == level * 100 + number)
    }
  }

  /// Parses a nested object while its parent is being parsed.
  private struct Nested: SchemaDecoder {
    let level: Int
    let depth: Int

    func decode(_ cursor: JSONCursor) throws -> Any {
      guard level < depth else { return 0 }
      let entity = try ReentrantParserTests.parse(
        cursor, ReentrantParserTests.keys(level),
        decoder: level + 1 < depth ? Nested(level: level + 1, depth: depth) : nil,
        for: level + 1 < depth ? "next" : nil)
      try ReentrantParserTests.check(entity, level)
      return level
    }
  }

  @Test(
    "by a decoder: each level has its own schema, at any depth", arguments: [2, 3, 8, 9, 12, 40])
  func byDecoder(depth: Int) throws {
    var reader = JSONReader()
    for _ in 0..<3 {
      try reader.withDocument(Self.document(depth)) { root in
        _ = try Nested(level: 0, depth: depth).decode(root)
      }
    }
  }

  @Test("by the declaring closure: its own declarations count")
  func byClosure() throws {
    var reader = JSONReader()
    try reader.withDocument(#"{"a":1,"b":2,"c":3}"#) { root in
      for round in 0..<12 {
        let entity = try Self.parse(root, ["a", "b"]) {
          for other in 0..<10 {
            let inner = try Self.parse(root, other % 2 == round % 2 ? ["c"] : ["b", "a", "c"])
            #expect(try inner.value("c", as: Int.self) == 3)
          }
        }
        #expect(entity.keys == ["a", "b"])
        #expect(try entity.value("a", as: Int.self) == 1 && entity.value("b", as: Int.self) == 2)
      }
    }
  }

  @Test("by the closure with more schemas than the cache of a place holds")
  func byClosureMany() throws {
    let count = 30
    let text = "{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    var reader = JSONReader()
    func nest(_ root: JSONCursor, _ level: Int) throws {
      let entity = try Self.parse(root, ["k\(level)", "k\((level + 7) % count)"]) {
        if level + 1 < count { try nest(root, level + 1) }
      }
      #expect(try entity.value("k\(level)", as: Int.self) == level)
      #expect(
        try entity.value("k\((level + 7) % count)", as: Int.self) == (level + 7) % count)
    }
    try reader.withDocument(text) { root in
      try nest(root, 0)
      try nest(root, 0)
    }
  }
}
