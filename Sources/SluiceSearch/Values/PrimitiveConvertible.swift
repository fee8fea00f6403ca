public import Sluice

/// A type whose values can be made from a scalar. ``SimpleValueJSONParser`` finds such values, and
/// `JSONMapping.loose(_:)` reads them.
///
/// ```swift
/// extension Celsius: PrimitiveConvertible {
///   static func toNative(_ value: LooseJSON) -> Celsius? { value.double.map(Celsius.init) }
/// }
/// ```
public protocol PrimitiveConvertible {
  /// Returns the value; nil when it can't be made from this one.
  static func toNative(_ value: LooseJSON) -> Self?
}

extension Int: PrimitiveConvertible {
  public static func toNative(_ value: LooseJSON) -> Int? { value.int }
}

extension Float: PrimitiveConvertible {
  public static func toNative(_ value: LooseJSON) -> Float? { value.float }
}

extension Double: PrimitiveConvertible {
  public static func toNative(_ value: LooseJSON) -> Double? { value.double }
}

extension Bool: PrimitiveConvertible {
  public static func toNative(_ value: LooseJSON) -> Bool? { value.bool }
}

extension String: PrimitiveConvertible {
  public static func toNative(_ value: LooseJSON) -> String? { value.string }
}

/// A mapping that converts a scalar: `JSONMapping.loose(_:)`.
public struct LooseMapping<Value: PrimitiveConvertible>: JSONMapping {
  public init() {}

  /// Throws `invalid-value` for a value that can't be converted.
  public func value(from cursor: JSONCursor) throws -> Value {
    let position = cursor.position
    var search = LooseSearch(memory: nil)
    let value = unsafe withUnsafeMutablePointer(to: &search) {
      unsafe Value.toNative(LooseJSON(unchecked: position, $0))
    }
    if let fault = search.fault { throw fault }
    guard let value else {
      throw JSONError(
        .invalidValue, at: position.offset, name: "a value that converts to \(Value.self)")
    }
    return value
  }
}

extension JSONMapping {
  /// Reads a scalar like a ``JSONParser``: 7 and "7" are both 7. See ``LooseJSON``.
  public static func loose<Value: PrimitiveConvertible>(_ type: Value.Type) -> Self
  where Self == LooseMapping<Value> {
    LooseMapping()
  }
}
