import Sluice

/// The schema's half.
extension JobShape {
  /// The shape as a JSON Schema (draft 2020-12). Recursive, no deeper than the shape.
  var schema: JSONObject {
    switch self {
    case .anything: return [:]
    case .bool: return ["type": "boolean"]
    case .text(mayHoldNUL: true): return ["type": "string", "minLength": 1]
    case .text(mayHoldNUL: false):
      return ["type": "string", "minLength": 1, "pattern": "^[^\\u0000]*$"]
    case .choice(let words):
      return ["type": "string", "enum": .array(words.map { .string($0) })]
    case .integer(let range):
      return [
        "type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound),
      ]
    case .pattern(let pattern, let example, _):
      return [
        "type": "string", "pattern": .string(pattern), "examples": .array([.string(example)]),
      ]
    case .either(let one, let other):
      return ["anyOf": .array([.object(one.schema), .object(other.schema)])]
    case .list(let element):
      return ["type": "array", "minItems": 1, "items": .object(element.schema)]
    case .object(let object): return object.schema
    }
  }
}

extension JobObject {
  var schema: JSONObject {
    var properties = JSONObject()
    for field in fields {
      var schema: JSONObject = ["description": .string(field.help)]
      for (key, value) in field.shape.schema { schema[key] = value }
      properties[field.key] = .object(schema)
    }
    var schema: JSONObject = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
    if !oneOf.isEmpty {
      schema["oneOf"] = .array(oneOf.map { ["required": [.string($0)]] })
    }
    if !dependent.isEmpty {
      var others = JSONObject()
      for (key, other) in dependent { others[key] = [.string(other)] }
      schema["dependentRequired"] = .object(others)
    }
    return schema
  }
}

extension ImportJobFile {
  /// The JSON Schema (draft 2020-12) of job files. A file that the schema refuses is refused by the parser,
  /// too. Only the parser finds invalid paths, conditions and targets.
  public static var jsonSchema: JSON {
    var schema: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A Sluice job",
      "description":
        "An import: what sluice import --job takes. A key is the flag of that name, without dashes before it.",
    ]
    for (key, value) in shape.schema { schema[key] = value }
    return .object(schema)
  }
}
