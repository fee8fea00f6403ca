public import Sluice

/// An integer of one width, read exactly.
///
/// `1.0` and `1e2` are integers, `1.5` is not. Rejects numbers that don't fit; they are never
/// wrapped or truncated. Reads `true` and `false` as 1 and 0.
public struct IntegerRule<T: FixedWidthInteger & Sendable>: Rule {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func validate(_ json: JSONCursor) throws -> T {
    do throws(JSONError) {
      return try json.position.integer(as: T.self, JSONError.Expectation(of: T.self))
    } catch {
      return try IntegerRule.value(of: json.position, error)
    }
  }

  @usableFromInline @inline(never)
  static func value(of position: JSONPosition, _ error: JSONError) throws -> T {
    if position.isTrue { return 1 }
    if position.isFalse { return 0 }
    throw RuleError.translated(error, at: position, expected: T.self)
  }

  public func dump(_ value: T) throws -> JSON { JSON(value) }

  @inlinable
  public func write(_ value: T, to writer: inout JSONWriter) throws { try writer.value(value) }
}
