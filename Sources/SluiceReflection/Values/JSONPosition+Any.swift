import Foundation
import Sluice

extension JSONPosition {
  /// Returns the same value as JSONSerialization: `String`, `NSNumber`, `[Any]`, `[String: Any]`,
  /// `NSNull`; a ``JSONNumber`` for an integer that no `NSNumber` can hold. Throws errors in the
  /// text, and `depth-exceeded`.
  func anyValue() throws -> Any {
    switch byte {
    case Byte.openBrace:
      try unsafe context.enterMapping(at: self)
      defer { unsafe context.leaveMapping() }
      var fields: [String: Any] = [:]
      var last = token
      while let next = try nextField(after: last) {
        last = next
        let key = try at(next &- 2).text()
        if fields[key] != nil, try isFirstCounted(over: next) { continue }
        fields[key] = try at(next).anyValue()
      }
      leaveHint(behindLast: last)
      return fields
    case Byte.openBracket:
      try unsafe context.enterMapping(at: self)
      defer { unsafe context.leaveMapping() }
      var elements: [Any] = []
      var last = token
      while let next = try nextElement(after: last) {
        elements.append(try at(next).anyValue())
        last = next
      }
      leaveHint(behindLast: last)
      return elements
    default: break
    }
    switch try leafValue() {
    case .string(let text): return text
    case .bool(let bool): return NSNumber(value: bool)
    case .number(let number): return NSNumber.of(number) ?? number
    case .null, nil: return NSNull()
    }
  }
}
