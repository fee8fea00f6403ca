import Foundation
import SluiceCodable
import Testing

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private struct Point: Encodable { let y: Int }
private struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
private struct NoFields: Encodable {
  func encode(to encoder: any Encoder) { _ = encoder.container(keyedBy: AnyKey.self) }
}

/// A way to encode something for a key.
private struct Way: Sendable, CustomTestStringConvertible {
  enum Kind { case scalar, array, object }

  let testDescription: String
  /// What is there afterwards.
  let kind: Kind
  /// Whether a nested container is asked for, or the encoder of a superclass.
  var isNested = false
  var isSuper = false
  /// Returns what is written later.
  let encode:
    @Sendable (inout KeyedEncodingContainer<AnyKey>, AnyKey, Int) throws -> (() throws -> Void)?

  static func value(
    _ name: String, _ kind: Kind,
    _ value: @escaping @Sendable (Int) -> any Encodable
  ) -> Way {
    Way(testDescription: name, kind: kind) { container, key, number in
      try container.encode(value(number), forKey: key)
      return nil
    }
  }

  static func superclass(
    _ name: String, _ kind: Kind, _ body: @escaping @Sendable (any Encoder, Int) throws -> Void
  ) -> Way {
    Way(testDescription: name, kind: kind, isSuper: true) { container, key, number in
      let encoder = container.superEncoder(forKey: key)
      return { try body(encoder, number) }
    }
  }

  static let all: [Way] = [
    value("number", .scalar) { $0 },
    value("date", .scalar) { Date(timeIntervalSinceReferenceDate: Double($0)) },
    value("array", .array) { [$0] },
    value("dictionary", .object) { ["d\($0)": $0] },
    value("object", .object) { Point(y: $0) },
    value("nothing", .object) { _ in Nothing() },
    value("no fields", .object) { _ in NoFields() },
    Way(testDescription: "null", kind: .scalar) { container, key, _ in
      try container.encodeNil(forKey: key)
      return nil
    },
    Way(testDescription: "empty container of fields", kind: .object, isNested: true) {
      container, key, _ in
      _ = container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
      return nil
    },
    Way(testDescription: "container of fields", kind: .object, isNested: true) {
      container, key, number in
      var inner = container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
      return { try inner.encode(number, forKey: AnyKey("n\(number)")) }
    },
    Way(testDescription: "empty container of elements", kind: .array, isNested: true) {
      container, key, _ in
      _ = container.nestedUnkeyedContainer(forKey: key)
      return nil
    },
    Way(testDescription: "container of elements", kind: .array, isNested: true) {
      container, key, number in
      var inner = container.nestedUnkeyedContainer(forKey: key)
      return { try inner.encode(number) }
    },
    superclass("superclass, a number", .scalar) { encoder, number in
      var container = encoder.singleValueContainer()
      try container.encode(number)
    },
    superclass("superclass, fields", .object) { encoder, number in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(number, forKey: AnyKey("s\(number)"))
    },
    superclass("superclass, elements", .array) { encoder, number in
      var container = encoder.unkeyedContainer()
      try container.encode(number)
    },
  ]
}

/// One key that is encoded twice.
private struct Twice: Encodable {
  enum Order: CaseIterable { case inTurn, afterBoth, afterBothBackwards }

  let first: Way
  let second: Way
  let order: Order

  /// Whether Foundation's encoder crashes: a container is asked for where something of another kind is.
  var isOfOtherKinds: Bool { second.isNested && first.kind != second.kind }

  /// Whether a container is asked for where a whole value is: Foundation's encoder would merge it.
  var isOfWholeValue: Bool { second.isNested && !first.isNested && !first.isSuper }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(0, forKey: AnyKey("before"))
    var later = try first.encode(&container, AnyKey("k"), 1)
    if order == .inTurn {
      try later?()
      later = nil
    }
    let last = try second.encode(&container, AnyKey("k"), 2)
    if order == .afterBothBackwards { try last?() }
    try later?()
    if order != .afterBothBackwards { try last?() }
    try container.encode(9, forKey: AnyKey("x"))
  }
}

@Suite("A key that is encoded twice")
struct RepeatedEncodingTests {
  private func text(_ value: Twice, _ formatting: SluiceEncoder.OutputFormatting) throws -> String {
    let encoder = SluiceEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("has what Foundation's encoder writes, or is an error", arguments: Way.all, Way.all)
  private func pairs(first: Way, second: Way) throws {
    for order in Twice.Order.allCases {
      let value = Twice(first: first, second: second, order: order)
      // An encoder of a superclass writes its text when it is released in Foundation: later than anything here.
      if first.isSuper, order != .inTurn { continue }
      for formatting in [.sortedKeys, [.sortedKeys, .prettyPrinted]]
        as [SluiceEncoder.OutputFormatting]
      {
        if value.isOfOtherKinds || value.isOfWholeValue {
          let error = #expect(throws: EncodingError.self) { try text(value, formatting) }
          guard case .invalidValue(_, let context)? = error else { continue }
          #expect(context.codingPath.map(\.stringValue) == ["k"])
          #expect(throws: EncodingError.self) { try text(value, []) }
        } else {
          let foundation = JSONEncoder()
          foundation.outputFormatting = formatting
          let expected = String(decoding: try foundation.encode(value), as: UTF8.self)
          #expect(try text(value, formatting) == expected, "\(order)")
        }
      }
    }
  }

  @Test(
    "lost the first superclass's value, or the second's, after its encoder was kept",
    arguments: Way.all)
  private func superclassLast(first: Way) throws {
    let superclass = try #require(Way.all.last)
    for order in Twice.Order.allCases {
      let found = try text(Twice(first: first, second: superclass, order: order), .sortedKeys)
      #expect(found == #"{"before":0,"k":[2],"x":9}"#, "\(order)")
    }
  }

  @Test("a superclass whose encoder is kept gives way to what is asked for later")
  func kept() throws {
    let superclass = try #require(Way.all.last)
    for order in Twice.Order.allCases {
      let found = try text(
        Twice(first: superclass, second: Way.all[0], order: order), .sortedKeys)
      #expect(found == #"{"before":0,"k":2,"x":9}"#, "\(order)")
    }
  }

  @Test("strategies that encode nothing write an empty object, also where it is the whole value")
  func customStrategies() throws {
    struct Both: Encodable {
      let date = Date(timeIntervalSince1970: 0)
      let data = Data([1])
    }
    let (encoder, foundation) = (SluiceEncoder(), JSONEncoder())
    encoder.outputFormatting = .sortedKeys
    foundation.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .custom { _, _ in }
    foundation.dateEncodingStrategy = .custom { _, _ in }
    encoder.dataEncodingStrategy = .custom { _, _ in }
    foundation.dataEncodingStrategy = .custom { _, _ in }
    for value in [Both(), [Both()], Both().date, Both().data, [Both().date]] as [any Encodable] {
      #expect(try encoder.encode(value) == foundation.encode(value), "\(value)")
    }
    #expect(try encoder.encode(Both().date) == Data("{}".utf8))
  }
}
