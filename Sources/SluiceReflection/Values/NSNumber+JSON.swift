import Foundation
import Sluice
import SluiceFoundation

extension NSNumber {
  /// Returns the number or Boolean in a leaf, or in its text.
  static func of(_ leaf: JSONLeafValue) -> NSNumber? {
    switch leaf {
    case .number(let number): of(number)
    case .bool(let bool): NSNumber(value: bool)
    case .string(let text): JSONNumber(text).flatMap { of($0) }
    case .null: nil
    }
  }

  /// Returns the same number as JSONSerialization: `Int`, `UInt64`, `NSDecimalNumber` where a
  /// `Double` would lose digits, otherwise `Double`. Nil for a number that none of them can hold.
  static func of(_ number: JSONNumber) -> NSNumber? {
    if number.isPlainInteger {
      if let value = number.integer(as: Int.self) { return NSNumber(value: value) }
      if let value = number.integer(as: UInt64.self) { return NSNumber(value: value) }
    } else if let value = number.double, (try? JSONNumber(value)) == number {
      return NSNumber(value: value)
    }
    if let value = number.decimal { return NSDecimalNumber(decimal: value) }
    return number.double.map { NSNumber(value: $0) }
  }
}
