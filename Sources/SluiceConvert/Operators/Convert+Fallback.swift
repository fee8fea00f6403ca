public import Sluice

extension Conversion {
  /// JSON, or a Swift value instead: the type of `dictionary["name"] ?? "Unknown"`.
  public enum CursorOrValue<Value>: ~Escapable {
    case cursor(JSONCursor)
    case value(Value)
  }
}

/// Returns the JSON on the left, or on the right when the left is missing or `null`. Both sides are
/// looked up.
@inlinable
@_lifetime(copy left, copy right)
public func ?? (left: JSONCursor?, right: JSONCursor?) -> JSONCursor? {
  if let left, !left.isNull { return left }
  return right
}

/// Returns the JSON on the left, or the value on the right when the left is missing or `null`.
@inlinable
@_lifetime(copy left)
public func ?? <Value>(
  left: JSONCursor?, right: @autoclosure () throws -> Value
) rethrows -> Conversion.CursorOrValue<Value> {
  if let left, !left.isNull { return .cursor(left) }
  return .value(try right())
}

/// Returns the JSON on the left, or the right side when the left is missing or `null`.
@inlinable
@_lifetime(copy left, copy right)
public func ?? <Value>(left: JSONCursor?, right: Conversion.CursorOrValue<Value>)
  -> Conversion.CursorOrValue<Value>
{
  if let left, !left.isNull { return .cursor(left) }
  return right
}

// `<--` with the result of `??` on the right: converts the JSON or value it holds.

@inlinable @discardableResult
public func <-- <C: Convertible, V>(left: inout C?, right: Conversion.CursorOrValue<V>) -> C? {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult
public func <-- <C: Convertible, V>(left: inout C, right: Conversion.CursorOrValue<V>) -> C {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult
public func <-- <C: Convertible, V>(left: inout [C]?, right: Conversion.CursorOrValue<V>) -> [C]? {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult
public func <-- <K: Convertible, C: Convertible, V>(
  left: inout [K: C]?, right: Conversion.CursorOrValue<V>
) -> [K: C]? {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout R?, right: Conversion.CursorOrValue<V>) -> R?
where R.RawValue: Convertible {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout R, right: Conversion.CursorOrValue<V>) -> R
where R.RawValue: Convertible {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout [R]?, right: Conversion.CursorOrValue<V>)
  -> [R]?
where R.RawValue: Convertible {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout [R], right: Conversion.CursorOrValue<V>) -> [R]
where R.RawValue: Convertible {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult @_disfavoredOverload
public func <-- <K: Convertible, R: RawRepresentable, V>(
  left: inout [K: R]?, right: Conversion.CursorOrValue<V>
) -> [K: R]? where R.RawValue: Convertible {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult @_disfavoredOverload
public func <-- <K: Convertible, R: RawRepresentable, V>(
  left: inout [K: R], right: Conversion.CursorOrValue<V>
) -> [K: R] where R.RawValue: Convertible {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult
public func <-- <V>(left: inout Any, right: Conversion.CursorOrValue<V>) -> Any {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult @_disfavoredOverload
public func <-- <T, V>(left: inout T?, right: Conversion.CursorOrValue<V>) -> T? {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}

@inlinable @discardableResult @_disfavoredOverload
public func <-- <T, V>(left: inout T, right: Conversion.CursorOrValue<V>) -> T {
  switch right {
  case .cursor(let cursor): left <-- cursor
  case .value(let value): left <-- value
  }
}
