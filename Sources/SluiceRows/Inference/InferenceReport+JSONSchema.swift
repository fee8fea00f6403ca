public import Sluice

/// The records as a JSON Schema.
extension InferenceReport {
  /// A JSON Schema (draft 2020-12) that all examined records follow: types, required fields, and formats of
  /// strings. It says nothing about fields that were not seen.
  public var jsonSchema: JSON {
    var schema = JSONObject()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["description"] = .string("Inferred from \(summary)")
    record.describe(in: &schema)
    return .object(schema)
  }
}

extension InferredValue {
  /// Recursive, no deeper than the report.
  fileprivate func describe(in schema: inout JSONObject) {
    let types = schemaTypes
    if types.count == 1 {
      schema["type"] = types[0]
    } else if !types.isEmpty {
      schema["type"] = .array(types)
    }
    if let format = schemaFormat { schema["format"] = .string(format) }
    if !fields.isEmpty {
      var properties = JSONObject()
      for field in fields {
        guard case .field(let name)? = field.path.steps.last else { continue }
        properties[name.text] = field.schema
      }
      schema["properties"] = .object(properties)
      let required = fields.filter { $0.missing == 0 }.compactMap { field -> JSON? in
        guard case .field(let name)? = field.path.steps.last else { return nil }
        return .string(name.text)
      }
      if !required.isEmpty { schema["required"] = .array(required) }
    }
    if let anyField { schema["additionalProperties"] = anyField.schema }
    if let element { schema["items"] = element.schema }
  }

  private var schema: JSON {
    var schema = JSONObject()
    describe(in: &schema)
    return .object(schema)
  }

  private var schemaTypes: [JSON] {
    kinds.named.filter { name, count in
      // In JSON Schema, integers are numbers, too.
      count > 0 && !(name == "integer" && kinds.real > 0)
    }.map { .string($0.name) }
  }

  private var schemaFormat: String? {
    switch format {
    case .date: "date"
    case .timestamp: isInternetTimestamp ? "date-time" : nil
    case .uuid: "uuid"
    case .ipv4: "ipv4"
    case .ipv6: "ipv6"
    case .url: "uri"
    default: nil
    }
  }
}
