import Sluice

/// `Double` and `Float` convert from numbers, correctly rounded, from strings with a number, and
/// from `true` and `false`. Values beyond the largest finite one are not converted.
extension Double: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  var isWritable: Bool { isFinite }

  public var jsonLeafValue: JSONLeafValue? { JSONLeafValue(self) }

  public init?(jsonValue: JSONLeafValue) {
    switch jsonValue {
    case .number(let number):
      guard let value = number.double else { return nil }
      self = value
    case .string(let text):
      guard let value = DecimalText.finite(text, as: Double.self) else { return nil }
      self = value
    case .bool(let bool): self = bool ? 1 : 0
    case .null: return nil
    }
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> Double? {
    if position.isNumber { return try orNil { () throws(JSONError) in try position.double() } }
    return try position.leafValue().flatMap(Double.init(jsonValue:))
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

extension Float: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  var isWritable: Bool { isFinite }

  public var jsonLeafValue: JSONLeafValue? { JSONLeafValue(self) }

  public init?(jsonValue: JSONLeafValue) {
    switch jsonValue {
    case .number(let number):
      guard let value = number.float else { return nil }
      self = value
    case .string(let text):
      guard let value = DecimalText.finite(text, as: Float.self) else { return nil }
      self = value
    case .bool(let bool): self = bool ? 1 : 0
    case .null: return nil
    }
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> Float? {
    if position.isNumber {
      return try orNil { () throws(JSONError) in try JSONCursor(unchecked: position).float }
    }
    return try position.leafValue().flatMap(Float.init(jsonValue:))
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

/// Converts any number, exactly, and strings with a number.
extension JSONNumber: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  public var jsonLeafValue: JSONLeafValue? { .number(self) }

  public init?(jsonValue: JSONLeafValue) {
    switch jsonValue {
    case .number(let number): self = number
    case .string(let text): self.init(text)
    case .bool, .null: return nil
    }
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> JSONNumber? {
    try position.leafValue().flatMap(JSONNumber.init(jsonValue:))
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}
