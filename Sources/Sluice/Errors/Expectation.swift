extension JSONError {
  /// What a reader asked for, as one byte; it is put into words only for a message.
  @usableFromInline
  package enum Expectation: UInt8, Sendable {
    case nothing
    case value, valueOrBracket, object, array, objectOrArray, string, number, boolean, null
    case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, int128, uint128
    case double, float, decimal
    case key, colon, commaOrBrace, commaOrBracket, end, keyOrBrace
    case recordSeparator, spaceBehindScalar

    package var words: String {
      switch self {
      case .nothing: ""
      case .value: "a value"
      case .valueOrBracket: "a value or ']'"
      case .object: "an object"
      case .array: "an array"
      case .objectOrArray: "an object or an array"
      case .string: "a string"
      case .number: "a number"
      case .boolean: "true or false"
      case .null: "null"
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
      case .int128: "Int128"
      case .uint128: "UInt128"
      case .double: "Double"
      case .float: "Float"
      case .decimal: "Decimal (38 digits, exponents from -128 to 127)"
      case .key: "a key (a string)"
      case .colon: "':'"
      case .commaOrBrace: "',' or '}'"
      case .commaOrBracket: "',' or ']'"
      case .end: "the end of the document"
      case .keyOrBrace: "a key (a string) or '}'"
      case .recordSeparator: "a record separator (0x1E)"
      case .spaceBehindScalar: "a line end, without which a number or word may be cut short,"
      }
    }
  }
}
