public import Sluice

extension ScalarConvertible where Self: BinaryFloatingPoint {
  @inlinable
  public static func convert<T>(fromValue value: T?) throws -> Self? {
    guard let value else { return nil }
    if Swift.type(of: value as Any) == Self.self { return value as? Self }
    if !Conversion.isDecimal(value), let same = value as? Self { return same }
    return try converted(fromOther: value)
  }
}

/// Converts numbers to the nearest; strings with a decimal number; Booleans, of which `true` is 1.
/// A number beyond the largest finite one is an invalid value.
extension Double: ScalarConvertible {
  @inlinable
  public static func convert(from cursor: JSONCursor) throws -> Double? {
    guard cursor.position.isNumber, let double = try? cursor.position.double() else {
      return try converted(fromOther: cursor)
    }
    return double
  }

  public static func convert(fromScalar scalar: JSON) throws -> Double? {
    switch scalar {
    case .bool(let bool): return bool ? 1 : 0
    case .number(let number): if let double = number.double { return double }
    case .string(let text):
      if let double = DecimalText.finite(text, as: Double.self) { return double }
    default: break
    }
    throw ConversionError.invalidValue
  }
}

/// Like `Double`, but rounded directly from the decimal number.
extension Float: ScalarConvertible {
  @inlinable
  public static func convert(from cursor: JSONCursor) throws -> Float? {
    guard cursor.position.isNumber, let float = try? cursor.float else {
      return try converted(fromOther: cursor)
    }
    return float
  }

  public static func convert(fromScalar scalar: JSON) throws -> Float? {
    switch scalar {
    case .bool(let bool): return bool ? 1 : 0
    case .number(let number): if let float = number.float { return float }
    case .string(let text): if let float = DecimalText.finite(text, as: Float.self) { return float }
    default: break
    }
    throw ConversionError.invalidValue
  }
}

extension DecimalText {
  /// Returns the number in JSON's spelling: without `+` and leading zeros, with digits on both
  /// sides of the point. Nil for a text that is not a number.
  static func number(_ text: String) -> JSONNumber? {
    guard mayBeNumber(text) else { return nil }
    var rest = text[...]
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    let mantissa = rest.prefix { $0 != "e" && $0 != "E" }
    let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }) else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    var spelling = (isNegative ? "-" : "") + (whole.isEmpty ? "0" : String(whole))
    if parts.count == 2, !parts[1].isEmpty { spelling += ".\(parts[1])" }
    return JSONNumber(spelling + rest[mantissa.endIndex...])
  }
}
