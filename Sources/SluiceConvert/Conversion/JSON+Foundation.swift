import Foundation
import Sluice
import SluiceFoundation

extension JSON {
  /// The value as `JSONSerialization` makes it: `String`, `NSNumber`, `[Any]`, `[String: Any]`, and
  /// `NSNull`; a `JSONNumber` for a number that no `NSNumber` holds. Copies all of it. Throws `depth-exceeded` where the stack ends.
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
  /// The fields with values as `JSONSerialization` makes them.
  func foundationDictionary() throws -> [String: Any] {
    try StackRoom.check()
    var dictionary: [String: Any] = [:]
    dictionary.reserveCapacity(count)
    for (key, value) in self { dictionary[key] = try value.foundationValue() }
    return dictionary
  }
}

extension JSONNumber {
  /// An integer where it is one, a decimal where a double would lose digits, else a double; the
  /// number itself where none of them holds it.
  fileprivate var foundationValue: Any {
    if isPlainInteger {
      if let int { return NSNumber(value: int) }
      if let uint64 { return NSNumber(value: uint64) }
    } else if let double, (try? JSONNumber(double)) == self {
      return NSNumber(value: double)
    }
    if let decimal { return NSDecimalNumber(decimal: decimal) }
    return double.map { NSNumber(value: $0) } ?? self
  }
}
