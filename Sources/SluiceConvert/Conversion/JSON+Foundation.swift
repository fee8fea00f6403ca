import Foundation
import Sluice
import SluiceFoundation

extension JSON {
  /// Returns what `foundationObject()` makes, but a `JSONNumber` for a number that no `NSNumber` can hold.
  /// Throws `depth-exceeded` where the stack ends.
  func foundationValue() throws -> Any { try foundationObject { $0.foundationValue } }
}

extension JSONObject {
  /// Returns the fields with values as `JSON.foundationValue()` makes them.
  func foundationDictionary() throws -> [String: Any] {
    try foundationObject { $0.foundationValue }
  }
}

extension JSONNumber {
  /// The exact number of Foundation. Otherwise a double, unless it was rounded up to the next integer, and
  /// then the number itself.
  ///
  /// `<--` reads each of them exactly. A decimal is Foundation's own class: a subclass with a better
  /// `doubleValue` would not be sound, as Foundation on Linux has members that a subclass can't see.
  fileprivate var foundationValue: Any {
    if let exactFoundationNumber { return exactFoundationNumber }
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
