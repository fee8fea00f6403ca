public import Sluice

/// Converts numbers, whose fraction is dropped; strings of digits, with or without a sign;
/// Booleans, of which `true` is 1. A value that does not fit is invalid: nothing wraps or traps.
extension ScalarConvertible where Self: FixedWidthInteger {
  @inlinable
  public static func convert(from cursor: JSONCursor) throws -> Self? {
    guard cursor.position.isNumber,
      let integer: Self = try? cursor.position.integer(JSONError.Expectation(of: Self.self))
    else { return try converted(fromOther: cursor) }
    return integer
  }

  @inlinable
  public static func convert<T>(fromValue value: T?) throws -> Self? {
    guard let value else { return nil }
    if Swift.type(of: value as Any) == Self.self { return value as? Self }
    if !Conversion.isFloating(value), let same = value as? Self { return same }
    return try converted(fromNumber: value)
  }

  /// Uses the exact value of a floating-point number, not the shortest decimal that represents it
  /// in JSON.
  @usableFromInline @inline(never)
  static func converted(fromNumber value: Any) throws -> Self? {
    guard let number = value as? any BinaryFloatingPoint else {
      return try converted(fromOther: value)
    }
    guard let integer = truncated(number) else { throw ConversionError.invalidValue }
    return integer
  }

  private static func truncated(_ number: some BinaryFloatingPoint) -> Self? {
    Self(exactly: number.rounded(.towardZero))
  }

  public static func convert(fromScalar scalar: JSON) throws -> Self? {
    switch scalar {
    case .bool(let bool): return bool ? 1 : 0
    case .number(let number):
      if let integer = number.truncated(to: Self.self) { return integer }
    case .string(let text):
      if let integer = Self(text) { return integer }
    default: break
    }
    throw ConversionError.invalidValue
  }
}

extension Int: ScalarConvertible {}
extension Int8: ScalarConvertible {}
extension Int16: ScalarConvertible {}
extension Int32: ScalarConvertible {}
extension Int64: ScalarConvertible {}
extension UInt: ScalarConvertible {}
extension UInt8: ScalarConvertible {}
extension UInt16: ScalarConvertible {}
extension UInt32: ScalarConvertible {}
extension UInt64: ScalarConvertible {}
extension Int128: ScalarConvertible {}
extension UInt128: ScalarConvertible {}
