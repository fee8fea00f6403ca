import Sluice

/// Conversions of Elevate: numbers accept `true` as 1 and `false` as 0.
extension JSONPosition {
  func ownedString() throws(JSONError) -> String {
    guard byte == Byte.quote else { throw mismatch(.string) }
    guard let string = RawString(self).string else { throw JSONError(.invalidEscape, at: offset) }
    return string
  }

  @inline(__always)
  func integerOrBool<T: FixedWidthInteger>(as type: T.Type) throws(JSONError) -> T {
    if byte | 0x12 == 0x76, let value = boolAsNumber { return value == 1 ? 1 : 0 }
    return try integer(as: type, JSONError.Expectation(of: type))
  }

  @inline(__always)
  func doubleOrBool() throws(JSONError) -> Double {
    if byte | 0x12 == 0x76, let value = boolAsNumber { return Double(value) }
    return try double()
  }

  func floatOrBool() throws(JSONError) -> Float {
    if let value = boolAsNumber { return Float(value) }
    return try float()
  }

  private var boolAsNumber: Int? { isTrue ? 1 : isFalse ? 0 : nil }
}
