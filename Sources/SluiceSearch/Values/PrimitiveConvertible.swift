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

  /// Returns the value at a cursor; nil when it can't be made from that one. ``LooseMapping`` calls this. The default
  /// calls `toNative(_:)`, with an allocation; implement this one for a type that is read often.
  ///
  /// Throws errors in the text.
  static func toNative(from cursor: JSONCursor) throws -> Self?
}

extension PrimitiveConvertible {
  public static func toNative(from cursor: JSONCursor) throws -> Self? {
    let position = cursor.position
    var document: LooseDocument? = LooseDocument(searching: position, nil)
    defer { LooseDocument.end(&document) }
    let value = document.flatMap { toNative($0.value(at: position)) }
    if let fault = document?.fault { throw fault }
    return value
  }
}

extension Int: PrimitiveConvertible {
  public static func toNative(_ value: LooseJSON) -> Int? { value.int }
  public static func toNative(from cursor: JSONCursor) throws -> Int? {
    try cursor.position.converted { (position) throws(JSONError) in try position.looseInt() }
  }
}

extension Float: PrimitiveConvertible {
  public static func toNative(_ value: LooseJSON) -> Float? { value.float }
  public static func toNative(from cursor: JSONCursor) throws -> Float? {
    try cursor.position.converted { (position) throws(JSONError) in try position.looseFloat() }
  }
}

extension Double: PrimitiveConvertible {
  public static func toNative(_ value: LooseJSON) -> Double? { value.double }
  public static func toNative(from cursor: JSONCursor) throws -> Double? {
    try cursor.position.converted { (position) throws(JSONError) in try position.looseDouble() }
  }
}

extension Bool: PrimitiveConvertible {
  public static func toNative(_ value: LooseJSON) -> Bool? { value.bool }
  public static func toNative(from cursor: JSONCursor) throws -> Bool? {
    try cursor.position.converted { (position) throws(JSONError) in try position.looseBool() }
  }
}

extension String: PrimitiveConvertible {
  public static func toNative(_ value: LooseJSON) -> String? { value.string }
  public static func toNative(from cursor: JSONCursor) throws -> String? {
    try cursor.position.converted { (position) throws(JSONError) in try position.looseString() }
  }
}

extension JSONPosition {
  /// Reads the value; returns nil for one of another kind.
  fileprivate func converted<R>(
    _ read: (JSONPosition) throws(JSONError) -> R?
  ) throws(JSONError) -> R? {
    do throws(JSONError) {
      if let value = try read(self) { return value }
    } catch {
      guard error.isAboutValue else { throw error }
    }
    if let scalarFault { throw scalarFault }
    return nil
  }
}

/// A mapping that converts a scalar: `JSONMapping.loose(_:)`.
public struct LooseMapping<Value: PrimitiveConvertible>: JSONMapping {
  public init() {}

  /// Throws `invalid-value` for a value that can't be converted.
  public func value(from cursor: JSONCursor) throws -> Value {
    let value = try Value.toNative(from: cursor)
    guard let value else {
      throw JSONError(
        .invalidValue, at: cursor.position.offset, name: "a value that converts to \(Value.self)")
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
