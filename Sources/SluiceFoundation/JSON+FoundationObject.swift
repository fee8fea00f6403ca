import Foundation
public import Sluice

extension JSON {
  /// The value as `JSONSerialization` makes it: `String`, `NSNumber`, `[Any]`, `[String: Any]`, `NSNull`.
  ///
  /// ```swift
  /// let fields = try json.foundationObject() as? [String: Any]
  /// ```
  ///
  /// For code that takes `Any`. A cast of the value itself, `json as? [String: Any]`, compiles and is nil.
  ///
  /// A number is an integer of 64 bits where it is written as one, else a `Double` where that is the same
  /// decimal, else an `NSDecimalNumber` of up to 38 digits, else the nearest `Double`. Of keys that Swift calls
  /// equal though their bytes differ, the last counts.
  ///
  /// O(size): copies all of it. Throws `depth-exceeded` when the thread's stack is full.
  public func foundationObject() throws(JSONError) -> Any {
    try foundationObject { $0.foundationNumber }
  }

  /// The same, with numbers as `number` makes them.
  package func foundationObject(_ number: (JSONNumber) -> Any) throws(JSONError) -> Any {
    switch self {
    case .null: return NSNull()
    case .bool(let bool): return NSNumber(value: bool)
    case .string(let string): return string
    case .number(let value): return number(value)
    case .array(let elements):
      try StackRoom.check()
      var array: [Any] = []
      array.reserveCapacity(elements.count)
      for element in elements { array.append(try element.foundationObject(number)) }
      return array
    case .object(let object): return try object.foundationObject(number)
    }
  }
}

extension JSONObject {
  /// The fields with their values as `JSONSerialization` makes them. See `JSON.foundationObject()`.
  public func foundationObject() throws(JSONError) -> [String: Any] {
    try foundationObject { $0.foundationNumber }
  }

  /// The same, with numbers as `number` makes them.
  package func foundationObject(
    _ number: (JSONNumber) -> Any
  ) throws(JSONError) -> [String: Any] {
    try StackRoom.check()
    var dictionary: [String: Any] = [:]
    dictionary.reserveCapacity(count)
    for (key, value) in self { dictionary[key] = try value.foundationObject(number) }
    return dictionary
  }
}

extension JSONNumber {
  fileprivate var foundationNumber: NSNumber {
    // An integer beyond the largest finite double has no other number of Foundation's.
    exactFoundationNumber
      ?? NSNumber(value: double ?? (description.first == "-" ? -.infinity : .infinity))
  }

  /// An integer if it is written as one. A decimal if a double would lose digits and 38 are enough. Nil
  /// if neither holds the number.
  package var exactFoundationNumber: NSNumber? {
    if isPlainInteger {
      if let int { return NSNumber(value: int) }
      if let uint64 { return NSNumber(value: uint64) }
    } else if let double, (try? JSONNumber(double)) == self {
      return NSNumber(value: double)
    }
    return decimal.map { NSDecimalNumber(decimal: $0) }
  }
}
