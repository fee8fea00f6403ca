import Foundation
import Sluice

extension Conversion {
  /// Returns the value if it already is a `C`, nil otherwise.
  ///
  /// Casting a dictionary or an array to a class makes Foundation bridge it with all elements,
  /// level by level on the stack. So only objects are cast to classes.
  @inlinable
  static func same<C, V>(_ value: V, as type: C.Type) -> C? {
    if C.self is AnyClass, !isObject(value) { return nil }
    return value as? C
  }

  /// The same for a collection, but only for exactly this type: casting one collection to another
  /// casts its elements.
  static func same<C, V>(_ value: V, asVery type: C.Type) -> C? {
    Swift.type(of: value as Any) == C.self ? value as? C : nil
  }

  /// Whether the value is one of Foundation's decimal numbers: casting one to `Double` does not
  /// always give the nearest.
  @usableFromInline @inline(never)
  static func isDecimal(_ value: Any) -> Bool { foundationNumber(value) is NSDecimalNumber }

  /// Whether the value is one of Foundation's numbers and not an integer. A cast to an integer type
  /// compares its double, which may be another integer than the number that was written.
  @usableFromInline @inline(never)
  static func isFloating(_ value: Any) -> Bool {
    guard let number = foundationNumber(value) else { return false }
    let type = unsafe UInt8(bitPattern: number.objCType.pointee)
    return type == UInt8(ascii: "d") || type == UInt8(ascii: "f")
  }

  private static func foundationNumber(_ value: Any) -> NSNumber? {
    let type = Swift.type(of: value)
    if type is AnyClass { return type is NSNumber.Type ? value as? NSNumber : nil }
    guard let optional = value as? any AnyOptional else { return nil }
    return optional.wrapped.flatMap(foundationNumber)
  }

  @usableFromInline @inline(never)
  static func isObject(_ value: Any) -> Bool {
    if let optional = value as? any AnyOptional {
      return optional.wrapped.map(isObject) ?? false
    }
    return Swift.type(of: value) is AnyClass
  }
}
