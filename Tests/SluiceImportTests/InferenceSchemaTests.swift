import Sluice
import SluiceImport
import Testing

/// The few keywords of JSON Schema (draft 2020-12) that an inference writes, as the draft defines them.
private struct Validator {
  static let words: Set<String> = [
    "$schema", "description", "type", "format", "properties", "required", "additionalProperties",
    "items",
  ]
  static let types: Set<String> = [
    "null", "boolean", "object", "array", "number", "string", "integer",
  ]

  /// Whether it is a schema: known words, with values of the types that the draft asks for.
  static func isSchema(_ schema: JSON) -> Bool {
    guard case .object(let schema) = schema else { return false }
    return schema.allSatisfy { word, value in
      switch (word, value) {
      case ("$schema", .string), ("description", .string), ("format", .string): true
      case ("type", .string(let type)): types.contains(type)
      case ("type", .array(let list)):
        !list.isEmpty && Set(list.compactMap(\.string)).count == list.count
          && list.allSatisfy { types.contains($0.string ?? "") }
      case ("properties", .object(let fields)): fields.allSatisfy { isSchema($0.value) }
      case ("required", .array(let list)): Set(list.compactMap(\.string)).count <= list.count
      case ("additionalProperties", let inner), ("items", let inner): isSchema(inner)
      default: false
      }
    }
  }

  static func accepts(_ value: JSON, _ schema: JSON) -> Bool {
    let types = schema["type"].map { type in
      type.string.map { [$0] } ?? (type.array ?? []).compactMap(\.string)
    }
    if let types, !types.contains(where: { Validator.is(value, $0) }) { return false }
    switch value {
    case .object(let object):
      for name in schema["required"]?.array ?? [] {
        guard object[name.string ?? ""] != nil else { return false }
      }
      for (key, field) in object {
        if let known = schema["properties"]?[key] {
          if !accepts(field, known) { return false }
        } else if let other = schema["additionalProperties"], !accepts(field, other) {
          return false
        }
      }
    case .array(let elements):
      if let items = schema["items"] { return elements.allSatisfy { accepts($0, items) } }
    default: break
    }
    return true
  }

  private static func `is`(_ value: JSON, _ type: String) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"),
      (.object, "object"), (.number, "number"):
      true
    // Any number without a fractional part (JSON Schema Validation, section 6.1.1).
    case (.number(let number), "integer"):
      number.isPlainInteger || number.double.map { $0 == $0.rounded() } == true
    default: false
    }
  }
}

@Suite("Inferred JSON Schemas")
struct InferenceSchemaTests {
  @Test("are valid, and accept every record that they were inferred from")
  func random() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("schemas of random feeds: seed \(seed)")
    for number in 0..<150 {
      var random = RandomFeed(seed: seed &+ UInt64(number))
      let text = random.text(records: 1 + random.below(40))
      let schema = try infer(text).jsonSchema
      #expect(Validator.isSchema(schema), "seed \(seed), feed \(number): \(schema)")
      for line in text.split(separator: "\n") {
        let record = try JSON(parsing: String(line))
        #expect(Validator.accepts(record, schema), "seed \(seed), feed \(number): \(line)")
      }
    }
  }

  @Test("say what is required, what may be null, and what strings look like")
  func words() throws {
    let report = try infer(
      """
      {"id":1,"at":"2024-05-01T12:30:00Z","x":1,"tags":["a"],"ip":null}
      {"id":2,"at":"2024-05-02T12:30:00+02:00","x":1.5,"tags":[null],"ip":"::1"}
      {"id":3,"at":"2024-05-02T12:30:00Z","tags":[],"ip":"1:2::"}

      """)
    #expect(
      report.jsonSchema == [
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "description": "Inferred from test: all 3 records, 0 bad, lines",
        "type": "object",
        "properties": [
          "id": ["type": "integer"],
          "at": ["type": "string", "format": "date-time"],
          "x": ["type": "number"],
          "tags": ["type": "array", "items": ["type": ["null", "string"]]],
          "ip": ["type": ["null", "string"], "format": "ipv6"],
        ],
        "required": ["id", "at", "tags", "ip"],
      ])
    #expect(!Validator.accepts(["id": "1"], report.jsonSchema))
  }
}
