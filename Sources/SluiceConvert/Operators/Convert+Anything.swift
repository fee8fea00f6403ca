public import Sluice

// `<--` for types on the left that are not convertible: the value is cast. JSON is cast from the
// value of `JSONSerialization`: `String`, `NSNumber`, `[Any]`, `[String: Any]`.

/// Sets the variable to the value if it has its type, otherwise to nil.
@discardableResult @_disfavoredOverload
public func <-- <T, V>(left: inout T?, right: V?) -> T? {
  left = Conversion.cast(right, to: T.self)
  return left
}

/// Sets the variable to the value if it has its type, otherwise keeps its value.
@discardableResult @_disfavoredOverload
public func <-- <T, V>(left: inout T, right: V?) -> T {
  if let value = Conversion.cast(right, to: T.self) { left = value }
  return left
}

/// Sets the variable to Foundation's value of the JSON if it has its type, otherwise to nil.
@discardableResult @_disfavoredOverload
public func <-- <T>(left: inout T?, right: JSONCursor?) -> T? {
  left = Conversion.cast(right, to: T.self)
  return left
}

/// Sets the variable to Foundation's value of the JSON if it has its type, otherwise keeps its
/// value.
@discardableResult @_disfavoredOverload
public func <-- <T>(left: inout T, right: JSONCursor?) -> T {
  if let value = Conversion.cast(right, to: T.self) { left = value }
  return left
}

// An `Any` has its own overloads: with those above Swift 6.3's type checker aborts.

/// Sets the variable to the value; keeps its value for nil.
@discardableResult
public func <-- <V>(left: inout Any, right: V?) -> Any {
  if let value = Conversion.cast(right, to: Any.self) { left = value }
  return left
}

/// Sets the variable to Foundation's value of the JSON; keeps its value for a missing value and
/// `null`.
@discardableResult
public func <-- (left: inout Any, right: JSONCursor?) -> Any {
  if let value = Conversion.cast(right, to: Any.self) { left = value }
  return left
}

extension Conversion {
  /// Returns the value as a `T`, nil when there is no value. The failure handler receives a value
  /// of another type.
  fileprivate static func cast<T, V>(_ value: V?, to type: T.Type) -> T? {
    guard let value else { return nil }
    do {
      if let view = view(in: value) { return try cast(view, to: type) }
      if let json = value as? JSON, T.self != Any.self {
        return json.isNull ? nil : try cast(json.foundationValue())
      }
      if isNil(value) { return nil }
      return try cast(value)
    } catch {
      report(error, of: value, to: type)
      return nil
    }
  }

  /// An `Any` and a `JSONView` take the view itself.
  private static func cast<T>(_ view: JSONView, to type: T.Type) throws -> T? {
    if view.isNull { return nil }
    if let same = view as? T { return same }
    return try cast(try view.withCursor { try $0.materializeMapped() }.foundationValue())
  }

  fileprivate static func cast<T>(_ cursor: JSONCursor?, to type: T.Type) -> T? {
    guard let cursor, !cursor.isNull else { return nil }
    do {
      return try cast(try cursor.materializeMapped().foundationValue())
    } catch {
      report(error, of: cursor, to: type)
      return nil
    }
  }

  /// Never casts arrays and dictionaries to a class (`NSArray`, `NSDictionary`): see `same`.
  private static func cast<T>(_ value: Any) throws -> T {
    if let same = same(value, as: T.self) { return same }
    guard try JSON(scalar: value) != nil, let bridged = value as? T else {
      throw ConversionError.unsupportedType
    }
    return bridged
  }
}
