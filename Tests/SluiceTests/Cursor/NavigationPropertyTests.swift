import ConformanceSuite
import DocumentTestSupport
import Sluice
import TestSupport
import Testing

/// Hints and links make skipping cheap; they must never change results. The tests hold many positions of one document
/// at a time and ask them in any order; a tree made with the text gives the answers.
@Suite("Navigation in any order")
struct NavigationPropertyTests {
  @Test("random access gives the same values as a naive walker")
  func randomAccess() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var reader = JSONReader()
    var linked = 0
    for _ in 0..<300 {
      let tree = RandomTree.make(depth: Int.random(in: 1...7, using: &random), using: &random)
      let text = tree.text(using: &random)
      reader.options.checking = Bool.random(using: &random) ? .accessed : .full
      let failure = try reader.withDocument(text) { root in
        var walker = Walker(root: root, tree: tree)
        for _ in 0..<Int.random(in: 1...400, using: &random) {
          if let failure = try walker.step(using: &random) { return "\(failure) in \(text)" }
        }
        if unsafe root.position.context.pointee.links != nil { linked += 1 }
        return ""
      }
      #expect(failure.isEmpty, "seed \(seed)")
    }
    print("\(linked) of 300 documents were walked often enough to make links")
    #expect(linked > 20, "too few documents reached the links: the test no longer tests them")
  }
}

/// Positions of one document with their expected values. Holds positions, because cursors can't be stored in an array.
private struct Walker {
  var places: [(position: JSONPosition, tree: RandomTree)]

  init(root: JSONCursor, tree: RandomTree) { places = [(root.position, tree)] }

  /// Asks one random question. Returns nil if the answer was right.
  mutating func step(using random: inout SeededGenerator) throws -> String? {
    let (position, tree) = places.randomElement(using: &random) ?? places[0]
    let cursor = JSONCursor(unchecked: position)
    switch tree {
    case .scalar(let text):
      let found = unsafe String(decoding: cursor.position.numberText, as: UTF8.self)
      return found == text ? nil : "expected \(text), found \(found)"
    case .array(let items):
      return try array(cursor, items, &random)
    case .object(let fields):
      return try object(cursor, fields, &random)
    }
  }

  private mutating func array(
    _ cursor: JSONCursor, _ items: [RandomTree], _ random: inout SeededGenerator
  ) throws -> String? {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let count = try cursor.count
      return count == items.count ? nil : "count \(count), expected \(items.count)"
    case 1:
      var elements = try cursor.elements
      let stop = Int.random(in: 0...items.count, using: &random)
      for i in 0..<stop {
        guard let element = try elements.next() else { return "element \(i) is missing" }
        if Int.random(in: 0..<3, using: &random) == 0 {
          places.append((element.position, items[i]))
        }
      }
      if stop == items.count, try elements.next() != nil { return "an element too many" }
      return nil
    default:
      let index = Int.random(in: 0...items.count, using: &random)
      guard let element = try cursor[ifPresent: index] else {
        return index == items.count ? nil : "no element \(index)"
      }
      guard index < items.count else { return "an element \(index) too many" }
      places.append((element.position, items[index]))
      return nil
    }
  }

  private mutating func object(
    _ cursor: JSONCursor, _ fields: [(key: String, value: RandomTree)],
    _ random: inout SeededGenerator
  ) throws -> String? {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let count = try cursor.count
      return count == fields.count ? nil : "count \(count), expected \(fields.count)"
    case 1:
      var found = try cursor.fields
      let stop = Int.random(in: 0...fields.count, using: &random)
      for (key, value) in fields.prefix(stop) {
        guard let field = try found.next() else { return "field \(key) is missing" }
        guard try field.key.string == key else { return "another key than \(key)" }
        if Int.random(in: 0..<3, using: &random) == 0 {
          places.append((field.value.position, value))
        }
      }
      if stop == fields.count, try found.next() != nil { return "a field too many" }
      return nil
    default:
      let key = fields.randomElement(using: &random)?.key ?? "none"
      let expected = fields.first { $0.key == key }?.value
      guard let value = try cursor[ifPresent: key] else {
        return expected == nil ? nil : "no field \(key)"
      }
      guard let expected else { return "a field \(key) from nowhere" }
      places.append((value.position, expected))
      return nil
    }
  }
}
