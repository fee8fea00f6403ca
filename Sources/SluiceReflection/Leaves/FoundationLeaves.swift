import Foundation
import Sluice
import SluiceFoundation

/// Converts numbers of up to 38 digits, exactly, and strings with such numbers.
extension Decimal: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  var isWritable: Bool { !isNaN }

  /// The number; nil for NaN.
  public var jsonLeafValue: JSONLeafValue? { (try? JSONNumber(self)).map { .number($0) } }

  public init?(jsonValue: JSONLeafValue) {
    guard let value = JSONNumber(jsonValue: jsonValue)?.decimal else { return nil }
    self = value
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> Decimal? {
    if position.isNumber {
      return try orNil { () throws(JSONError) in try JSONCursor(unchecked: position).decimal }
    }
    return try position.leafValue().flatMap(Decimal.init(jsonValue:))
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

/// Same as `Double`, which it is on all 64-bit machines.
extension CGFloat: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  var isWritable: Bool { isFinite }

  public var jsonLeafValue: JSONLeafValue? { JSONLeafValue(Double(self)) }

  public init?(jsonValue: JSONLeafValue) {
    guard let value = Double(jsonValue: jsonValue) else { return nil }
    self.init(value)
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> CGFloat? {
    try Double.leaf(at: position).map { CGFloat($0) }
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(Double(self)) }
}

/// Converts strings that are valid URLs; nothing is percent-encoded.
extension URL: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  public var jsonLeafValue: JSONLeafValue? { .string(absoluteString) }

  public init?(jsonValue: JSONLeafValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(string: text, encodingInvalidCharacters: false)
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> URL? {
    guard position.isText else { return nil }
    return try orNil { () throws(JSONError) in try JSONCursor(unchecked: position).url }
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

/// Converts strings of 36 characters.
extension UUID: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  public var jsonLeafValue: JSONLeafValue? { .string(uuidString) }

  public init?(jsonValue: JSONLeafValue) {
    guard case .string(let text) = jsonValue, let uuid = JSON.string(text).uuid else { return nil }
    self = uuid
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> UUID? {
    guard position.isText else { return nil }
    return try orNil { () throws(JSONError) in try JSONCursor(unchecked: position).uuid }
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

/// Converts strings in Base64.
extension Data: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  public var jsonLeafValue: JSONLeafValue? { .string(base64EncodedString()) }

  public init?(jsonValue: JSONLeafValue) {
    guard case .string(let text) = jsonValue, let data = JSON.string(text).data else { return nil }
    self = data
  }

  static func leaf(at position: JSONPosition) throws(JSONError) -> Data? {
    guard position.isText else { return nil }
    return try orNil { () throws(JSONError) in try JSONCursor(unchecked: position).data }
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(base64: self) }
}
