import Foundation
import Sluice
import SluiceRules
import Testing

@Suite("Rules that are shared, subclassed and changed")
struct SharedRuleTests {
  struct Point: Equatable, Sendable { var x = 0, y = 0, z = 0 }

  @Test("a field declared after the first use counts from then on")
  func laterField() throws {
    let rule = StructRule(ref(Point())).expect("x", IntRule, \.x)
    let text = #"{"x": 1, "y": 2}"#
    #expect(try rule.validated(text) == Point(x: 1))
    rule.optional("y", IntRule, \.y)
    #expect(try rule.validated(text) == Point(x: 1, y: 2))
    #expect(try rule.written(Point(x: 3, y: 4)) == #"{"x":3,"y":4}"#)
    rule.required("z", IntRule) { _ in true }
    #expect(throws: RuleError.self) { try rule.validated(text) }
  }

  @Test("a closure that the rule calls can declare a field")
  func declaredInside() throws {
    let rule = StructRule(ref(Point()))
    rule.expect("x", IntRule) { [unowned rule] in
      $0.value.x = $1
      if $1 == 5 { rule.expect("y", IntRule, \.y) }
    }
    #expect(try rule.validated(#"{"x": 5}"#) == Point(x: 5))
    #expect(throws: RuleError.self) { try rule.validated(#"{"x": 5}"#) }
  }

  @Test("any number of threads can validate and write while one declares")
  func threads() async throws {
    let rule = StructRule(ref(Point())).expect("x", IntRule, \.x)
    let issuer = EnumRule<Int>().option("a", 1)
    let text = #"{"x": 1, "f0": 2, "f1": 3, "deep": {"f2": [4]}}"#
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var reader = JSONReader()
          for _ in 0..<300 {
            let point = try reader.withDocument(text) { root in try rule.validate(root) }
            #expect(point.x == 1)
            #expect(try rule.written(point).hasPrefix(#"{"x":1"#))
            #expect(try issuer.validated("\"a\"") == 1)
          }
        }
      }
      group.addTask {
        for i in 0..<30 {
          rule.optional(JSONPath(["f\(i % 3)"]), IntRule, \.y)
          issuer.option("b\(i)", i)
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
    #expect(try rule.validated(text) == Point(x: 1, y: 3))
    #expect(try issuer.validated("\"b29\"") == 29)
  }

  @Test("a rule can be subclassed: its overrides are called wherever it is used")
  func subclass() throws {
    final class Doubling: StructRule<Point>, @unchecked Sendable {
      init() {
        super.init(ref(Point()))
        expect("x", IntRule, \.x)
      }
      override func validate(_ json: JSONCursor) throws -> Point {
        var point = try super.validate(json)
        point.x *= 2
        return point
      }
      override func dump(_ value: Point) throws -> JSON { ["half": JSON(value.x / 2)] }
      override func write(_ value: Point, to writer: inout JSONWriter) throws {
        try writer.value(dump(value))
      }
    }
    let points = ArrayRule(itemRule: Doubling())
    #expect(try points.validated(#"[{"x": 2}]"#) == [Point(x: 4)])
    #expect(try points.written([Point(x: 4)]) == #"[{"half":2}]"#)

    final class Loud: EnumRule<Int>, @unchecked Sendable {
      override func validate(_ json: JSONCursor) throws -> Int { try super.validate(json) + 100 }
    }
    #expect(try Loud().option("a", 1).validated("\"a\"") == 101)
    final class Sorted: ArrayRule<Int, IntegerRule<Int>>, @unchecked Sendable {
      override func validate(_ json: JSONCursor) throws -> [Int] {
        try super.validate(json).sorted()
      }
    }
    #expect(try Sorted(itemRule: IntRule).validated("[3, 1, 2]") == [1, 2, 3])
  }

  @Test("an object rule can have a custom factory and result")
  func ownReference() throws {
    final class Builder { var parts: [String] = [] }
    let rule = ObjectRule<String, Builder>(Builder(), value: { $0.parts.joined(separator: "-") })
      .expect("a", StringRule) { $0.parts.append($1) }
      .expect("b", StringRule) { $0.parts.append($1) }
    #expect(try rule.validated(#"{"b": "2", "a": "1"}"#) == "1-2")
  }

  @Test("rules can be used from any isolation")
  @MainActor func isolation() async throws {
    let rule = StructRule(ref(Point())).expect("x", IntRule, \.x)
    let here = try rule.validated(#"{"x": 1}"#)
    let there = try await Task.detached { try rule.validated(#"{"x": 1}"#) }.value
    #expect(here == there)
  }
}
