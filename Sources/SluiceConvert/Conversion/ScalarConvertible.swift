public import Sluice

/// A type with a JSON form of one string, number or Boolean.
///
/// ```swift
/// struct UserID: ScalarConvertible, Hashable {
///   let number: Int
///
///   static func convert(fromScalar scalar: JSON) throws -> UserID? {
///     guard let text = scalar.string, text.hasPrefix("user-"), let number = Int(text.dropFirst(5))
///     else { throw ConversionError.invalidValue }
///     return UserID(number: number)
///   }
/// }
/// ```
///
/// Swift's numbers, strings and Booleans, `Date`, `URL`, `Decimal` and similar types are passed as
/// their JSON scalar; so is an enum with a raw value.
public protocol ScalarConvertible: Convertible {
  /// Returns the value of a scalar. Never called with `null`, an array or an object.
  static func convert(fromScalar scalar: JSON) throws -> Self?
}

extension ScalarConvertible {
  @inlinable
  public static func convert<T>(fromValue value: T?) throws -> Self? {
    guard let value else { return nil }
    if let same = Conversion.same(value, as: Self.self) { return same }
    return try converted(fromOther: value)
  }

  @inlinable
  public static func convert(from cursor: JSONCursor) throws -> Self? {
    try converted(fromOther: cursor)
  }

  @usableFromInline @inline(never)
  static func converted(fromOther value: Any) throws -> Self? {
    guard let scalar = try JSON(scalar: value) else { return nil }
    return try convert(fromScalar: scalar)
  }

  /// Converts other kinds of JSON than the type's own, which has a fast path.
  @usableFromInline @inline(never)
  static func converted(fromOther cursor: JSONCursor) throws -> Self? {
    switch try cursor.kind {
    case .null: return nil
    case .array, .object: throw ConversionError.unsupportedType
    case .bool: return try convert(fromScalar: .bool(try cursor.bool))
    case .number: return try convert(fromScalar: .number(try cursor.number))
    case .string: return try convert(fromScalar: .string(try cursor.string))
    }
  }
}
