import Sluice

/// A Swift type for the records.
extension InferenceReport {
  /// How the Swift type is read.
  public enum SwiftStyle: Sendable {
    /// By rules of SluiceRules, which are written after the type.
    case rules
    /// By its `Codable` conformance: for `SluiceDecoder`, or `JSONDecoder`.
    case codable
  }

  /// Source of a struct named `name`, with structs for the objects in it, and with the rules of SluiceRules that
  /// read and write them, or `Codable`. A field that every record has, and never as `null`, is expected;
  /// others are optional. Values of several types become `JSON`.
  ///
  /// Throws ``ImportError`` when there are no records.
  public func swiftSource(
    named name: String = "Record", style: SwiftStyle = .rules
  ) throws(ImportError) -> String {
    try checkForRecords()
    var writer = SwiftWriter(name, of: record, style)
    return writer.source(of: record, summary: summary)
  }
}

private struct SwiftWriter {
  /// How a value is written: its type, its rule, and its initial value.
  private struct Expression {
    var type: String
    var rule: String
    var initial: String

    static let json = Expression(type: "JSON", rule: "JSONRule", initial: ".null")
  }

  private let root: String
  /// Whether the records are objects and become a struct; otherwise the name is an alias.
  private let isStruct: Bool
  /// The type that contains the other types.
  private let holder: String
  private var takenTypes = SwiftNames.usedTypes
  private var rules: [String] = []
  private var nested: [String] = []
  private var imports: Set<String> = []
  private let style: InferenceReport.SwiftStyle
  /// Whether a decoder must be told how dates are written.
  private var hasDates = false

  init(_ name: String, of record: InferredValue, _ style: InferenceReport.SwiftStyle) {
    self.style = style
    switch style {
    case .rules: imports = ["SluiceRules"]
    case .codable: takenTypes.formUnion(SwiftNames.usedByCodable)
    }
    let name = SwiftNames.type(name)
    root = takenTypes.contains(name) ? name + "Record" : name
    isStruct = record.type == .object && !record.fields.isEmpty && record.kinds.null == 0
    holder = isStruct ? root : root + "Types"
    takenTypes.formUnion([root, holder])
  }

  mutating func source(of record: InferredValue, summary: String) -> String {
    var body: String
    if isStruct {
      body = structure(root, path: root, record)
    } else {
      let whole = nullable(expression(record, key: root, inside: root), record)
      body = "typealias \(root) = \(whole.type)\n"
      if style == .rules { rules.append("let \(ruleName(root)) = \(whole.rule)\n") }
    }
    if !nested.isEmpty {
      body += "\n\(isStruct ? "extension" : "enum") \(holder) {\n"
      body += nested.joined(separator: "\n")
      body += "}\n"
    }
    var text = "// Inferred from \(summary).\n"
    if hasDates, style == .codable {
      text += "// Decode with dateDecodingStrategy = .iso8601.\n"
    }
    text += "\n"
    for module in imports.sorted() { text += "import \(module)\n" }
    if !imports.isEmpty { text += "\n" }
    return rules.isEmpty ? text + body : text + body + "\n" + rules.joined(separator: "\n")
  }

  /// A struct's declaration. Adds its rule after the rules that it uses.
  private mutating func structure(_ name: String, path: String, _ value: InferredValue) -> String {
    if style == .codable { return codableStructure(name, value) }
    var properties = ""
    var fields = ""
    var taken: Set<String> = []
    for field in value.fields {
      guard case .field(let key)? = field.path.steps.last else { continue }
      let property = SwiftNames.escaped(SwiftNames.free(SwiftNames.property(key.text), in: &taken))
      let found = expression(field, key: key.text, inside: name)
      let literal = SwiftNames.literal(key.text)
      if field.isRequired {
        properties += "  var \(property): \(found.type) = \(found.initial)\n"
        fields += "  rule.expect(\(literal), \(found.rule), \\.\(property))\n"
      } else {
        properties += "  var \(property): \(found.type)?\n"
        fields += "  rule.optional(\(literal), \(found.rule), \\.\(property))\n"
      }
    }
    rules.append(
      "let \(ruleName(name)) = StructRule(ref(\(path)())) { rule in\n\(fields)}\n")
    return "struct \(name): Sendable {\n\(properties)}\n"
  }

  /// A `Codable` struct's declaration, with coding keys if a property has another name than its field.
  private mutating func codableStructure(_ name: String, _ value: InferredValue) -> String {
    var properties = ""
    var keys = ""
    var isRenamed = false
    var taken: Set<String> = []
    for field in value.fields {
      guard case .field(let key)? = field.path.steps.last else { continue }
      let property = SwiftNames.free(SwiftNames.property(key.text), in: &taken)
      let escaped = SwiftNames.escaped(property)
      let found = expression(field, key: key.text, inside: name)
      properties += "  var \(escaped): \(found.type)\(field.isRequired ? "" : "?")\n"
      let isSame = property.utf8.elementsEqual(key.text.utf8)
      if !isSame { isRenamed = true }
      keys += "    case \(escaped)\(isSame ? "" : " = \(SwiftNames.literal(key.text))")\n"
    }
    if isRenamed { properties += "\n  enum CodingKeys: String, CodingKey {\n\(keys)  }\n" }
    return "struct \(name): Codable, Sendable {\n\(properties)}\n"
  }

  private func ruleName(_ type: String) -> String {
    SwiftNames.property(root) + (type == root ? "" : type) + "Rule"
  }

  /// Recursive, no deeper than the report.
  private mutating func expression(
    _ value: InferredValue, key: String, inside parent: String
  ) -> Expression {
    switch value.type {
    case .bool: return Expression(type: "Bool", rule: "BoolRule", initial: "false")
    case .int: return Expression(type: "Int64", rule: "Int64Rule", initial: "0")
    case .real: return Expression(type: "Double", rule: "DoubleRule", initial: "0")
    case .text: return text(value)
    case .array:
      guard let element = value.element else { break }
      let inner = nullable(expression(element, key: "\(key) element", inside: parent), element)
      return Expression(
        type: "[\(inner.type)]", rule: "ArrayRule(itemRule: \(inner.rule))", initial: "[]")
    case .object:
      if let any = value.anyField {
        let inner = nullable(expression(any, key: "\(key) value", inside: parent), any)
        return Expression(
          type: "[String: \(inner.type)]", rule: "DictionaryRule(valueRule: \(inner.rule))",
          initial: "[:]")
      }
      guard !value.fields.isEmpty else { break }
      return object(value, key: key, inside: parent)
    case .null, .decimal, .mixed: break
    }
    imports.insert("Sluice")
    return .json
  }

  private mutating func object(
    _ value: InferredValue, key: String, inside parent: String
  ) -> Expression {
    var name = SwiftNames.type(key)
    if takenTypes.contains(name), parent != root { name = parent + name }
    name = SwiftNames.free(name, in: &takenTypes)
    let path = "\(holder).\(name)"
    let declaration = structure(name, path: path, value)
    nested.append(declaration.split(separator: "\n").map { "  \($0)\n" }.joined())
    return Expression(type: path, rule: ruleName(name), initial: "\(path)()")
  }

  private mutating func text(_ value: InferredValue) -> Expression {
    switch value.format {
    case .timestamp where style == .rules || value.isWholeTimestamp:
      hasDates = true
      imports.formUnion(style == .rules ? ["Foundation", "SluiceFoundation"] : ["Foundation"])
      return Expression(
        type: "Date", rule: "DateRule(.iso8601)", initial: "Date(timeIntervalSince1970: 0)")
    case .uuid:
      imports.insert("Foundation")
      return Expression(type: "UUID", rule: "UUIDRule", initial: "UUID()")
    default: return Expression(type: "String", rule: "StringRule", initial: "\"\"")
    }
  }

  /// Elements of arrays and values of dictionaries may be null; `JSON` has a null of its own.
  private func nullable(_ expression: Expression, _ value: InferredValue) -> Expression {
    guard value.kinds.null > 0, expression.type != "JSON" else { return expression }
    return Expression(
      type: expression.type + "?", rule: "NullableRule(\(expression.rule))", initial: "nil")
  }
}
