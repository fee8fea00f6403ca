public import Sluice

// `<--` with JSON on its right: read where it stands. None throws: the failure handler hears of what
// fails, and the left side's new value is returned.

/// Sets the variable to what the JSON converts to; to nil for none, `null`, and what fails.
@inlinable @discardableResult
public func <-- <C: Convertible>(left: inout C?, right: JSONCursor?) -> C? {
  left = Conversion.value(C.self, of: right)
  return left
}

/// Sets the variable to what the JSON converts to; keeps its value for none, `null`, and what fails.
@inlinable @discardableResult
public func <-- <C: Convertible>(left: inout C, right: JSONCursor?) -> C {
  if let value = Conversion.value(C.self, of: right) { left = value }
  return left
}

/// Sets the array to the elements that can be converted. What is no array returns nil, and the
/// variable keeps its value.
@inlinable @discardableResult
public func <-- <C: Convertible>(left: inout [C]?, right: JSONCursor?) -> [C]? {
  guard let value = Conversion.value([C].self, of: right) else { return nil }
  left = value
  return value
}

/// Sets the dictionary to the entries that can be converted. What is no object returns nil, and the
/// variable keeps its value.
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
