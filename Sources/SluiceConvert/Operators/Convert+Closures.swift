// `<--` with a value and a closure on the right: the value is converted to the closure's parameter.
// A closure that can't fail has its own overloads, which fit it better than those for any value.

/// Sets the variable to the closure's result for the value; to nil for nil and failures.
///
/// ```swift
/// let epoch = Date(timeIntervalSince1970: 0)
/// born <-- (dictionary["day"], { (day: Int) in epoch + Double(day) * 86400 })
/// ```
@discardableResult
public func <-- <T, V, C: Convertible>(left: inout T?, right: (V, (C) throws -> T)) -> T? {
  left = Conversion.value(of: right.0, by: right.1)
  return left
}

/// Sets the variable to the closure's result for the value; to nil for nil and failures.
@discardableResult
public func <-- <T, V, C: Convertible>(left: inout T?, right: (V, (C) throws -> T?)) -> T? {
  left = Conversion.value(of: right.0, by: right.1)
  return left
}

/// Sets the variable to the closure's result for the value; keeps its value for nil and failures.
@discardableResult
public func <-- <T, V, C: Convertible>(left: inout T, right: (V, (C) throws -> T)) -> T {
  if let value = Conversion.value(of: right.0, by: right.1) { left = value }
  return left
}

/// Sets the variable to the closure's result for the value; keeps its value for nil and failures.
@discardableResult
public func <-- <T, V, C: Convertible>(left: inout T, right: (V, (C) throws -> T?)) -> T {
  if let value = Conversion.value(of: right.0, by: right.1) { left = value }
  return left
}

extension Conversion {
  fileprivate static func value<T, V, C: Convertible>(
    of value: V, by make: (C) throws -> T?
  ) -> T? {
    guard let converted = Conversion.value(C.self, of: .some(value)) else { return nil }
    do {
      if let made = try make(converted) { return made }
      report(ConversionError.invalidValue, of: value, to: T.self)
    } catch {
      report(error, of: value, to: T.self)
    }
    return nil
  }
}
