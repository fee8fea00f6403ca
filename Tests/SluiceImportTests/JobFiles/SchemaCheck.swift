import Sluice

/// A JSON Schema validator (draft 2020-12) for the keywords that the schema of job files uses. It is
/// written from the specification, not from the code that makes the schema. An unknown keyword is an error,
/// so that all are checked.
struct SchemaCheck {
  struct UnknownKeyword: Error {
    let keyword: String
  }

  private static let notes: Set<String> = ["$schema", "title", "description", "examples"]

  /// Whether the value follows the schema.
  static func accepts(_ json: JSON, _ schema: JSON) throws -> Bool {
    for (keyword, rule) in schema.object ?? [:] where !notes.contains(keyword) {
      if try !accepts(json, keyword, rule, schema) { return false }
    }
    return true
  }

  private static func accepts(
    _ json: JSON, _ keyword: String, _ rule: JSON, _ schema: JSON
  ) throws -> Bool {
    switch keyword {
    case "type": return has(json, type: rule.string ?? "")
    case "enum": return (rule.array ?? []).contains(json)
    case "minimum": return json.number.map { ($0.double ?? 0) >= rule.double ?? 0 } ?? true
    case "maximum": return json.number.map { ($0.double ?? .infinity) <= rule.double ?? 0 } ?? true
    case "minLength":
      return json.string.map { $0.unicodeScalars.count >= rule.int ?? 0 } ?? true
    case "pattern":
      guard let text = json.string, let pattern = rule.string else { return true }
      // Swift has ECMA's \u0000 as \x{0}.
      let regex = try Regex(pattern.replacing("\\u0000", with: "\\x{0}"))
      return try regex.firstMatch(in: text) != nil
    case "minItems": return json.array.map { $0.count >= rule.int ?? 0 } ?? true
    case "items": return try (json.array ?? []).allSatisfy { try accepts($0, rule) }
    case "properties":
      return try (json.object ?? [:]).allSatisfy { key, value in
        try rule[key].map { try accepts(value, $0) } ?? true
      }
    case "additionalProperties":
      guard rule == false else { throw UnknownKeyword(keyword: "\(keyword): \(rule)") }
      return (json.object ?? [:]).allSatisfy { schema["properties"]?[$0.key] != nil }
    case "required":
      guard let object = json.object else { return true }
      return (rule.array ?? []).allSatisfy { object[$0.string ?? ""] != nil }
    case "dependentRequired":
      guard let object = json.object else { return true }
      return (rule.object ?? [:]).allSatisfy { key, others in
        object[key] == nil || (others.array ?? []).allSatisfy { object[$0.string ?? ""] != nil }
      }
    case "anyOf": return try (rule.array ?? []).contains { try accepts(json, $0) }
    case "oneOf": return try (rule.array ?? []).filter { try accepts(json, $0) }.count == 1
    default: throw UnknownKeyword(keyword: keyword)
    }
  }

  private static func has(_ json: JSON, type: String) -> Bool {
    switch (type, json) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
      ("null", .null), ("number", .number):
      true
    case ("integer", .number(let number)): number.integer(as: Int128.self) != nil
    default: false
    }
  }
}
