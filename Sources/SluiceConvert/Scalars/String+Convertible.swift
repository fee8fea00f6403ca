public import Sluice

/// Converts strings; numbers, whole ones without a point (`1.0` is `1`), others with the fewest
/// digits that read back the same; Booleans, of which `true` is `1`; dates, with
/// ``Conversion/dateFormatter``; URLs, UUIDs and colours.
extension String: ScalarConvertible {
  @inlinable
  public static func convert(from cursor: JSONCursor) throws -> String? {
    guard cursor.position.byte == Byte.quote else { return try converted(fromOther: cursor) }
    return try cursor.string
  }

  public static func convert(fromScalar scalar: JSON) throws -> String? {
    switch scalar {
    case .bool(let bool): return bool ? "1" : "0"
    case .number(let number):
      if let integer = number.integer(as: Int64.self) { return integer.description }
      if let integer = number.integer(as: UInt64.self) { return integer.description }
      return number.shortened.description
    case .string(let text): return text
    default: throw ConversionError.unsupportedType
    }
  }
}
