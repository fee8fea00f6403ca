public import Sluice

/// Says what a piece of JSON must be, makes a value of it, and makes JSON of a value.
///
/// Rules are made once, as global constants mostly, and used for any number of documents, from any
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
  /// What the rule makes of JSON.
  associatedtype V

  /// The value, when the JSON is what the rule asks for. Throws a ``RuleError`` when it is not; a
  /// `JSONError` when the text is no JSON.
  func validate(_ json: JSONCursor) throws -> V

  /// The value as owned JSON. Throws ``RuleError``.
  func dump(_ value: V) throws -> JSON

  /// Whether an object's field hands a `null` to this rule. False unless a rule says otherwise:
  /// then `null` is as if the field were missing.
  var acceptsNull: Bool { get }
}

extension Rule {
  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> V { try validate(cursor) }

  /// Writes the value by way of ``dump(_:)``. The rules of this module write it as it comes.
  public func write(_ value: V, to writer: inout JSONWriter) throws {
    try writer.value(dump(value))
  }

  @inlinable public var acceptsNull: Bool { false }
}
