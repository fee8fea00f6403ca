import Sluice
import SluiceCodable
import SluiceConvert
import SluiceReflection
import SluiceRules
import SluiceSchema
import SluiceSearch
import SluiceSystem
import TestSupport
import Testing

private final class MappedValues<Value>: JSONCreatableObject {
  @Mapped var v: Value?
}

/// What the layers over cursors make of text that is not JSON, where only what is read is checked.
@Suite("A word that is not JSON, as a layer reads it")
struct MalformedWordTests {
  struct Layer: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Reads the value at `v`.
    let read: @Sendable (JSONCursor) throws -> Void

    init(_ name: String, _ read: @escaping @Sendable (JSONCursor) throws -> Void) {
      testDescription = name
      self.read = read
    }
  }

  private static func convert<C: Convertible>(_ type: C.Type, _ root: JSONCursor) throws {
    let fault = LockedValue<(any Error)?>(nil)
    try Conversion.withFailureHandler {
      let error = $0.error
      fault.withLock { $0 = error }
    } _: {
      var value: C?
      value <-- (try root["v"])
    }
    if let fault = fault.withLock({ $0 }) { throw fault }
  }

  static let layers = [
    Layer("decoded Int") { _ = try CodableMapping([String: Int].self).value(from: $0) },
    Layer("decoded String") { _ = try CodableMapping([String: String].self).value(from: $0) },
    Layer("decoded Bool") { _ = try CodableMapping([String: Bool].self).value(from: $0) },
    Layer("decoded Int?") { _ = try CodableMapping([String: Int?].self).value(from: $0) },
    Layer("decoded [Int]") { _ = try CodableMapping([String: [Int]].self).value(from: $0) },
    Layer("decoded [String: Int]") {
      _ = try CodableMapping([String: [String: Int]].self).value(from: $0)
    },
    Layer("schema of Int") { _ = try Int(json: $0["v"]) },
    Layer("schema of String") { _ = try String(json: $0["v"]) },
    Layer("schema of Bool") { _ = try Bool(json: $0["v"]) },
    Layer("schema of Double") { _ = try Double(json: $0["v"]) },
    Layer("schema of [Int]") { _ = try [Int](json: $0["v"]) },
    Layer("schema of [String: Int]") { _ = try [String: Int](json: $0["v"]) },
    Layer("rule of Int") { _ = try IntRule.validate($0["v"]) },
    Layer("rule of String") { _ = try StringRule.validate($0["v"]) },
    Layer("rule of Bool") { _ = try BoolRule.validate($0["v"]) },
    Layer("rule of [Int]") { _ = try ArrayRule(itemRule: IntRule).validate($0["v"]) },
    Layer("rule of cases") {
      _ = try EnumRule<Int>().option("a", 1).option(2, 2).option(true, 3).validate($0["v"])
    },
    Layer("reflected Int") { _ = try ReflectedMapping(MappedValues<Int>.self).value(from: $0) },
    Layer("reflected String") {
      _ = try ReflectedMapping(MappedValues<String>.self).value(from: $0)
    },
    Layer("reflected Bool") { _ = try ReflectedMapping(MappedValues<Bool>.self).value(from: $0) },
    Layer("reflected [Int]") { _ = try ReflectedMapping(MappedValues<[Int]>.self).value(from: $0) },
    Layer("loose Int") { _ = try Int.toNative(from: $0["v"]) },
    Layer("loose String") { _ = try String.toNative(from: $0["v"]) },
    Layer("loose Bool") { _ = try Bool.toNative(from: $0["v"]) },
    Layer("converted Int") { try convert(Int.self, $0) },
    Layer("converted String") { try convert(String.self, $0) },
    Layer("converted Bool") { try convert(Bool.self, $0) },
  ]

  private static func code(_ error: any Error) -> String {
    switch error {
    case let error as JSONError: error.code.description
    case DecodingError.dataCorrupted(let context):
      (context.underlyingError as? JSONError)?.code.description ?? "\(error)"
    default: "\(error)"
    }
  }

  @Test("was a value of another kind, or none, to some of them", arguments: layers)
  func layer(_ layer: Layer) throws {
    let seed: UInt64 = 46_235
    var random = RandomWords(seed: seed)
    let mutated = (0..<Rounds.count(100, long: 5000)).map { _ in random.value(levels: 0) }
    for word in RandomWords.malformed + mutated {
      guard let fault = StrictWord.fault(in: word) else { continue }
      var found = "nothing thrown"
      var reader = JSONReader()
      do {
        try reader.withDocument("{\"v\":\(word)}") { root in try layer.read(root) }
      } catch {
        found = MalformedWordTests.code(error)
      }
      #expect(found == fault, "seed \(seed): \(word)")
    }
  }
}
