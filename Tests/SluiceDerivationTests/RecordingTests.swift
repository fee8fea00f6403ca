import Foundation
import Sluice
import SluiceCodable
import SluiceDerivation
import SluiceSchema
import Testing

private enum Outline: Codable {
  case circle(radius: Double)
  case point
}

private struct Positive: Codable {
  let value: Int

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
    guard value > 0 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not positive"))
    }
  }
}

private func properties<T: Decodable>(
  _ type: T.Type, _ example: JSON? = nil
) throws -> JSON? {
  try Schema(decoding: type, example: example).jsonSchema["properties"]
}

@Suite("Recording of types")
struct RecordingTests {
  @Test("says which type refused made-up values, where, and what to do")
  func refusal() throws {
    struct Order: Codable { var count: Positive }
    struct Basket: Codable { var order: Order }
    let error = #expect(throws: DerivationError.self) { try Schema(decoding: Basket.self) }
    #expect(error?.localizedDescription == error?.description)
    #expect(error?.type == Positive.self && error?.path == "$.order.count")
    #expect(error?.description.contains("not positive") == true)
    #expect(error?.description.contains("example:") == true)
    let example: JSON = ["order": ["count": 3]]
    #expect(
      try properties(Basket.self, example)?["order"]?["properties"]
        == ["count": ["type": "integer"]])
  }

  @Test("an optional or an element needs no value")
  func optionals() throws {
    struct Order: Codable {
      var count: Positive?
      var counts: [Positive]
      var outline: Outline?
    }
    #expect(
      try properties(Order.self) == [
        "count": ["type": ["integer", "null"]],
        "counts": ["type": "array", "items": ["type": "integer"]],
        "outline": ["type": ["object", "null"], "properties": [:]],
      ])
  }

  @Test("an enumeration with payloads needs an example")
  func payloads() throws {
    struct Figure: Codable { var outline: Outline }
    #expect(throws: DerivationError.self) { try Schema(decoding: Figure.self) }
    let example: JSON = ["outline": ["circle": ["radius": 1]]]
    let schema = try Schema(decoding: Figure.self, example: example)
    let decoded = try schema.decode(#"{"outline": {"point": {}}}"#)
    guard case .point = decoded.outline else {
      Issue.record("\(decoded)")
      return
    }
  }

  @Test("a type that decides by values follows the example")
  func branches() throws {
    struct Message: Decodable {
      enum CodingKeys: CodingKey { case kind, text, number }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .kind) {
        case "text": _ = try container.decode(String.self, forKey: .text)
        default: _ = try container.decode(Int.self, forKey: .number)
        }
      }
    }
    #expect(try properties(Message.self)?.object?.keys == ["kind", "number"])
    #expect(
      try properties(Message.self, ["kind": "text", "text": "a"])?.object?.keys
        == ["kind", "text"])
  }

  @Test("containers in containers, superclasses, and places of an array")
  func containers() throws {
    class Base: Decodable { var id: Int }
    final class Derived: Base {
      enum CodingKeys: CodingKey { case inner, pair, maybe }
      enum InnerKeys: CodingKey { case deep }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
        _ = try inner.decode(Bool.self, forKey: .deep)
        var pair = try container.nestedUnkeyedContainer(forKey: .pair)
        _ = (try pair.decode(Int8.self), try pair.decode(String.self))
        if container.contains(.maybe) { _ = try container.decode(Float.self, forKey: .maybe) }
        try super.init(from: container.superDecoder())
      }
    }
    let schema = try Schema(decoding: Derived.self)
    #expect(
      schema.jsonSchema["properties"] == [
        "inner": [
          "type": "object", "properties": ["deep": ["type": "boolean"]], "required": ["deep"],
        ],
        "pair": [
          "type": "array",
          "prefixItems": [
            ["type": "integer", "minimum": -128, "maximum": 127], ["type": "string"],
          ],
          "minItems": 2,
        ],
        "maybe": ["type": ["number", "null"]],
        "super": [
          "type": "object", "properties": ["id": ["type": "integer"]], "required": ["id"],
        ],
      ])
    #expect(schema.jsonSchema["required"] == ["inner", "pair", "super"])
  }

  @Test("a type without end is refused")
  func endless() throws {
    final class Endless: Decodable { let next: Endless }
    let error = #expect(throws: DerivationError.self) { try Schema(decoding: Endless.self) }
    #expect(error?.path == "$.next")
  }

  @Test("a type that takes several kinds of values takes any")
  func unions() throws {
    struct Either: Codable {
      init(from decoder: any Decoder) throws {
        _ = try decoder.singleValueContainer().decode(Int.self)
        _ = try? decoder.unkeyedContainer()
      }
      func encode(to encoder: any Encoder) throws {}
    }
    struct Holder: Codable { var either: Either }
    #expect(try properties(Holder.self) == ["either": true])
  }

  @Test("an example that the type refuses is an error")
  func badExample() throws {
    struct Item: Codable { var id: Int }
    let error = #expect(throws: DerivationError.self) {
      try Schema(decoding: Item.self, example: ["id": "x"])
    }
    #expect(error?.path == "$.id")
  }
}
