import Sluice

/// The JSON value of an option of an enum or a family.
enum OptionValue: Sendable {
  case string(String)
  case bool(Bool)
  case integer(JSONNumber)
  case double(Double)
  /// A type that does not occur in JSON: it matches nothing, and can't be dumped.
  case unknown(String)

  init(_ value: Any) {
    switch value {
    case let string as String: self = .string(string)
    case let substring as Substring: self = .string(String(substring))
    case let bool as Bool: self = .bool(bool)
    case let integer as any FixedWidthInteger: self = .integer(JSONNumber(integer))
    case let double as Double: self = .double(double)
    case let float as Float: self = .double(Double("\(float)") ?? Double(float))
    default: self = .unknown(JSONDescription.quote(value: value))
    }
  }

  /// Returns whether the JSON at a position is this value. Numbers match by value (`2` and `2.0`),
  /// and 1 and 0 match `true` and `false` both ways. Throws faults of the text.
  func matches(_ position: JSONPosition) throws(JSONError) -> Bool {
    switch self {
    case .string(let string):
      guard position.byte == Byte.quote else {
        if let fault = position.scalarFault { throw fault }
        return false
      }
      var string = string
      return string.withUTF8 { unsafe RawString(position).equals($0) }
    case .bool(let bool):
      if position.isTrue { return bool }
      if position.isFalse { return !bool }
      let number = try JSONError.ifValue { () throws(JSONError) in
        try JSONCursor(unchecked: position).uint8
      }
      return number == (bool ? 1 : 0)
    case .integer(let integer):
      if position.isTrue { return integer.integer(as: Int.self) == 1 }
      if position.isFalse { return integer.integer(as: Int.self) == 0 }
      guard position.isNumber else { return false }
      return try JSONError.ifValue { () throws(JSONError) in
        try JSONCursor(unchecked: position).number
      } == integer
    case .double(let double):
      if position.isTrue { return double == 1 }
      if position.isFalse { return double == 0 }
      guard position.isNumber else { return false }
      return try JSONError.ifValue { () throws(JSONError) in try position.double() } == double
    case .unknown: return false
    }
  }

  /// As JSON has it.
  var words: String {
    switch self {
    case .string(let string): "\"\(JSONDescription.quote(value: string))\""
    case .bool(let bool): "\(bool)"
    case .integer(let integer): "\(integer)"
    case .double(let double): "\(double)"
    case .unknown(let words): words
    }
  }

  /// Throws for a value that JSON does not have.
  func json() throws -> JSON {
    switch self {
    case .string(let string): .string(string)
    case .bool(let bool): .bool(bool)
    case .integer(let integer): .number(integer)
    case .double(let double): try JSON(double)
    case .unknown(let words):
      throw RuleError.invalidDump("Unable to dump value of unknown type: \(words)", nil)
    }
  }
}
