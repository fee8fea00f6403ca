import Foundation
import SluiceCodable
import TestSupport
import Testing

/// A value made at run time that encodes itself through every kind of container.
indirect enum Encodes: Encodable, Sendable {
  case null, bool(Bool), int(Int), uint(UInt64), double(Double), float(Float), string(String)
  case date(Date), data(Data), url(URL), decimal(Decimal), uuid(UUID), nothing
  case array([Encodes]), ints([Int]), strings([String]), doubles([Double])
  case object([(String, Encodes, Way)])
  case dictionary([String: Encodes])
  case optional(Encodes?)

  enum Way: CaseIterable, Sendable { case encode, nested, nestedArray, superEncoder, again }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .nothing: break
    case .object(let fields):
      var container = encoder.container(keyedBy: ShapeKey.self)
      for (name, value, way) in fields { try value.encode(into: &container, ShapeKey(name), way) }
    case .array(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .uint(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .float(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .date(let value): try container.encode(value)
      case .data(let value): try container.encode(value)
      case .url(let value): try container.encode(value)
      case .decimal(let value): try container.encode(value)
      case .uuid(let value): try container.encode(value)
      case .ints(let value): try container.encode(value)
      case .strings(let value): try container.encode(value)
      case .doubles(let value): try container.encode(value)
      case .dictionary(let value): try container.encode(value)
      case .optional(let value): try container.encode(value)
      case .nothing, .array, .object: break
      }
    }
  }

  private func encode(
    into container: inout KeyedEncodingContainer<ShapeKey>, _ key: ShapeKey, _ way: Way
  ) throws {
    switch (way, self) {
    case (.nested, .object(let fields)):
      var inner = container.nestedContainer(keyedBy: ShapeKey.self, forKey: key)
      try container.encode(1, forKey: ShapeKey("between \(key.stringValue)"))
      for (name, value, way) in fields { try value.encode(into: &inner, ShapeKey(name), way) }
    case (.nestedArray, .array(let values)):
      var inner = container.nestedUnkeyedContainer(forKey: key)
      for value in values { try inner.encode(value) }
      var innermost = inner.nestedUnkeyedContainer()
      try innermost.encode("last")
      try inner.encode("after")
    case (.superEncoder, _):
      let encoder = container.superEncoder(forKey: key)
      try encode(to: encoder)
    case (.again, .object): try container.encode(self, forKey: key)
    case (.again, _):
      try container.encode("first", forKey: key)
      try container.encode(self, forKey: key)
    default: try container.encode(self, forKey: key)
    }
  }

  static func random(_ depth: Int, using random: inout SeededGenerator) -> Encodes {
    func pick<T>(_ values: [T]) -> T { values.randomElement(using: &random)! }
    guard depth > 0, Int.random(in: 0..<4, using: &random) > 0 else {
      switch Int.random(in: 0..<16, using: &random) {
      case 0: return .null
      case 1: return .bool(Bool.random(using: &random))
      case 2: return .int(pick([0, -1, .min, .max, 12345]))
      case 3: return .uint(.max)
      case 4:
        return .double(
          pick([
            0, -0.0, 1, 1.5, 1e16, 1e15, 1e-5, 0.1, 1e300, .leastNonzeroMagnitude, 123456.789,
            -2.25,
          ]))
      case 5: return .float(pick([0, -0.0, 0.1, 1e10, 3.4e38, 16777216, 1e-7]))
      case 6:
        return .string(
          pick([
            "", "a", "é\n\t\"\\/\u{1}\u{1F}\u{7F}", "a/b", "😀 long text with </script>",
            "\u{8}\u{C}\r",
          ]))
      case 7:
        return .date(
          Date(timeIntervalSinceReferenceDate: pick([0, 1.5, 725_846_400, -1e9, 700_000_000.123])))
      case 8: return .data(Data(pick(["", "a", "hello world"]).utf8))
      case 9: return .url(URL(string: "https://example.com/a/b?c=d")!)
      case 10: return .decimal(pick([Decimal(1) / 3, Decimal(string: "1e20")!, 0, -5]))
      case 11: return .uuid(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)
      case 12: return .double(pick([.nan, .infinity, -.infinity]))
      case 13: return .ints([1, -2, 3])
      case 14: return .strings(["a/b", "\"", ""])
      default: return .doubles([1, 0.5, 1e20])
      }
    }
    func inner() -> Encodes { Encodes.random(depth - 1, using: &random) }
    let names = [
      "id", "firstName", "myURLValue", "a", "B", "ab", "é", "a/b", "\"q\"", "z1", "_x", "ID",
    ]
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in inner() })
    case 1:
      let keys = names.shuffled(using: &random).prefix(Int.random(in: 0...1, using: &random))
      return .dictionary(Dictionary(uniqueKeysWithValues: keys.map { ($0, inner()) }))
    case 2: return .optional(Bool.random(using: &random) ? nil : inner())
    default:
      // Each key once: `again` writes one twice.
      return .object(
        names.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
          .map { ($0, inner(), Way.allCases.randomElement(using: &random)!) })
    }
  }
}

@Suite("SluiceEncoder against JSONEncoder")
struct EncodingDifferentialTests {
  @Test("the same bytes, or errors with the same paths", arguments: [11, 12, 13])
  func equal(seed: UInt64) throws {
    print("EncodingDifferentialTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (values, errors) = (0, 0)
    for pair in 0..<2000 {
      let value = Encodes.random(4, using: &random)
      let (ours, theirs) = (SluiceEncoder(), JSONEncoder())
      var formatting: JSONEncoder.OutputFormatting = [.sortedKeys]
      if Bool.random(using: &random) { formatting.insert(.prettyPrinted) }
      if Bool.random(using: &random) { formatting.insert(.withoutEscapingSlashes) }
      let dates: JSONEncoder.DateEncodingStrategy =
        [.deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601]
        .randomElement(using: &random)!
      let floats: JSONEncoder.NonConformingFloatEncodingStrategy =
        Int.random(in: 0..<4, using: &random) == 0
        ? .throw
        : .convertToString(positiveInfinity: "+/inf", negativeInfinity: "-inf", nan: "nan")
      let keys: JSONEncoder.KeyEncodingStrategy = [
        .useDefaultKeys, .convertToSnakeCase,
        .custom { ShapeKey("k/" + $0.last!.stringValue) },
      ].randomElement(using: &random)!
      let data: JSONEncoder.DataEncodingStrategy =
        Bool.random(using: &random) ? .base64 : .deferredToData
      (ours.outputFormatting, theirs.outputFormatting) = (formatting, formatting)
      (ours.dateEncodingStrategy, theirs.dateEncodingStrategy) = (dates, dates)
      (ours.nonConformingFloatEncodingStrategy, theirs.nonConformingFloatEncodingStrategy) =
        (floats, floats)
      (ours.keyEncodingStrategy, theirs.keyEncodingStrategy) = (keys, keys)
      (ours.dataEncodingStrategy, theirs.dataEncodingStrategy) = (data, data)
      let our = Self.outcome { try ours.encode(value) }
      let their = Self.outcome { try theirs.encode(value) }
      if case .path = their { errors += 1 } else { values += 1 }
      if our != their, !Self.isListed(our, their) {
        Issue.record(
          """
          seed \(seed), pair \(pair): \(value) with \(formatting), \(dates), \(keys)
          ours:   \(our)
          theirs: \(their)
          """)
      }
    }
    print("EncodingDifferentialTests: \(values) values, \(errors) errors")
    #expect(values > 1000 && errors > 50)
  }

  /// Foundation's paths lack the keys of nested containers around the value. The page Coming from JSONDecoder says so.
  private static func isListed(_ our: Outcome, _ their: Outcome) -> Bool {
    guard case .path(let ours) = our, case .path(let theirs) = their else { return false }
    var rest = theirs[...]
    for key in ours where key == rest.first { rest.removeFirst() }
    return rest.isEmpty && ours.last == theirs.last
  }

  private enum Outcome: Equatable {
    case text(String), path([String])
  }

  private static func outcome(_ body: () throws -> Data) -> Outcome {
    do {
      return .text(String(decoding: try body(), as: UTF8.self))
    } catch EncodingError.invalidValue(_, let context) {
      return .path(context.codingPath.map(\.stringValue))
    } catch {
      return .text("\(error)")
    }
  }
}
