/// The mapping of a string to an owned `String`: ``JSONMapping/string``.
public struct StringMapping: JSONWritingMapping {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> String { try cursor.string }

  @inlinable
  public func write(_ value: String, to writer: inout JSONWriter) throws {
    try writer.value(value)
  }
}

/// The mapping of `true` and `false`: ``JSONMapping/bool``.
public struct BoolMapping: JSONWritingMapping {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> Bool { try cursor.bool }

  @inlinable
  public func write(_ value: Bool, to writer: inout JSONWriter) throws { try writer.value(value) }
}

/// The mapping of a number to an integer of any width, exactly or with an error: ``JSONMapping/int``.
public struct IntegerMapping<Value: FixedWidthInteger & Sendable>: JSONWritingMapping {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> Value {
    try cursor.integer(as: Value.self)
  }

  @inlinable
  public func write(_ value: Value, to writer: inout JSONWriter) throws { try writer.value(value) }
}

/// The mapping of a number to the nearest `Double`: ``JSONMapping/double``.
public struct DoubleMapping: JSONWritingMapping {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> Double { try cursor.double }

  @inlinable
  public func write(_ value: Double, to writer: inout JSONWriter) throws { try writer.value(value) }
}

/// The mapping of a number to the nearest `Float`: ``JSONMapping/float``.
public struct FloatMapping: JSONWritingMapping {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> Float { try cursor.float }

  @inlinable
  public func write(_ value: Float, to writer: inout JSONWriter) throws { try writer.value(value) }
}

/// The mapping of a number to a ``JSONNumber``, whatever its digits: ``JSONMapping/number``.
public struct NumberMapping: JSONWritingMapping {
  @inlinable public init() {}

  @inlinable
  public func value(from cursor: JSONCursor) throws -> JSONNumber { try cursor.number }

  @inlinable
  public func write(_ value: JSONNumber, to writer: inout JSONWriter) throws {
    try writer.value(value)
  }
}
