import Sluice

/// `Bool` converts from `true` and `false`, from numbers (all but 0 are true), and from the strings
/// `"true"`, `"false"`, `"1"` and `"0"`.
extension Bool: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  public var jsonLeafValue: JSONLeafValue? { .bool(self) }

  public init?(jsonValue: JSONLeafValue) {
    switch jsonValue {
    case .bool(let bool): self = bool
    case .number(let number): self = number != 0
    case .string("true"), .string("1"): self = true
    case .string("false"), .string("0"): self = false
    case .string, .null: return nil
    }
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> Bool? {
    if position.isTrue { return true }
    if position.isFalse { return false }
    return try position.leafValue().flatMap(Bool.init(jsonValue:))
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

/// `String` converts from strings, from numbers as spelled in the document, and from `true` and
/// `false` (`"1"` and `"0"`).
extension String: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  public var jsonLeafValue: JSONLeafValue? { .string(self) }

  public init?(jsonValue: JSONLeafValue) {
    switch jsonValue {
    case .string(let text): self = text
    case .number(let number): self = number.shortened.description
    case .bool(let bool): self = bool ? "1" : "0"
    case .null: return nil
    }
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> String? {
    if position.isText { return try position.text() }
    if position.isNumber { return unsafe String(decoding: try position.rawBytes(), as: UTF8.self) }
    return try position.boolLeaf().map { $0 ? "1" : "0" }
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

extension Substring: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  public var jsonLeafValue: JSONLeafValue? { .string(String(self)) }

  public init?(jsonValue: JSONLeafValue) {
    guard let text = String(jsonValue: jsonValue) else { return nil }
    self = text[...]
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> Substring? {
    try String.leaf(at: position)?[...]
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(String(self)) }
}

/// Converts strings of one character, and numbers of one digit.
extension Character: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  public var jsonLeafValue: JSONLeafValue? { .string(String(self)) }

  public init?(jsonValue: JSONLeafValue) {
    guard let text = String(jsonValue: jsonValue), let first = text.first, text.count == 1 else {
      return nil
    }
    self = first
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> Character? {
    try position.leafValue().flatMap(Character.init(jsonValue:))
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(String(self)) }
}
