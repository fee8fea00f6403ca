public import Foundation
public import Sluice
import SluiceFoundation

/// Converts numbers, and strings with a decimal number, exactly: more than 38 digits are an invalid
/// value. Converts Booleans, of which `true` is 1.
extension Decimal: ScalarConvertible {
  public static func convert(fromScalar scalar: JSON) throws -> Decimal? {
    switch scalar {
    case .bool(let bool): return bool ? 1 : 0
    case .number(let number): if let decimal = number.decimal { return decimal }
    case .string(let text): if let decimal = DecimalText.number(text)?.decimal { return decimal }
    default: break
    }
    throw ConversionError.invalidValue
  }
}

/// Like `Double`.
extension CGFloat: ScalarConvertible {
  public static func convert(fromScalar scalar: JSON) throws -> CGFloat? {
    try Double.convert(fromScalar: scalar).map { CGFloat($0) }
  }
}

/// Converts strings that are valid URLs: nothing is percent-encoded.
extension URL: ScalarConvertible {
  public static func convert(fromScalar scalar: JSON) throws -> URL? {
    guard scalar.kind == .string else { throw ConversionError.unsupportedType }
    guard let url = scalar.url else { throw ConversionError.invalidValue }
    return url
  }
}

/// Converts strings of 36 characters.
extension UUID: ScalarConvertible {
  public static func convert(fromScalar scalar: JSON) throws -> UUID? {
    guard scalar.kind == .string else { throw ConversionError.unsupportedType }
    guard let uuid = scalar.uuid else { throw ConversionError.invalidValue }
    return uuid
  }
}

/// Converts numbers, as seconds since 1970, and strings with ``Conversion/dateFormatter``. Specify
/// other formats: `date <-- (value, "yyyy-MM-dd")`.
extension Date: ScalarConvertible {
  public static func convert(fromScalar scalar: JSON) throws -> Date? {
    switch scalar {
    case .number:
      if let date = scalar.date(.secondsSince1970) { return date }
    case .string(let text):
      if let date = Conversion.date(in: text) { return date }
    default: throw ConversionError.unsupportedType
    }
    throw ConversionError.invalidValue
  }
}
