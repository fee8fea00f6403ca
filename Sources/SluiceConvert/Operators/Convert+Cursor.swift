public import Sluice

// `<--` with JSON on the right, read in place. Never throws: the failure handler receives failures,
// and the operator returns the left side's new value.

/// Sets the variable to the converted JSON; to nil for a missing value, `null` and failures.
@inlinable @discardableResult
public func <-- <C: Convertible>(left: inout C?, right: JSONCursor?) -> C? {
  left = Conversion.value(C.self, of: right)
  return left
}

/// Sets the variable to the converted JSON; keeps its value for a missing value, `null` and
/// failures.
@inlinable @discardableResult
public func <-- <C: Convertible>(left: inout C, right: JSONCursor?) -> C {
  if let value = Conversion.value(C.self, of: right) { left = value }
  return left
}

/// Sets the array to the elements that can be converted. For JSON that is not an array, returns nil
/// and keeps the variable's value.
@inlinable @discardableResult
public func <-- <C: Convertible>(left: inout [C]?, right: JSONCursor?) -> [C]? {
  guard let value = Conversion.value([C].self, of: right) else { return nil }
  left = value
  return value
}

/// Sets the dictionary to the entries that can be converted. For JSON that is not an object,
/// returns nil and keeps the variable's value.
@inlinable @discardableResult
public func <-- <K: Convertible, C: Convertible>(
  left: inout [K: C]?, right: JSONCursor?
) -> [K: C]? {
  guard let value = Conversion.value([K: C].self, of: right) else { return nil }
  left = value
  return value
}

extension Conversion {
  @inlinable
  static func value<C: Convertible>(_ type: C.Type, of cursor: JSONCursor?) -> C? {
    guard let cursor else { return nil }
    return value(type, of: cursor) as C?
  }
}
