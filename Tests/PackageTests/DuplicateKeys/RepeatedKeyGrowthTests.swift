import Sluice
import SluiceFeed
import SluiceReflection
import SluiceRules
import SluiceSchema
import Testing

/// The number of times values are read, on the one thread of a test.
final class ReadCounter: @unchecked Sendable {
  var reads = 0
}

/// A value that counts how often it is read.
struct CountedMapping: JSONMapping {
  let counter: ReadCounter

  func value(from cursor: JSONCursor) throws -> Int {
    counter.reads += 1
    return try cursor.int
  }
}

/// Nested objects of the form `{"a": …, "b": 1}`.
struct ChainMapping: JSONMapping {
  let depth: Int
  let counter: ReadCounter

  func value(from cursor: JSONCursor) throws -> Int {
    guard depth > 0 else { return try CountedMapping(counter: counter).value(from: cursor) }
    let inner = ChainMapping(depth: depth - 1, counter: counter)
    return try Schema(Int.self) { fields in
      let a = fields.required("a", inner)
      let b = fields.required("b", CountedMapping(counter: counter))
      return { $0[a] + $0[b] }
    }.value(from: cursor)
  }
}

struct CountedRule: Rule {
  let counter: ReadCounter

  func validate(_ json: JSONCursor) throws -> Int {
    counter.reads += 1
    return try json.int
  }

  func dump(_ value: Int) throws -> Sluice.JSON { JSON(value) }
}

struct ChainRule: Rule {
  let depth: Int
  let counter: ReadCounter

  func validate(_ json: JSONCursor) throws -> Int {
    guard depth > 0 else { return try CountedRule(counter: counter).validate(json) }
    return try StructRule(ref(0))
      .expect("a", ChainRule(depth: depth - 1, counter: counter)) { $0.value += $1 }
      .expect("b", CountedRule(counter: counter)) { $0.value += $1 }
      .validate(json)
  }

  func dump(_ value: Int) throws -> Sluice.JSON { JSON(value) }
}

final class ChainNode: JSONKeyValueCreatable {
  nonisolated(unsafe) static var made = 0
  @Mapped var a: ChainNode?
  @Mapped var b = 0
  init() { unsafe ChainNode.made += 1 }
}

@Suite("Keys that come twice at every depth", .serialized)
struct RepeatedKeyGrowthTests {
  /// The value is the sum of the last of each pair.
  private static func document(_ depth: Int, leaf: String) -> String {
    var text = leaf
    for _ in 0..<depth { text = "{\"a\":\(text),\"b\":5,\"b\":1}" }
    return text
  }

  private func mapped(_ text: String, _ chosen: DuplicateKeys?, _ mapping: some JSONMapping<Int>)
    throws -> Int
  {
    var reader = JSONReader(options: JSONOptions(checking: .full, duplicateKeys: chosen))
    return try reader.value(of: text, by: mapping)
  }

  @Test(
    "are read a few times each, and not twice as often at each level",
    arguments: [DuplicateKeys?.none, .firstWins, .lastWins], [22, 60])
  func growth(chosen: DuplicateKeys?, depth: Int) throws {
    let text = Self.document(depth, leaf: "7")
    let sum = 7 + depth * (chosen == .firstWins ? 5 : 1)
    let most = 2 * (depth + 1) * (depth + 1)
    let counter = ReadCounter()
    #expect(try mapped(text, chosen, ChainMapping(depth: depth, counter: counter)) == sum)
    #expect(counter.reads <= most, "by schemas")
    counter.reads = 0
    var reader = JSONReader(options: JSONOptions(checking: .full, duplicateKeys: chosen))
    let byRule = try reader.withDocument(text) {
      try ChainRule(depth: depth, counter: counter).validate($0)
    }
    #expect(byRule == sum && counter.reads <= most, "by rules")
    unsafe ChainNode.made = 0
    let node = try reader.withDocument(Self.document(depth, leaf: "null")) {
      try ReflectedMapping(ChainNode.self).value(from: $0)
    }
    let made = unsafe ChainNode.made
    #expect(node.b == (chosen == .firstWins ? 5 : 1) && made <= 2 * most, "by reflection")
  }

  @Test("a record after one with a repeated key is read as before")
  func nextRecord() throws {
    let counter = ReadCounter()
    let lines =
      Self.document(3, leaf: "7") + "\n{\"a\":{\"a\":{\"a\":1,\"b\":1},\"b\":1},\"b\":1}\n"
    var feed = try JSONFeed(.bytes(Array(lines.utf8), name: "lines"))
    var sums: [Int] = []
    try feed.forEach { record in
      counter.reads = 0
      sums.append(try ChainMapping(depth: 3, counter: counter).value(from: record.cursor))
    } rejected: {
      throw $0.error
    }
    #expect(sums == [10, 4] && counter.reads == 4)
  }
}
