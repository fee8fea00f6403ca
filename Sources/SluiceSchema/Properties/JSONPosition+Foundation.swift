import Foundation
import Sluice
import SluiceFoundation

/// Makes the same values as Foundation's `JSONSerialization`: `NSNumber`, `String`, `NSNull`,
/// `[Any]`, `[String: Any]`. Used only for properties that are raw dictionaries.
extension JSONPosition {
  func foundationObject() throws -> [String: Any] {
    var object: [String: Any] = [:]
    try unsafe context.enterMapping(at: self)
    defer { unsafe context.leaveMapping() }
    var last = token
    while let next = try nextField(after: last) {
      last = next
      let key = try at(next &- 2).ownedString()
      if object[key] != nil, try isFirstCounted(over: next) { continue }
      object[key] = try at(next).foundationValue()
    }
    leaveHint(behindLast: last)
    return object
  }

  private func foundationValue() throws -> Any {
    switch byte {
    case Byte.openBrace: return try foundationObject()
    case Byte.openBracket: return try foundationArray()
    case Byte.quote: return try ownedString()
    default: break
    }
    if isNull { return NSNull() }
    if isTrue { return NSNumber(value: true) }
    if isFalse { return NSNumber(value: false) }
    guard isNumber else { throw mismatch(.value) }
    return try foundationNumber()
  }

  private func foundationArray() throws -> [Any] {
    var elements: [Any] = []
    try unsafe context.enterMapping(at: self)
    defer { unsafe context.leaveMapping() }
    var last = token
    while let next = try nextElement(after: last) {
      last = next
      elements.append(try at(next).foundationValue())
    }
    leaveHint(behindLast: last)
    return elements
  }

  /// Exact where Foundation has a type for it: 64-bit integers, then `Decimal`; otherwise the
  /// nearest double.
  private func foundationNumber() throws -> NSNumber {
    let isInteger = unsafe numberText.allSatisfy { $0 == Byte.minus || (0x30...0x39).contains($0) }
    if isInteger {
      if let value = try JSONError.ifValue({ () throws(JSONError) in try integer(as: Int.self, .int)
      }) {
        return NSNumber(value: value)
      }
      if let value = try JSONError.ifValue({ () throws(JSONError) in
        try integer(as: UInt.self, .uint)
      }) {
        return NSNumber(value: value)
      }
      if let value = try JSONError.ifValue({ () throws(JSONError) in
        try JSONCursor(unchecked: self).decimal
      }) {
        return NSDecimalNumber(decimal: value)
      }
    }
    return NSNumber(value: try double())
  }
}
