// Short names of the scalar mappings: `.string` where a mapping is expected. None of them converts: a number is not a
// string, and `true` is not a number.

extension JSONMapping where Self == StringMapping {
  /// A string.
  @inlinable public static var string: StringMapping { StringMapping() }
}

extension JSONMapping where Self == BoolMapping {
  /// `true` or `false`.
  @inlinable public static var bool: BoolMapping { BoolMapping() }
}

extension JSONMapping where Self == IntegerMapping<Int> {
  /// A number that is exactly an `Int`: `1.0` and `1e2` are, `1.5` is not.
  @inlinable public static var int: IntegerMapping<Int> { IntegerMapping() }
}

extension JSONMapping where Self == IntegerMapping<Int8> {
  @inlinable public static var int8: IntegerMapping<Int8> { IntegerMapping() }
}

extension JSONMapping where Self == IntegerMapping<Int16> {
  @inlinable public static var int16: IntegerMapping<Int16> { IntegerMapping() }
}

extension JSONMapping where Self == IntegerMapping<Int32> {
  @inlinable public static var int32: IntegerMapping<Int32> { IntegerMapping() }
}

extension JSONMapping where Self == IntegerMapping<Int64> {
  @inlinable public static var int64: IntegerMapping<Int64> { IntegerMapping() }
}

extension JSONMapping where Self == IntegerMapping<UInt> {
  @inlinable public static var uint: IntegerMapping<UInt> { IntegerMapping() }
}

extension JSONMapping where Self == IntegerMapping<UInt8> {
  @inlinable public static var uint8: IntegerMapping<UInt8> { IntegerMapping() }
}

extension JSONMapping where Self == IntegerMapping<UInt16> {
  @inlinable public static var uint16: IntegerMapping<UInt16> { IntegerMapping() }
}

extension JSONMapping where Self == IntegerMapping<UInt32> {
  @inlinable public static var uint32: IntegerMapping<UInt32> { IntegerMapping() }
}

extension JSONMapping where Self == IntegerMapping<UInt64> {
  @inlinable public static var uint64: IntegerMapping<UInt64> { IntegerMapping() }
}

extension JSONMapping where Self == DoubleMapping {
  /// A number as the nearest `Double`; throws beyond the largest finite double.
  @inlinable public static var double: DoubleMapping { DoubleMapping() }
}

extension JSONMapping where Self == FloatMapping {
  /// A number as the nearest `Float`; throws beyond the largest finite float.
  @inlinable public static var float: FloatMapping { FloatMapping() }
}

extension JSONMapping where Self == NumberMapping {
  /// A number, exact, whatever its digits.
  @inlinable public static var number: NumberMapping { NumberMapping() }
}

extension JSONMapping where Self == OwnedMapping {
  /// Every value, owned. The same as ``owned``.
  public static var json: OwnedMapping { OwnedMapping() }
}
