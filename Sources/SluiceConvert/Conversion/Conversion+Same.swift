import Foundation
import Sluice

extension Conversion {
  /// The value when it is a `C` already, nil otherwise.
  ///
  /// To cast a dictionary or an array to a class makes Foundation bridge it, elements and all, level by
  /// level on the stack: so only objects are cast to classes.
  @inlinable
  static func same<C, V>(_ value: V, as type: C.Type) -> C? {
    if C.self is AnyClass, !isObject(value) { return nil }
    return value as? C
  }

  /// The same for a collection, which is one already only when that is its very type: to cast one to
  /// another casts its elements.
  static func same<C, V>(_ value: V, asVery type: C.Type) -> C? {
    Swift.type(of: value as Any) == C.self ? value as? C : nil
  }

  /// Whether the value is a decimal number of Foundation's: what a cast to `Double` makes of one is not
  /// always the nearest.
  @usableFromInline @inline(never)
  static func isDecimal(_ value: Any) -> Bool { foundationNumber(value) is NSDecimalNumber }

  /// Whether the value is a number of Foundation's that is no integer: a cast to an integer type compares
  /// by its double, which may be another integer than the number was written as.
  @usableFromInline @inline(never)
  static func isFloating(_ value: Any) -> Bool {
    guard let number = foundationNumber(value) else { return false }
    let type = UInt8(bitPattern: number.objCType.pointee)
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
