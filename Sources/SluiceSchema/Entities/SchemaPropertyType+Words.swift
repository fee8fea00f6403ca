import Sluice

extension SchemaPropertyType {
  /// The name of the expected value in messages.
  var words: String {
    switch self {
    case .string: "a string"
    case .int: "Int"
    case .int8: "Int8"
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int64"
    case .uint: "UInt"
    case .uint8: "UInt8"
    case .uint16: "UInt16"
    case .uint32: "UInt32"
    case .uint64: "UInt64"
    case .float: "Float"
    case .double: "Double"
    case .bool: "true or false"
    case .array: "an array"
    case .dictionary: "an object"
    case .url: "a URL"
    case .decimal: "Decimal"
    case .date: "an ISO 8601 date-time"
    case .uuid: "a UUID"
    case .data: "Base64"
    case .json: "a value"
    }
  }

  /// The JSON Schema of the type. It omits that numbers accept `true` and `false` as 1 and 0.
  var jsonSchema: JSON {
    switch self {
    case .string: ["type": "string"]
    case .int: .integer(Int.self)
    case .int8: .integer(Int8.self)
    case .int16: .integer(Int16.self)
    case .int32: .integer(Int32.self)
    case .int64: .integer(Int64.self)
    case .uint: .integer(UInt.self)
    case .uint8: .integer(UInt8.self)
    case .uint16: .integer(UInt16.self)
    case .uint32: .integer(UInt32.self)
    case .uint64: .integer(UInt64.self)
    case .float, .double, .decimal: ["type": "number"]
    case .bool: ["type": "boolean"]
    case .array: ["type": "array"]
    case .dictionary: ["type": "object"]
    case .url: ["type": "string", "format": "uri-reference"]
    case .date: ["type": "string", "format": "date-time"]
    case .uuid: ["type": "string", "format": "uuid"]
    case .data: ["type": "string", "contentEncoding": "base64"]
    case .json: true
    }
  }
}
