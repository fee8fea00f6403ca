import Foundation
import Sluice
import SluiceCodable
import SluiceDerivation
import SluiceSchema
import Testing

private enum Level: String, Codable { case low, high }

private enum Colour: String, Codable, CaseIterable { case red, green }

private enum Code: Int, Codable { case none = 7, some = 9 }

private struct Address: Codable {
  var zip: String
  var lines: [String]
}

private struct Person: Codable {
  var name: String
  var age: UInt8
  var height: Double?
  var level: Level
  var colour: Colour
  var code: Code?
  var address: Address
  var others: [String: Address]
  var extra: JSON
  var link: URL
}

@Suite("Schemas from types")
struct SchemaDerivationTests {
  @Test("describe the type in JSON Schema")
  func description() throws {
    let schema = try Schema(decoding: Person.self)
    let address: JSON = [
      "type": "object",
      "properties": [
        "zip": ["type": "string"], "lines": ["type": "array", "items": ["type": "string"]],
      ],
      "required": ["zip", "lines"],
    ]
    #expect(
      schema.jsonSchema == [
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": [
          "name": ["type": "string"],
          "age": ["type": "integer", "minimum": 0, "maximum": 255],
          "height": ["type": ["number", "null"]],
          "level": ["type": "string"],
          "colour": ["type": "string", "enum": ["red", "green"]],
          "code": ["type": ["integer", "null"]],
          "address": address,
          "others": ["type": "object", "additionalProperties": address],
          "extra": true,
          "link": ["type": "string", "format": "uri-reference"],
        ],
        "required": [
          "name", "age", "level", "colour", "address", "others", "extra", "link",
        ],
      ])
  }

  @Test("decode as the decoder does")
  func values() throws {
    let schema = try Schema(decoding: [Address].self)
    let text = #"[{"zip": "1", "lines": []}, {"zip": "2", "lines": ["a"], "more": 1}]"#
    #expect(try schema.decode(text).map(\.zip) == ["1", "2"])
    #expect(
      try schema.decode("{\"list\": \(text)}", atKeyPath: "list").map(\.lines.count) == [0, 1])
  }

  @Test("report everything that is wrong with a payload")
  func issues() throws {
    let schema = try Schema(decoding: Person.self)
    let text = """
      {"name": 7, "age": 256, "level": "middle", "colour": null, "address": {"lines": ["a", 1]},
       "others": {"x": {"zip": "1", "lines": []}, "y": 3}, "extra": 1, "link": "https://a.b"}
      """
    let error = #expect(throws: ParserError.self) { try schema.decode(text) }
    #expect(
      error?.issues.map(\.path) == [
        "$.name", "$.age", "$.level", "$.colour", "$.address.zip", "$.address.lines[1]",
        "$.others.y",
      ])
    #expect(
      error?.issues.map(\.found) == [
        "number 7", "number 256", "string \"middle\"", "null", "nothing", "number 1",
        "number 3",
      ])
    #expect(error?.issues[4].reason == "Required key path [address.zip] was missing or null")
    #expect(error?.issues[0].keyPath == "name" && error?.issues[0].expected == "a string")
  }

  @Test("pass on errors that are not about values")
  func otherErrors() throws {
    struct Failure: Error {}
    struct Strict: Decodable {
      init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decode(Int.self) == 1 { throw Failure() }
      }
    }
    let schema = try Schema(decoding: Strict.self)
    #expect(throws: Failure.self) { try schema.decode("1") }
    #expect(throws: ParserError.self) { try schema.decode("[") }
  }

  @Test("report what a type itself refuses, if nothing else is wrong")
  func ownRefusals() throws {
    struct Even: Decodable {
      let number: Int
      enum CodingKeys: CodingKey { case number }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(Int.self, forKey: .number)
        guard number.isMultiple(of: 2) else {
          throw DecodingError.dataCorruptedError(
            forKey: .number, in: container, debugDescription: "odd")
        }
      }
    }
    let schema = try Schema(decoding: Even.self)
    let error = #expect(throws: ParserError.self) { try schema.decode("{\"number\": 3}") }
    #expect(error?.issues.map(\.path) == ["$.number"])
    #expect(error?.issues.first?.reason.hasSuffix("is not valid: odd") == true)
  }

  @Test("describe types that contain themselves by reference")
  func recursion() throws {
    struct Node: Codable {
      var name: String
      var children: [Node]
    }
    struct Tree: Codable {
      var root: Node?
    }
    let schema = try Schema(decoding: Tree.self)
    #expect(
      schema.jsonSchema["properties"] == [
        "root": ["anyOf": [["$ref": "#/$defs/Node"], ["type": "null"]]]
      ])
    #expect(
      schema.jsonSchema["$defs"]?["Node"]?["properties"]?["children"] == [
        "type": "array", "items": ["$ref": "#/$defs/Node"],
      ])
    let text = #"{"root": {"name": "a", "children": [{"name": "b", "children": [{"name": 1}]}]}}"#
    let error = #expect(throws: ParserError.self) { try schema.decode(text) }
    #expect(
      error?.issues.map(\.path) == [
        "$.root.children[0].children[0].name", "$.root.children[0].children[0].children",
      ])
  }

  @Test("use the decoder's strategies")
  func strategies() throws {
    struct Event: Codable {
      var createdAt: Date
      var rawBytes: Data
    }
    let decoder = SluiceDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let schema = try Schema(decoding: Event.self, by: decoder)
    #expect(
      schema.jsonSchema["properties"] == [
        "created_at": ["type": "string", "format": "date-time"],
        "raw_bytes": ["type": "string", "contentEncoding": "base64"],
      ])
    let error = #expect(throws: ParserError.self) {
      try schema.decode(#"{"created_at": "yesterday"}"#)
    }
    #expect(error?.issues.map(\.path) == ["$.created_at", "$.raw_bytes"])
    decoder.keyDecodingStrategy = .custom { $0.last! }
    #expect(throws: DerivationError.self) { try Schema(decoding: Event.self, by: decoder) }
  }
}
