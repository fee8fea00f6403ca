import Foundation
import Sluice
import SluiceFoundation

extension JSON {
  /// Returns the value that `JSONSerialization` would make: `String`, `NSNumber`, `[Any]`,
  /// `[String: Any]`, and `NSNull`; a `JSONNumber` for a number that no `NSNumber` can hold. Copies
  /// all of it. Throws `depth-exceeded` where the stack ends.
  func foundationValue() throws -> Any {
    switch self {
    case .null: return NSNull()
    case .bool(let bool): return NSNumber(value: bool)
    case .string(let string): return string
    case .number(let number): return number.foundationValue
    case .array(let elements):
      try StackRoom.check()
      return try elements.map { try $0.foundationValue() }
    case .object(let object): return try object.foundationDictionary()
    }
  }
}

extension JSONObject {
  /// Returns the fields with values as `JSONSerialization` would make them.
  func foundationDictionary() throws -> [String: Any] {
    try StackRoom.check()
    var dictionary: [String: Any] = [:]
    dictionary.reserveCapacity(count)
    for (key, value) in self { dictionary[key] = try value.foundationValue() }
    return dictionary
  }
}

extension JSONNumber {
  /// An integer if it is written as one. A decimal if a double would lose digits and 38 are enough.
  /// Otherwise a double, unless it was rounded up to the next integer, and then the number itself.
  ///
  /// `<--` reads each of them exactly. A decimal is Foundation's own class: a subclass with a better
  /// `doubleValue` would not be sound, as Foundation on Linux has members that a subclass can't see.
  fileprivate var foundationValue: Any {
    if isPlainInteger {
      if let int { return NSNumber(value: int) }
      if let uint64 { return NSNumber(value: uint64) }
    } else if let double, (try? JSONNumber(double)) == self {
      return NSNumber(value: double)
    }
    if let decimal { return NSDecimalNumber(decimal: decimal) }
    if let double, hasInteger(of: double) { return NSNumber(value: double) }
    return self
  }

  /// Returns whether every integer type reads the same value from the double as from this number.
  private func hasInteger(of double: Double) -> Bool {
    guard let other = try? JSONNumber(double) else { return false }
    return truncated(to: Int128.self) == other.truncated(to: Int128.self)
      && truncated(to: UInt128.self) == other.truncated(to: UInt128.self)
  }
}
