public import Sluice

/// Wraps a value of an enum, or another type with raw values, that is not ``Convertible``. It
/// converts whatever its raw value converts. An integer as a raw value is exact: 1.5 matches no
/// case.
@usableFromInline
struct ByRawValue<Choice: RawRepresentable>: Convertible where Choice.RawValue: Convertible {
  @usableFromInline let choice: Choice

  @inlinable
  init(choice: Choice) { self.choice = choice }

  @inlinable
  static func convert<T>(fromValue value: T?) throws -> ByRawValue? {
    guard let value else { return nil }
    if let choice = Conversion.same(value, as: Choice.self) { return ByRawValue(choice: choice) }
    try rejectFraction(ofValue: value)
    return try made(of: try Choice.RawValue.convert(fromValue: value))
  }

  @inlinable
  static func convert(from cursor: JSONCursor) throws -> ByRawValue? {
    if cursor.position.isNumber { try rejectFraction(of: cursor) }
    return try made(of: try Choice.RawValue.convert(from: cursor))
  }

  @inlinable
  static func made(of rawValue: Choice.RawValue?) throws -> ByRawValue? {
    guard let rawValue else { return nil }
    guard let choice = Choice(rawValue: rawValue) else { throw ConversionError.invalidValue }
    return ByRawValue(choice: choice)
  }

  @usableFromInline @inline(never)
  static func rejectFraction(ofValue value: Any) throws {
    guard Choice.RawValue.self is any FixedWidthInteger.Type,
      case .number(let number)? = try JSON(scalar: value)
    else { return }
    try rejectFraction(number)
  }

  @usableFromInline @inline(never)
  static func rejectFraction(of cursor: JSONCursor) throws {
    guard Choice.RawValue.self is any FixedWidthInteger.Type else { return }
    try rejectFraction(try cursor.number)
  }

  private static func rejectFraction(_ number: JSONNumber) throws {
    guard number.isPlainInteger || number.integer(as: Int64.self) != nil else {
      throw ConversionError.invalidValue
    }
  }
}

/// Declare an enum ``Convertible`` with `enum Suit: String, Convertible`. `<--` does not need that
/// for types with a raw value, unless they are inside other converted types, such as arrays of
/// arrays.
extension Convertible where Self: RawRepresentable, RawValue: Convertible {
  @inlinable
  public static func convert<T>(fromValue value: T?) throws -> Self? {
    try ByRawValue<Self>.convert(fromValue: value)?.choice
  }

  @inlinable
  public static func convert(from cursor: JSONCursor) throws -> Self? {
    try ByRawValue<Self>.convert(from: cursor)?.choice
  }
}
