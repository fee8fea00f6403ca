import Sluice
import SluiceFoundation
import SluiceSchema
import Testing

@Suite("Schemas as JSON Schema")
struct JSONSchemaTests {
  private let dialect: JSON = "https://json-schema.org/draft/2020-12/schema"

  @Test("a typed schema describes types, formats and required fields")
  func typed() throws {
    let schema = Schema(Int.self) { fields in
      let id = fields.required("id", .int)
      _ = fields.required("small", .uint8)
      _ = fields.optional("name", .string)
      _ = fields.optional("flag", .bool, default: false)
      _ = fields.required("size", .double)
      _ = fields.required("at", .date)
      _ = fields.required("epoch", .date(.secondsSince1970))
      _ = fields.required("day", .date(format: "yyyy-MM-dd"))
      _ = fields.optional("page", .url)
      _ = fields.required("uuid", .uuid)
      _ = fields.required("blob", .data)
      _ = fields.required("price", .decimal)
      _ = fields.required("any", .json)
      _ = fields.required("items", .array(of: .nullable(.string)))
      _ = fields.required("counts", .dictionary(of: .float))
      _ = fields.required("text", StringMapping().map { $0.count })
      _ = fields.required("own", ClosureMapping { _ in 1 })
      return { $0[id] }
    }
    let expected: JSON = [
      "$schema": dialect,
      "type": "object",
      "properties": [
        "id": ["type": "integer"],
        "small": ["type": "integer", "minimum": 0, "maximum": 255],
        "name": ["type": ["string", "null"]],
        "flag": ["type": ["boolean", "null"]],
        "size": ["type": "number"],
        "at": ["type": "string", "format": "date-time"],
        "epoch": ["type": "number"],
        "day": ["type": "string", "format": "date"],
        "page": ["type": ["string", "null"], "format": "uri-reference"],
        "uuid": ["type": "string", "format": "uuid"],
        "blob": ["type": "string", "contentEncoding": "base64"],
        "price": ["type": "number"],
        "any": true,
        "items": ["type": "array", "items": ["type": ["string", "null"]]],
        "counts": ["type": "object", "additionalProperties": ["type": "number"]],
        "text": ["type": "string"],
        "own": true,
      ],
      "required": [
        "id", "small", "size", "at", "epoch", "day", "uuid", "blob", "price", "any", "items",
        "counts", "text", "own",
      ],
    ]
    #expect(schema.jsonSchema == expected)
    // In the order of declaration.
    #expect(schema.jsonSchema["properties"]?.object?.keys == expected["properties"]?.object?.keys)
  }

  @Test("key paths become nested objects and elements; optional schemas allow null")
  func nested() {
    let schema = Schema(Int.self) { fields in
      let zip = fields.required("address.zip", .int)
      _ = fields.optional("address.street", .string)
      _ = fields.optional("geo.at.1", .double)
      _ = fields.optional("point", Point.schema)
      return { $0[zip] }
    }
    let point: JSON = [
      "properties": ["x": ["type": "integer"], "y": ["type": "integer"]],
      "required": ["x", "y"],
    ]
    var nullablePoint: JSON = ["type": ["object", "null"]]
    nullablePoint["properties"] = point["properties"]
    nullablePoint["required"] = point["required"]
    #expect(
      schema.jsonSchema == [
        "$schema": dialect,
        "type": "object",
        "properties": [
          "address": [
            "type": "object",
            "properties": ["zip": ["type": "integer"], "street": ["type": ["string", "null"]]],
            "required": ["zip"],
          ],
          "geo": [
            "type": ["object", "null"],
            "properties": [
              "at": [
                "type": ["array", "null"], "prefixItems": [true, ["type": ["number", "null"]]],
              ]
            ],
          ],
          "point": nullablePoint,
        ],
        "required": ["address"],
      ])
  }

  @Test("a schema that contains itself refers to itself")
  func recursive() {
    #expect(
      Folder.schema.jsonSchema == [
        "$schema": dialect,
        "type": "object",
        "properties": [
          "name": ["type": "string"],
          "folders": ["type": ["array", "null"], "items": ["$ref": "#"]],
        ],
        "required": ["name"],
      ])
    let holder = Schema(Folder.self) { fields in
      let top = fields.required("top", .lazy(Folder.schema))
      let more = fields.optional("more", .lazy(Folder.schema))
      return { $0[more] ?? $0[top] }
    }
    #expect(
      holder.jsonSchema == [
        "$schema": dialect,
        "type": "object",
        "properties": [
          "top": ["$ref": "#/$defs/Folder"],
          "more": ["anyOf": [["$ref": "#/$defs/Folder"], ["type": "null"]]],
        ],
        "required": ["top"],
        "$defs": [
          "Folder": [
            "type": "object",
            "properties": [
              "name": ["type": "string"],
              "folders": ["type": ["array", "null"], "items": ["$ref": "#/$defs/Folder"]],
            ],
            "required": ["name"],
          ]
        ],
      ])
  }

  @Test("the description of any schema that contains itself is finite")
  func otherRecursion() {
    enum Trees {
      static let node: Schema<Int> = Schema(Int.self) { fields in
        let sizes = fields.optional(
          "nodes", LazyMapping { ArrayMapping(of: Trees.node) }, default: [])
        return { 1 + $0[sizes].reduce(0, +) }
      }
    }
    #expect(
      Trees.node.jsonSchema["properties"]?["nodes"]
        == ["type": ["array", "null"], "items": ["$ref": "#"]])
    let holder = Schema(Int.self) { fields in
      let node = fields.required("node", Trees.node)
      return { $0[node] }
    }
    let node: JSON = [
      "type": "object",
      "properties": [
        "nodes": ["type": ["array", "null"], "items": ["$ref": "#/$defs/Int"]]
      ],
    ]
    #expect(holder.jsonSchema["properties"]?["node"] == node)
    #expect(holder.jsonSchema["$defs"] == ["Int": node])
    struct Endless: DescribedMapping {
      func value(from cursor: JSONCursor) throws -> Int { 0 }
      func describe(in document: inout JSONSchemaDocument) -> JSON {
        ["items": document.describe(Endless())]
      }
    }
    let endless = Schema(Int.self) { fields in
      let value = fields.required("k", Endless())
      return { $0[value] }
    }
    #expect(endless.jsonSchema["properties"]?["k"]?["items"] != nil)
  }

  @Test("an untyped schema describes the types of its properties")
  func untyped() {
    let schema = Schema { schema in
      for type in SchemaPropertyType.allCases {
        schema.addProperty(keyPath: "\(type)", type: type, optional: type == .url)
      }
    }
    let properties = schema.jsonSchema["properties"]?.object
    #expect(properties?.count == SchemaPropertyType.allCases.count)
    #expect(properties?["int"] == ["type": "integer"])
    #expect(properties?["uint"] == ["type": "integer", "minimum": 0])
    #expect(properties?["int8"] == ["type": "integer", "minimum": -128, "maximum": 127])
    #expect(properties?["url"] == ["type": ["string", "null"], "format": "uri-reference"])
    #expect(properties?["array"] == ["type": "array"])
    #expect(properties?["json"] == true)
    #expect(
      schema.jsonSchema["required"]?.count == SchemaPropertyType.allCases.count - 1)
  }

  @Test("a custom mapping can describe itself")
  func own() {
    struct Even: DescribedMapping {
      func value(from cursor: JSONCursor) throws -> Int { try cursor.int }
      func describe(in document: inout JSONSchemaDocument) -> JSON {
        ["type": "integer", "multipleOf": 2]
      }
    }
    let schema = Schema([Int].self) { fields in
      let values = fields.required("values", .array(of: Even()))
      return { $0[values] }
    }
    #expect(
      schema.jsonSchema["properties"]?["values"]?["items"]
        == ["type": "integer", "multipleOf": 2])
  }
}
