public import Sluice

/// Describes JSON: validates it, makes a value from it, and makes JSON from a value.
///
/// Make rules once, usually as global constants, and use them for any number of documents on any
/// number of threads. A rule of your own has two methods:
///
/// ```swift
/// struct EvenRule: Rule {
///   func validate(_ json: JSONCursor) throws -> Int {
///     let number = try IntRule.validate(json)
///     guard number.isMultiple(of: 2) else {
///       throw RuleError.unmetRequirement("Expected an even number, found \(number).", nil)
///     }
///     return number
///   }
///
///   func dump(_ value: Int) throws -> JSON { JSON(value) }
/// }
/// ```
public protocol Rule<V>: JSONWritingMapping where Value == V {
  /// The type that the rule makes from JSON.
  associatedtype V

  /// Returns the value of JSON that follows the rule. Throws a ``RuleError`` for other JSON, and a
  /// `JSONError` for text that is not JSON.
  func validate(_ json: JSONCursor) throws -> V

  /// Returns the value as owned JSON. Throws ``RuleError``.
  func dump(_ value: V) throws -> JSON

  /// Whether an object's field passes `null` to this rule. False by default: then `null` is the
  /// same as a missing field.
  var acceptsNull: Bool { get }
}

extension Rule {
  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> V { try validate(cursor) }

  /// Writes the value with ``dump(_:)``. The rules of this module write it directly.
  public func write(_ value: V, to writer: inout JSONWriter) throws {
    try writer.value(dump(value))
  }

  @inlinable public var acceptsNull: Bool { false }
}
