import Foundation
import Sluice
import SluiceRules
import TestSupport
import Testing

@Suite("Dumps")
struct DumpTests {
  struct Values: Sendable {
    var a: Int?
    var b: Int?
    var c: Int?
  }

  @Test("omitted fields do not change the order: dump and write agree")
  func orderWithoutFields() throws {
    let rule = StructRule(ref(Values()))
      .optional("o" / "a", IntRule) { $0.a }
      .optional("b", IntRule) { $0.b }
      .optional("o" / "c", IntRule) { $0.c }
    for (values, text) in [
      (Values(b: 2, c: 3), #"{"o":{"c":3},"b":2}"#), (Values(a: 1, b: 2), #"{"o":{"a":1},"b":2}"#),
      (Values(a: 1, b: 2, c: 3), #"{"o":{"a":1,"c":3},"b":2}"#), (Values(b: 2), #"{"b":2}"#),
    ] {
      #expect(try rule.written(values) == text)
      #expect(String(decoding: try rule.dump(values).serialized(), as: UTF8.self) == text)
    }
  }

  @Test("nil is null in an expected or forced field, and omitted in an optional one")
  func nils() throws {
    let rule = StructRule(ref(Values()))
      .optional("c", IntRule) { $0.c }
      .forceOptional("b", IntRule) { $0.b }
      .expect("a", IntRule) { $0.a }
    #expect(try rule.written(Values()) == #"{"a":null,"b":null}"#)
    #expect(try rule.written(Values(a: 1, b: 2, c: 3)) == #"{"a":1,"c":3,"b":2}"#)
    #expect(try rule.dump(Values()) == ["a": .null, "b": .null])
  }

  @Test("validation ignores fields that are only dumped")
  func dumpOnly() throws {
    let rule = StructRule(ref(Values()))
      .expect("a", IntRule) { $0.a ?? 0 }
      .optional("b", IntRule, { $0.value.b = $1 }, dump: { $0.b })
    #expect(try rule.validated(#"{"a": "no number", "b": 2}"#).b == 2)
    #expect(try rule.validated(#"{}"#).b == nil)
  }

  @Test("a field can be validated by one declaration and dumped by another")
  func apart() throws {
    let rule = StructRule(ref(Values()))
      .optional("number", IntRule) { $0.value.a = $1 }
      .expect("number", IntRule) { $0.a }
    #expect(try rule.validated("{}").a == nil)
    #expect(try rule.written(rule.validated(#"{"number": 4}"#)) == #"{"number":4}"#)
  }

  @Test("paths make objects, and several paths share one object")
  func paths() throws {
    let rule = StructRule(ref(Values()))
      .expect("x" / "y" / "a", IntRule, { $0.value.a = $1 }) { $0.a ?? 0 }
      .expect("b", IntRule, { $0.value.b = $1 }) { $0.b ?? 0 }
      .expect("x" / "c", IntRule, { $0.value.c = $1 }) { $0.c ?? 0 }
    let text = #"{"x":{"y":{"a":1},"c":3},"b":2}"#
    #expect(try rule.written(Values(a: 1, b: 2, c: 3)) == text)
    #expect(try rule.written(rule.validated(text)) == text)
    #expect(try rule.dump(Values(a: 1, b: 2, c: 3)) == JSON(parsing: text))
  }

  @Test("an object on a path is made only when something in it is written")
  func omitted() throws {
    let rule = StructRule(ref(Values()))
      .optional("x" / "y" / "a", IntRule) { $0.a }
      .optional("x" / "b", IntRule) { $0.b }
      .optional("z" / "c", IntRule) { $0.c }
    #expect(try rule.written(Values()) == "{}")
    #expect(try rule.written(Values(b: 2)) == #"{"x":{"b":2}}"#)
    #expect(try rule.written(Values(a: 1, c: 3)) == #"{"x":{"y":{"a":1}},"z":{"c":3}}"#)
  }

  @Test("conflicting paths are errors or merged, in the order of the dump")
  func conflicts() throws {
    let inWay = StructRule(ref(Values())).expect("a", IntRule) { $0.a ?? 0 }
      .optional("a" / "b", IntRule) { $0.b }
    #expect(try inWay.written(Values(a: 1)) == #"{"a":1}"#)
    let error = try #require(throws: RuleError.self) { try inWay.written(Values(a: 1, b: 2)) }
    #expect(
      error.description == """
        Unable to dump optional field a/b for Values.
        "a" is not a dictionary.
        """)
    let twice = StructRule(ref(Values())).expect("a", IntRule) { $0.a ?? 0 }
      .optional("a", IntRule) { $0.b }
    #expect(try twice.written(Values(a: 1)) == #"{"a":1}"#)
    #expect(try twice.written(Values(a: 1, b: 2)) == #"{"a":2}"#)
    let inner = StructRule(ref(Values())).expect("a", IntRule) { $0.a ?? 0 }
    let merged = StructRule(ref(Values())).expect("o", inner) { $0 }
      .expect("o" / "b", IntRule) { $0.b ?? 0 }
    #expect(try merged.written(Values(a: 1, b: 2)) == #"{"o":{"a":1,"b":2}}"#)
  }

  @Test("a path into an array and the empty path can't be dumped")
  func impossible() throws {
    let index = StructRule(ref(Values())).expect("x" / 0, IntRule) { $0.a ?? 0 }
    #expect(
      try #require(throws: RuleError.self) { try index.dump(Values()) }.description == """
        Unable to dump mandatory field x/0 for Values.
        Dump by a path within an array is not implemented. Element "0" is not a dictionary.
        """)
    let empty = StructRule(ref(Values())).expect([], IntRule) { $0.a ?? 0 }
    #expect(
      try #require(throws: RuleError.self) { try empty.written(Values()) }.description
        .hasSuffix("Unexpectedly count of path elements is 0"))
  }

  @Test("an error names the field on every level")
  func errors() throws {
    struct Numbers { var all: [Double] }
    let rule = StructRule(ref(Numbers(all: []))).expect("all", ArrayRule(itemRule: DoubleRule)) {
      $0.all
    }
    let error = try #require(throws: RuleError.self) { try rule.dumpData(Numbers(all: [0, .nan])) }
    #expect(
      error.description == """
        Unable to dump value Numbers(all: [0.0, nan]) to JSON data.
        Unable to dump mandatory field all for Numbers.
        Unable to dump array of Double: item #1 could not be dumped.
        JSON has no way to write nan
        """)
    #expect(error.path == "$.all[1]")
    if case .invalidDump = error {} else { Issue.record("\(error)") }
  }

  @Test("an error of a dump closure is rethrown unchanged, and framed by dumpData")
  func throwingDump() throws {
    struct Stop: Error {}
    let rule = StructRule(ref(0)).expect("n", IntRule) { _ -> Int in throw Stop() }
    #expect(throws: Stop.self) { try rule.dump(1) }
    #expect(throws: Stop.self) { try rule.written(1) }
    let error = try #require(throws: RuleError.self) { try rule.dumpData(1) }
    #expect(error.description == "Unable to dump value 1 to JSON data. Stop()")
    #expect(error.message.underlying is Stop)
  }

  @Test("writing and dumping agree for all paths and values", arguments: 0..<200)
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let keys = ["a", "b", "c"]
    let rule = StructRule(ref([Int?]()))
    let count = Int.random(in: 1...7, using: &random)
    for i in 0..<count {
      let length = Int.random(in: 1...3, using: &random)
      let path = JSONPath((0..<length).map { _ in keys.randomElement(using: &random) ?? "a" })
      let value: @Sendable ([Int?]) -> Int? = { $0[i] }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: rule.expect(path, IntRule, dump: value)
      case 1: rule.optional(path, IntRule, dump: value)
      default: rule.forceOptional(path, IntRule, dump: value)
      }
    }
    for _ in 0..<8 {
      let values = (0..<count).map { Bool.random(using: &random) ? $0 : nil }
      let dumped = Result { try rule.dump(values) }
      let written = Result { try JSON(parsing: rule.written(values)) }
      switch (dumped, written) {
      case (.success(let dumped), .success(let written)): #expect(dumped == written)
      case (.failure(let dumped), .failure(let written)): #expect("\(dumped)" == "\(written)")
      default: Issue.record("seed \(seed): \(dumped), \(written)")
      }
    }
  }
}
