public import Sluice

// `<--` with an enum on its left, or another type with raw values: the raw value is converted. Enums
// that are `Convertible` take the overloads of all such types.

/// Sets the variable to the case with this raw value; to nil for none, and what fails.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable>(left: inout R?, right: JSONCursor?) -> R?
where R.RawValue: Convertible {
  left = Conversion.value(ByRawValue<R>.self, of: right)?.choice
  return left
}

/// Sets the variable to the case with this raw value; keeps its value for none, and what fails.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable>(left: inout R, right: JSONCursor?) -> R
where R.RawValue: Convertible {
  if let value = Conversion.value(ByRawValue<R>.self, of: right) { left = value.choice }
  return left
}

/// Sets the array to the cases with these raw values. What is no array returns nil, and the variable
/// keeps its value.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable>(left: inout [R]?, right: JSONCursor?) -> [R]?
where R.RawValue: Convertible {
  guard let value = Conversion.value([ByRawValue<R>].self, of: right) else { return nil }
  left = value.map(\.choice)
  return left
}

/// Sets the array to the cases with these raw values; keeps its value for what is no array.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable>(left: inout [R], right: JSONCursor?) -> [R]
where R.RawValue: Convertible {
  if let value = Conversion.value([ByRawValue<R>].self, of: right) { left = value.map(\.choice) }
  return left
}

/// Sets the dictionary to the cases with these raw values. What is no dictionary returns nil, and the
/// variable keeps its value.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <K: Convertible, R: RawRepresentable>(
  left: inout [K: R]?, right: JSONCursor?
) -> [K: R]? where R.RawValue: Convertible {
  guard let value = Conversion.value([K: ByRawValue<R>].self, of: right) else { return nil }
  left = value.mapValues(\.choice)
  return left
}

/// Sets the dictionary to the cases with these raw values; keeps its value for what is none.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <K: Convertible, R: RawRepresentable>(
  left: inout [K: R], right: JSONCursor?
) -> [K: R] where R.RawValue: Convertible {
  if let value = Conversion.value([K: ByRawValue<R>].self, of: right) {
    left = value.mapValues(\.choice)
  }
  return left
}

/// Sets the variable to the case with this raw value; to nil for none, and what fails.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout R?, right: V?) -> R?
where R.RawValue: Convertible {
  left = Conversion.value(ByRawValue<R>.self, of: right)?.choice
  return left
}

/// Sets the variable to the case with this raw value; keeps its value for none, and what fails.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout R, right: V?) -> R
where R.RawValue: Convertible {
  if let value = Conversion.value(ByRawValue<R>.self, of: right) { left = value.choice }
  return left
}

/// Sets the array to the cases with these raw values. What is no array returns nil, and the variable
/// keeps its value.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout [R]?, right: V?) -> [R]?
where R.RawValue: Convertible {
  guard let value = Conversion.value([ByRawValue<R>].self, of: right) else { return nil }
  left = value.map(\.choice)
  return left
}

/// Sets the array to the cases with these raw values; keeps its value for what is no array.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <R: RawRepresentable, V>(left: inout [R], right: V?) -> [R]
where R.RawValue: Convertible {
  if let value = Conversion.value([ByRawValue<R>].self, of: right) { left = value.map(\.choice) }
  return left
}

/// Sets the dictionary to the cases with these raw values. What is no dictionary returns nil, and the
/// variable keeps its value.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <K: Convertible, R: RawRepresentable, V>(
  left: inout [K: R]?, right: V?
) -> [K: R]? where R.RawValue: Convertible {
  guard let value = Conversion.value([K: ByRawValue<R>].self, of: right) else { return nil }
  left = value.mapValues(\.choice)
  return left
}

/// Sets the dictionary to the cases with these raw values; keeps its value for what is none.
@inlinable @discardableResult @_disfavoredOverload
public func <-- <K: Convertible, R: RawRepresentable, V>(
  left: inout [K: R], right: V?
) -> [K: R] where R.RawValue: Convertible {
  if let value = Conversion.value([K: ByRawValue<R>].self, of: right) {
    left = value.mapValues(\.choice)
  }
  return left
}
