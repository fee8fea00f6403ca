public import Sluice

/// A value of an enum, or of another type with raw values, that is no ``Convertible`` itself: made
/// of what its raw value is made of. An integer as a raw value is exact: 1.5 is no case.
@usableFromInline
struct ByRawValue<Choice: RawRepresentable>: Convertible where Choice.RawValue: Convertible {
  @usableFromInline let choice: Choice

  @usableFromInline
  static func convert<T>(fromValue value: T?) throws -> ByRawValue? {
    guard let value else { return nil }
    if let choice = Conversion.same(value, as: Choice.self) { return ByRawValue(choice: choice) }
    if Choice.RawValue.self is any FixedWidthInteger.Type, let number = try JSON(scalar: value) {
      try refuseFraction(number)
    }
    return try made(of: try Choice.RawValue.convert(fromValue: value))
  }

  @usableFromInline
  static func convert(from cursor: JSONCursor) throws -> ByRawValue? {
    if Choice.RawValue.self is any FixedWidthInteger.Type, cursor.position.isNumber {
      try refuseFraction(.number(try cursor.number))
    }
    return try made(of: try Choice.RawValue.convert(from: cursor))
  }

  private static func refuseFraction(_ scalar: JSON) throws {
    guard case .number(let number) = scalar else { return }
    guard number.isPlainInteger || number.integer(as: Int64.self) != nil else {
      throw ConversionError.invalidValue
    }
  }

  private static func made(of rawValue: Choice.RawValue?) throws -> ByRawValue? {
    guard let rawValue else { return nil }
    guard let choice = Choice(rawValue: rawValue) else { throw ConversionError.invalidValue }
    return ByRawValue(choice: choice)
  }
}

/// An enum becomes ``Convertible`` by saying so: `enum Suit: String, Convertible`. It need not, for
/// `<--` takes any with a raw value; within other types that are converted, such as arrays of
/// arrays, it must.
extension Convertible where Self: RawRepresentable, RawValue: Convertible {
  public static func convert<T>(fromValue value: T?) throws -> Self? {
    try ByRawValue<Self>.convert(fromValue: value)?.choice
  }

  public static func convert(from cursor: JSONCursor) throws -> Self? {
    try ByRawValue<Self>.convert(from: cursor)?.choice
  }
}
