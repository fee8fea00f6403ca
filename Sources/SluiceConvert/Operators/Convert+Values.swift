// `<--` with any Swift value on the right, including `JSON`. Never throws: the failure handler
// receives failures, and the operator returns the left side's new value.

/// Sets the variable to the converted value; to nil for nil and failures.
@inlinable @discardableResult
public func <-- <C: Convertible, V>(left: inout C?, right: V?) -> C? {
  left = Conversion.value(C.self, of: right)
  return left
}

/// Sets the variable to the converted value; keeps its value for nil and failures.
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

/// Sets the array to the elements that can be converted. Unless the value is an array, returns nil
/// and keeps the variable's value.
@inlinable @discardableResult
public func <-- <C: Convertible, V>(left: inout [C]?, right: V?) -> [C]? {
  guard let value = Conversion.value([C].self, of: right) else { return nil }
  left = value
  return value
}

/// Sets the dictionary to the entries that can be converted. Unless the value is a dictionary,
/// returns nil and keeps the variable's value.
@inlinable @discardableResult
public func <-- <K: Convertible, C: Convertible, V>(left: inout [K: C]?, right: V?) -> [K: C]? {
  guard let value = Conversion.value([K: C].self, of: right) else { return nil }
  left = value
  return value
}
