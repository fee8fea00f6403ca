// `<--` with any Swift value on its right, `JSON` among them. None throws: the failure handler hears
// of what fails, and the left side's new value is returned.

/// Sets the variable to what the value converts to; to nil for nil, and what fails.
@inlinable @discardableResult
public func <-- <C: Convertible, V>(left: inout C?, right: V?) -> C? {
  left = Conversion.value(C.self, of: right)
  return left
}

/// Sets the variable to what the value converts to; keeps its value for nil, and what fails.
///
/// ```swift
/// var count = 1
/// count <-- "7"  // 7
/// count <-- "seven"  // still 7
/// ```
@inlinable @discardableResult
public func <-- <C: Convertible, V>(left: inout C, right: V?) -> C {
  if let value = Conversion.value(C.self, of: right) { left = value }
  return left
}

/// Sets the array to the elements that can be converted. What is no array returns nil, and the
/// variable keeps its value.
@inlinable @discardableResult
public func <-- <C: Convertible, V>(left: inout [C]?, right: V?) -> [C]? {
  guard let value = Conversion.value([C].self, of: right) else { return nil }
  left = value
  return value
}

/// Sets the dictionary to the entries that can be converted. What is no dictionary returns nil, and
/// the variable keeps its value.
@inlinable @discardableResult
public func <-- <K: Convertible, C: Convertible, V>(left: inout [K: C]?, right: V?) -> [K: C]? {
  guard let value = Conversion.value([K: C].self, of: right) else { return nil }
  left = value
  return value
}
