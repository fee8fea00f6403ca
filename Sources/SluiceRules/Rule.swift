public import Sluice

/// Says what a piece of JSON must be, makes a value of it, and makes JSON of a value.
public protocol Rule<V>: JSONWritingMapping where Value == V {
  associatedtype V

  /// The value, when the JSON is what the rule asks for.
  func validate(_ json: JSONCursor) throws -> V

  /// The value as owned JSON.
  func dump(_ value: V) throws -> JSON
}

extension Rule {
  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> V { try validate(cursor) }

  public func write(_ value: V, to writer: inout JSONWriter) throws {
    try writer.value(dump(value))
  }
}
