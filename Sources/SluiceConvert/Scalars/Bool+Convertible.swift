public import Sluice

/// Converts Booleans; integers, of which the positive ones are `true`; the strings `true`, `t`,
/// `yes`, `y`, `false`, `f`, `no` and `n` in either case.
extension Bool: ScalarConvertible {
  @inlinable
  public static func convert(from cursor: JSONCursor) throws -> Bool? {
    if cursor.position.isTrue { return true }
    if cursor.position.isFalse { return false }
    return try converted(fromOther: cursor)
  }

  public static func convert(fromScalar scalar: JSON) throws -> Bool? {
    switch scalar {
    case .bool(let bool): return bool
    case .number(let number):
      if let integer = number.integer(as: Int64.self) { return integer > 0 }
      if number.integer(as: UInt64.self) != nil { return true }
    case .string(let text):
      switch text.lowercased() {
      case "true", "t", "yes", "y": return true
      case "false", "f", "no", "n": return false
      default: break
      }
    default: break
    }
    throw ConversionError.invalidValue
  }
}
