public import Sluice

/// A value, or nil for `null`.
///
/// ```swift
/// let names = ArrayRule(itemRule: NullableRule(StringRule))  // ["Ada", null] is ["Ada", nil]
/// ```
///
/// An expected field with this rule must be present and may be `null`. (With other rules, `null` is
/// the same as a missing field.)
public struct NullableRule<R: Rule>: Rule {
  @usableFromInline let rule: R

  @inlinable public init(_ rule: R) { self.rule = rule }

  @inlinable
  public func validate(_ json: JSONCursor) throws -> R.V? {
    json.isNull ? nil : try rule.validate(json)
  }

  public func dump(_ value: R.V?) throws -> JSON {
    if let value { try rule.dump(value) } else { .null }
  }

  @inlinable
  public func write(_ value: R.V?, to writer: inout JSONWriter) throws {
    if let value { try rule.write(value, to: &writer) } else { try writer.null() }
  }

  @inlinable public var acceptsNull: Bool { true }
}
