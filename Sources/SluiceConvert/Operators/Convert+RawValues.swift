public import Sluice

// `<--` for enums and other types with raw values on the left: the raw value is converted.
// `Convertible` enums use the overloads of all convertible types.

/// Sets the variable to the case with this raw value; to nil for a missing value and failures.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable>(left: inout R?, right: JSONCursor?) -> R?
where R.RawValue: Convertible {
  left = Conversion.value(ByRawValue<R>.self, of: right)?.choice
  return left
}

/// Sets the variable to the case with this raw value; keeps its value for a missing value and
/// failures.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable>(left: inout R, right: JSONCursor?) -> R
where R.RawValue: Convertible {
  if let value = Conversion.value(ByRawValue<R>.self, of: right) { left = value.choice }
  return left
}

/// Sets the array to the cases with these raw values. For JSON that is not an array, returns nil
/// and keeps the variable's value.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable>(left: inout [R]?, right: JSONCursor?) -> [R]?
where R.RawValue: Convertible {
  guard let value = Conversion.value([ByRawValue<R>].self, of: right) else { return nil }
  left = value.map(\.choice)
  return left
}

/// Sets the array to the cases with these raw values; keeps its value unless the JSON is an array.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable>(left: inout [R], right: JSONCursor?) -> [R]
where R.RawValue: Convertible {
  if let value = Conversion.value([ByRawValue<R>].self, of: right) { left = value.map(\.choice) }
  return left
}

/// Sets the dictionary to the cases with these raw values. For JSON that is not an object, returns
/// nil and keeps the variable's value.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <K: Convertible, R: RawRepresentable>(
  left: inout [K: R]?, right: JSONCursor?
) -> [K: R]? where R.RawValue: Convertible {
  guard let value = Conversion.value([K: ByRawValue<R>].self, of: right) else { return nil }
  left = value.mapValues(\.choice)
  return left
}

/// Sets the dictionary to the cases with these raw values; keeps its value unless the JSON is an
/// object.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <K: Convertible, R: RawRepresentable>(
  left: inout [K: R], right: JSONCursor?
) -> [K: R] where R.RawValue: Convertible {
  if let value = Conversion.value([K: ByRawValue<R>].self, of: right) {
    left = value.mapValues(\.choice)
  }
  return left
}

/// Sets the variable to the case with this raw value; to nil for nil and failures.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout R?, right: V?) -> R?
where R.RawValue: Convertible {
  left = Conversion.value(ByRawValue<R>.self, of: right)?.choice
  return left
}

/// Sets the variable to the case with this raw value; keeps its value for nil and failures.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout R, right: V?) -> R
where R.RawValue: Convertible {
  if let value = Conversion.value(ByRawValue<R>.self, of: right) { left = value.choice }
  return left
}

/// Sets the array to the cases with these raw values. Unless the value is an array, returns nil and
/// keeps the variable's value.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout [R]?, right: V?) -> [R]?
where R.RawValue: Convertible {
  guard let value = Conversion.value([ByRawValue<R>].self, of: right) else { return nil }
  left = value.map(\.choice)
  return left
}

/// Sets the array to the cases with these raw values; keeps its value unless the right side is an
/// array.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout [R], right: V?) -> [R]
where R.RawValue: Convertible {
  if let value = Conversion.value([ByRawValue<R>].self, of: right) { left = value.map(\.choice) }
  return left
}

/// Sets the dictionary to the cases with these raw values. Unless the value is a dictionary,
/// returns nil and keeps the variable's value.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <K: Convertible, R: RawRepresentable, V>(
  left: inout [K: R]?, right: V?
) -> [K: R]? where R.RawValue: Convertible {
  guard let value = Conversion.value([K: ByRawValue<R>].self, of: right) else { return nil }
  left = value.mapValues(\.choice)
  return left
}

/// Sets the dictionary to the cases with these raw values; keeps its value unless the right side is
/// a dictionary.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <K: Convertible, R: RawRepresentable, V>(
  left: inout [K: R], right: V?
) -> [K: R] where R.RawValue: Convertible {
  if let value = Conversion.value([K: ByRawValue<R>].self, of: right) {
    left = value.mapValues(\.choice)
  }
  return left
}
