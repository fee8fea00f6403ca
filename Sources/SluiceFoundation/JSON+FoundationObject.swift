import Foundation
public import Sluice

extension JSON {
  /// The value as `JSONSerialization` makes it: `String`, `NSNumber`, `[Any]`, `[String: Any]`, `NSNull`.
  ///
  /// ```swift
  /// let fields = json.foundationObject() as? [String: Any]
  /// ```
  ///
  /// For code that takes `Any`. A cast of the value itself, `json as? [String: Any]`, compiles and is nil.
  ///
  /// A number is an integer of 64 bits where it is written as one, else a `Double` where that is the same
  /// decimal, else an `NSDecimalNumber` of up to 38 digits, else the nearest `Double`. Of keys that Swift calls
  /// equal though their bytes differ, the last counts.
  ///
  /// O(size): copies all of it. As deep as `JSON.depthCeiling` allows; takes stack for each level.
  public func foundationObject() -> Any {
    switch self {
    case .null: NSNull()
    case .bool(let bool): NSNumber(value: bool)
    case .string(let string): string
    case .number(let number): number.foundationNumber
    case .array(let elements): elements.map { $0.foundationObject() }
    case .object(let object): object.foundationObject()
    }
  }
}

extension JSONObject {
  /// The fields with their values as `JSONSerialization` makes them. See `JSON.foundationObject()`.
  public func foundationObject() -> [String: Any] {
    var dictionary: [String: Any] = [:]
    dictionary.reserveCapacity(count)
    for (key, value) in self { dictionary[key] = value.foundationObject() }
    return dictionary
  }
}

extension JSONNumber {
  fileprivate var foundationNumber: NSNumber {
    if isPlainInteger {
      if let int { return NSNumber(value: int) }
      if let uint64 { return NSNumber(value: uint64) }
    } else if let double, (try? JSONNumber(double)) == self {
      return NSNumber(value: double)
    }
    if let decimal { return NSDecimalNumber(decimal: decimal) }
    // An integer beyond the largest finite double has no other number of Foundation's.
    return NSNumber(value: double ?? (description.first == "-" ? -.infinity : .infinity))
  }
}
