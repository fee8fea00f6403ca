import Sluice

/// Integers convert from numbers without a fraction (`1.0` but not `1.5`), from strings of digits
/// with or without a sign, and from `true` and `false` (1 and 0). Values that don't fit are not
/// converted; nothing wraps or is truncated.
protocol IntegerLeaf: FixedWidthInteger, ReadableLeaf, WritableLeaf {}

extension JSONLeafRepresentable where Self: FixedWidthInteger {
  public var jsonLeafValue: JSONLeafValue? { JSONLeafValue(self) }
}

extension JSONLeafCreatable where Self: FixedWidthInteger {
  public init?(jsonValue: JSONLeafValue) {
    switch jsonValue {
    case .number(let number):
      guard let value = number.integer(as: Self.self) else { return nil }
      self = value
    case .string(let text):
      guard let value = Self(text, radix: 10) else { return nil }
      self = value
    case .bool(let bool): self = bool ? 1 : 0
    case .null: return nil
    }
  }
}

extension JSONPosition {
  /// Reads an integer; nil when the value can't be converted.
  func integerLeaf<T: FixedWidthInteger>() throws(JSONError) -> T? {
    if isText { return T(try text(), radix: 10) }
    guard isNumber else { return try boolLeaf().map { $0 ? 1 : 0 } }
    do throws(JSONError) {
      return try integer(as: T.self, JSONError.Expectation(of: T.self))
    } catch {
      guard error.isAboutValue else { throw error }
      return nil
    }
  }
}

extension IntegerLeaf {
  static func leaf(at position: JSONPosition) throws(JSONError) -> Self? {
    try position.integerLeaf()
  }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

extension Int: IntegerLeaf, JSONLeafEnum {}
extension Int8: IntegerLeaf, JSONLeafEnum {}
extension Int16: IntegerLeaf, JSONLeafEnum {}
extension Int32: IntegerLeaf, JSONLeafEnum {}
extension Int64: IntegerLeaf, JSONLeafEnum {}
extension Int128: IntegerLeaf, JSONLeafEnum {}
extension UInt: IntegerLeaf, JSONLeafEnum {}
extension UInt8: IntegerLeaf, JSONLeafEnum {}
extension UInt16: IntegerLeaf, JSONLeafEnum {}
extension UInt32: IntegerLeaf, JSONLeafEnum {}
extension UInt64: IntegerLeaf, JSONLeafEnum {}
extension UInt128: IntegerLeaf, JSONLeafEnum {}
