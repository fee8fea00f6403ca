public import Sluice
public import SluiceFoundation

/// A mapping that can describe its values in JSON Schema (2020-12).
///
/// The package's own mappings conform. A mapping that does not conform is described as `true` (any
/// value) in ``Schema/jsonSchema``.
public protocol DescribedMapping: JSONMapping {
  /// Returns a description of the mapping's values. Use ``JSONSchemaDocument/describe(_:)`` for its
  /// parts.
  func describe(in document: inout JSONSchemaDocument) -> JSON
}

extension StringMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON { ["type": "string"] }
}

extension BoolMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON { ["type": "boolean"] }
}

extension IntegerMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    .integer(Value.self)
  }
}

extension DoubleMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON { ["type": "number"] }
}

extension FloatMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON { ["type": "number"] }
}

extension NumberMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON { ["type": "number"] }
}

extension OwnedMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON { true }
}

extension ArrayMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    ["type": "array", "items": document.describe(element)]
  }
}

extension DictionaryMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    ["type": "object", "additionalProperties": document.describe(element)]
  }
}

extension NullableMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    document.describe(wrapped).orNull
  }
}

extension LazyMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    document.describeLazily(mapping())
  }
}

extension JSON {
  /// An integer, with bounds for the widths whose limits a double holds exactly.
  static func integer<T: FixedWidthInteger>(_ type: T.Type) -> JSON {
    var object: JSONObject = ["type": "integer"]
    if T.bitWidth < 64 || !T.isSigned { object["minimum"] = JSON(T.min) }
    if T.bitWidth < 64 { object["maximum"] = JSON(T.max) }
    return .object(object)
  }

  /// This description with `null` added.
  package var orNull: JSON {
    guard case .object(var object) = self else { return self }
    switch object["type"] {
    case .string(let type)?:
      object["type"] = [.string(type), "null"]
      if case .array(let values)? = object["enum"] { object["enum"] = .array(values + [.null]) }
      return .object(object)
    case .array(let types)?:
      guard !types.contains("null") else { return self }
      object["type"] = .array(types + ["null"])
      return .object(object)
    default:
      let null: JSON = ["type": "null"]
      if object["anyOf"]?.array?.contains(null) == true { return self }
      return ["anyOf": [self, null]]
    }
  }
}

extension DateMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    format == .iso8601 ? ["type": "string", "format": "date-time"] : ["type": "number"]
  }
}

extension URLMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    ["type": "string", "format": "uri-reference"]
  }
}

extension UUIDMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    ["type": "string", "format": "uuid"]
  }
}

extension DecimalMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON { ["type": "number"] }
}

extension DataMapping: DescribedMapping {
  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    ["type": "string", "contentEncoding": "base64"]
  }
}

extension TransformedMapping: DescribedMapping {
  /// Returns the description of the base mapping.
  public func describe(in document: inout JSONSchemaDocument) -> JSON { document.describe(base) }
}
