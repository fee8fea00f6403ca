import Foundation
import Sluice
import SluiceFoundation

/// A number of up to 38 digits, exact, or a string that is one.
extension Decimal: ReadableLeaf, WritableLeaf, JSONLeafEnum {
  var isWritable: Bool { !isNaN }

  /// Nil for NaN.
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

/// As `Double`, which it is on all machines of 64 bits.
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

/// A string that is a URL as it stands; nothing is percent-encoded.
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

/// A string of 36 characters.
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

/// A string in Base64.
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
