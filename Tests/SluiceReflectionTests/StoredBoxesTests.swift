import Foundation
import Sluice
import SluiceReflection
import TestSupport
import Testing

private class Named: JSONCreatableObject {
  @Mapped var name = ""
  @Mapped var size: Int?
}

private class Pair<First: Sendable, Second: Sendable>: Named {
  @Mapped("1st") var first: First?
  @Mapped var second: [Second] = []

  /// Puts another box into a property.
  func replace(_ value: [Second]) { _second = Mapped(wrappedValue: value) }
}

private final class Leaf: Pair<Double, String> {
  @Mapped var next: Leaf?
  @Mapped var flag = false
}

/// A class with a property that has no box, as its superclass has none.
private final class Counted: Named {
  @Mapped var flag = true
  var count = 3
}

/// Objects that were made are written from where their class stores its properties, once an instance's mirror was seen.
@Suite("Objects that were made")
struct StoredBoxesTests {
  private static func leaf(_ depth: Int, _ random: inout SeededGenerator) -> Leaf {
    let leaf = Leaf()
    leaf.name = ["", "a", "é\"\n", "a long name that is in memory of its own"]
      .randomElement(using: &random)!
    leaf.size = Bool.random(using: &random) ? Int.random(in: -9...9, using: &random) : nil
    leaf.first = Bool.random(using: &random) ? Double.random(in: -1...1, using: &random) : nil
    leaf.second = (0..<Int.random(in: 0...2, using: &random)).map { "\($0)" }
    leaf.flag = Bool.random(using: &random)
    if Bool.random(using: &random) { leaf.replace(["replaced"]) }
    if depth > 0, Bool.random(using: &random) { leaf.next = Self.leaf(depth - 1, &random) }
    return leaf
  }

  /// What the properties of a leaf should be written as.
  private static func expected(_ leaf: Leaf) -> String {
    var fields: [String] = []
    if let next = leaf.next { fields.append(#""next":\#(expected(next))"#) }
    fields.append(#""flag":\#(leaf.flag)"#)
    if let first = leaf.first { fields.append(#""1st":\#(first)"#) }
    if !leaf.second.isEmpty {
      fields.append(#""second":[\#(leaf.second.map { "\"\($0)\"" }.joined(separator: ","))]"#)
    }
    let name = leaf.name.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    fields.append(#""name":"\#(name)""#)
    if let size = leaf.size { fields.append(#""size":\#(size)"#) }
    return "{\(fields.joined(separator: ","))}"
  }

  @Test("are written with what their properties are now", arguments: [1, 2] as [UInt64])
  func current(seed: UInt64) throws {
    print("StoredBoxesTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Rounds.count(200, long: 2000) {
      let leaf = Self.leaf(3, &random)
      #expect(try written(leaf) == Self.expected(leaf))
    }
  }

  @Test("of different classes are written with the properties of each")
  func classes() throws {
    for _ in 0..<3 {
      let named = Named()
      named.name = "n"
      #expect(try written(named) == #"{"name":"n"}"#)
      let pair = Pair<Int, Bool>()
      (pair.first, pair.second) = (1, [true])
      #expect(try written(pair) == #"{"1st":1,"second":[true],"name":""}"#)
      let other = Pair<String, Int>()
      (other.first, other.second) = ("x", [2, 3])
      #expect(try written(other) == #"{"1st":"x","second":[2,3],"name":""}"#)
      #expect(try written(Counted()) == #"{"flag":true,"count":3,"name":""}"#)
    }
  }

  @Test("are written by many threads at once")
  func threads() async throws {
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<8 {
        group.addTask {
          let leaf = Leaf()
          leaf.size = number % 2
          return try (0..<200).map { _ in try written(leaf) }.last!
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(texts).count == 2)
  }
}
