import Sluice
import SluiceRules
import TestSupport
import Testing

/// Scalar fields are written with their keys at once, where the writer can.
@Suite("Scalar fields of dumps")
struct ScalarFieldTests {
  struct Inner: Sendable {
    var text = ""
    var number = 0.0
  }

  struct Values: Sendable {
    var string = ""
    var other: String?
    var int = 0
    var long: Int64?
    var byte: UInt8 = 0
    var double: Double?
    var float: Float = 0
    var bool = false
    var inner = Inner()
    var list: [Inner] = []
  }

  private static let inner = StructRule(ref(Inner()))
    .expect("text", StringRule) { $0.text }
    .expect("n" / "number", DoubleRule) { $0.number }

  /// Fields of each scalar rule, by each way to declare them, at the root and on paths.
  private static let rule = StructRule(ref(Values())) { rule in
    rule.expect("string", StringRule) { $0.string }
    rule.optional("other", StringRule) { $0.other }
    rule.forceOptional("forced \"other\"\n", StringRule) { $0.other }
    rule.expect("computed", StringRule) { $0.string + "!" + ($0.other ?? "") }
    rule.expect("on" / "a" / "path", StringRule) { $0.string }
    rule.expect("int", IntRule) { $0.int }
    rule.optional("on" / "long", Int64Rule) { $0.long }
    rule.expect("byte", UInt8Rule) { $0.byte }
    rule.optional("double", DoubleRule) { $0.double }
    rule.expect("float", FloatRule) { $0.float }
    rule.expect("a key of more than thirty-two bytes, which takes two blocks", BoolRule) { $0.bool }
    rule.forceOptional("forced" / "double", DoubleRule) { $0.double }
    rule.expect("inner", inner) { $0.inner }
    rule.expect("list", ArrayRule(itemRule: inner)) { $0.list }
  }

  private static let options: [JSONWriter.Options] = [
    .compact, .pretty, .lines, .canonical, .init(escapesSlashes: true), .init(sortsKeys: true),
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    let alphabet: [Character] = ["a", "\"", "\\", "/", "\n", "\u{0}", "\u{7F}", "é", "🔑", "x"]
    let plain = Bool.random(using: &random)
    // Also longer than the pieces of long strings.
    let most = Int.random(in: 0..<200, using: &random) == 0 ? 40_000 : 70
    return String(
      (0..<Int.random(in: 0...most, using: &random)).map { _ in
        plain ? "b" : alphabet.randomElement(using: &random)!
      })
  }

  private static func number(_ random: inout SeededGenerator) -> Double {
    let whole = Double(Int.random(in: -1000...1000, using: &random))
    return Bool.random(using: &random) ? whole : whole / 7
  }

  private static func values(_ random: inout SeededGenerator) -> Values {
    func inner(_ random: inout SeededGenerator) -> Inner {
      Inner(text: text(&random), number: number(&random))
    }
    var values = Values(string: text(&random), inner: inner(&random))
    if Bool.random(using: &random) { values.other = text(&random) }
    values.int = [0, 1, -1, .max, .min, 1 << 53].randomElement(using: &random)!
    if Bool.random(using: &random) {
      values.long = Int64.random(in: -1 << 40...1 << 40, using: &random)
    }
    values.byte = UInt8.random(in: 0...255, using: &random)
    if Bool.random(using: &random) { values.double = number(&random) }
    values.float = Float(number(&random))
    values.bool = Bool.random(using: &random)
    values.list = (0..<Int.random(in: 0...3, using: &random)).map { _ in inner(&random) }
    return values
  }

  private struct Outcome: Equatable {
    var text = ""
    var error: String?
  }

  private static func outcome(_ body: () throws -> String) -> Outcome {
    do { return Outcome(text: try body()) } catch { return Outcome(error: "\(error)") }
  }

  @Test(
    "a value is written as its dump is, in every layout and to every destination",
    arguments: [1, 2] as [UInt64])
  func sameAsDump(seed: UInt64) throws {
    print("ScalarFieldTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Rounds.count(100, long: 1000) {
      let values = Self.values(&random)
      for options in Self.options {
        let expected = Self.outcome {
          var writer = JSONWriter(options: options)
          try writer.value(Self.rule.dump(values))
          return try writer.takeString()
        }
        let found = Self.outcome {
          var writer = JSONWriter(options: options)
          try Self.rule.write(values, to: &writer)
          return try writer.takeString()
        }
        #expect(found.text == expected.text)
        // The canonical form refuses integers that are no doubles: found where they are written.
        #expect((found.error == nil) == (expected.error == nil))
        guard expected.error == nil else { continue }
        var received: [UInt8] = []
        var writer = unsafe JSONWriter(options: options) { unsafe received += $0 }
        try Self.rule.write(values, to: &writer)
        try writer.finish()
        #expect(String(decoding: received, as: UTF8.self) == expected.text)
      }
    }
  }

  @Test("a sink receives its pieces as soon as they are full")
  func pieces() throws {
    var values = Values(string: String(repeating: "x", count: 20_000))
    values.other = String(repeating: "\n", count: 20_000)
    var counts: [Int] = []
    var writer = unsafe JSONWriter { counts.append($0.count) }
    try Self.rule.write(values, to: &writer)
    try writer.finish()
    #expect(counts.count >= 2)
    #expect(counts.dropLast().allSatisfy { (64 << 10)..<(64 << 10) + (128 << 10) ~= $0 })
    #expect(counts.reduce(0, +) == (try Self.rule.written(values)).utf8.count)
  }

  @Test("a sink that replaces what is being written does not change it")
  func replacedMeanwhile() throws {
    final class Holder: @unchecked Sendable {
      var string = ""
      var list: [Inner] = []
    }
    let rule = ClassRule(Holder())
      .expect("string", StringRule) { $0.string }
      .expect("list", ArrayRule(itemRule: Self.inner)) { $0.list }
    let holder = Holder()
    func fill() {
      holder.string = String(repeating: "s\n", count: 20_000)
      holder.list = (0..<3000).map { Inner(text: "text number \($0), long", number: Double($0)) }
    }
    fill()
    let expected = try rule.written(holder)
    var received: [UInt8] = []
    var writer = unsafe JSONWriter {
      unsafe received += $0
      holder.string = "other"
      holder.list = []
    }
    try rule.write(holder, to: &writer)
    try writer.finish()
    fill()
    let text = String(decoding: received, as: UTF8.self)
    // The list was read after the string was written, which may have emptied it.
    #expect(text == expected || text == expected.prefix { $0 != "[" } + "[]}")
  }

  @Test("NaN is refused with the field's error, and what a closure throws is rethrown")
  func errors() throws {
    struct Refused: Error {}
    let values = Values(double: .nan)
    let dumped = #expect(throws: RuleError.self) { try Self.rule.dump(values) }
    var writer = JSONWriter()
    let written = #expect(throws: RuleError.self) { try Self.rule.write(values, to: &writer) }
    #expect("\(try #require(written))" == "\(try #require(dumped))")
    let throwing = StructRule(ref(Values()))
      .expect("string", StringRule) { (_) -> String? in throw Refused() }
    #expect(throws: Refused.self) { try throwing.write(values, to: &writer) }
  }

  @Test("a field where no key may come is refused as before")
  func misuse() throws {
    var writer = JSONWriter()
    try writer.value(1)
    let error = #expect(throws: JSONError.self) {
      try Self.rule.write(Values(), to: &writer)
    }
    #expect(error?.code == .invalidWrite)
  }
}
