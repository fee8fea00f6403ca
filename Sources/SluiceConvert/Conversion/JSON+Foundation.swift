import CSimdJSON
import Foundation
import Sluice
import SluiceFoundation

extension JSON {
  /// The value as `JSONSerialization` makes it: `String`, `NSNumber`, `[Any]`, `[String: Any]`, and
  /// `NSNull`. Copies all of it. Throws `depth-exceeded` where the stack ends.
  func foundationValue() throws -> Any {
    switch self {
    case .null: return NSNull()
    case .bool(let bool): return NSNumber(value: bool)
    case .string(let string): return string
    case .number(let number): return number.foundationValue
    case .array(let elements):
      try ConversionDepth.check()
      return try elements.map { try $0.foundationValue() }
    case .object(let object): return try object.foundationDictionary()
    }
  }
}

extension JSONObject {
  /// The fields with values as `JSONSerialization` makes them.
  func foundationDictionary() throws -> [String: Any] {
    try ConversionDepth.check()
    var dictionary: [String: Any] = [:]
    dictionary.reserveCapacity(count)
    for (key, value) in self { dictionary[key] = try value.foundationValue() }
    return dictionary
  }
}

extension JSONNumber {
  /// An integer where it is one, a decimal where a double would lose digits.
  fileprivate var foundationValue: NSNumber {
    if isPlainInteger {
      if let int { return NSNumber(value: int) }
      if let uint64 { return NSNumber(value: uint64) }
    } else if let double, (try? JSONNumber(double)) == self {
      return NSNumber(value: double)
    }
    if let decimal { return NSDecimalNumber(decimal: decimal) }
    return NSNumber(value: double ?? .nan)
  }
}

/// Values are converted as deep as they are nested, and each level takes some stack.
enum ConversionDepth {
  /// What is left for what conversions call: initialisers, errors, the runtime.
  private static let reserve: UInt = 128 << 10

  /// Throws `depth-exceeded` when the thread's stack is about to end.
  static func check() throws(JSONError) {
    var (lowest, end): (UInt, UInt) = (0, 0)
    guard csj_stack_bounds(&lowest, &end) else { return }
    let here = csj_frame_address()
    guard here >= lowest, here < end, here - lowest < reserve else { return }
    throw JSONError(
      .depthExceeded, at: 0, name: "the possible", reason: "the thread's stack holds no more")
  }
}
