public import Sluice
public import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// The rules of single values, written where a rule is expected: `.expect("title", .string)`. The
// function's parameter already says that it is a rule, and the compiler finds the member from there,
// so that `stringRule` would only repeat it. Where nothing says so, there are Bender's names, such
// as `StringRule`.

extension Rule where Self == IntegerRule<Int> {
  /// An `Int`, exactly. See ``IntegerRule``.
  @inlinable public static var int: IntegerRule<Int> { IntegerRule() }
}

extension Rule where Self == IntegerRule<Int8> {
  /// An `Int8`, exactly.
  @inlinable public static var int8: IntegerRule<Int8> { IntegerRule() }
}

extension Rule where Self == IntegerRule<Int16> {
  /// An `Int16`, exactly.
  @inlinable public static var int16: IntegerRule<Int16> { IntegerRule() }
}

extension Rule where Self == IntegerRule<Int32> {
  /// An `Int32`, exactly.
  @inlinable public static var int32: IntegerRule<Int32> { IntegerRule() }
}

extension Rule where Self == IntegerRule<Int64> {
  /// An `Int64`, exactly.
  @inlinable public static var int64: IntegerRule<Int64> { IntegerRule() }
}

extension Rule where Self == IntegerRule<UInt> {
  /// A `UInt`, exactly.
  @inlinable public static var uint: IntegerRule<UInt> { IntegerRule() }
}

extension Rule where Self == IntegerRule<UInt8> {
  /// A `UInt8`, exactly.
  @inlinable public static var uint8: IntegerRule<UInt8> { IntegerRule() }
}

extension Rule where Self == IntegerRule<UInt16> {
  /// A `UInt16`, exactly.
  @inlinable public static var uint16: IntegerRule<UInt16> { IntegerRule() }
}

extension Rule where Self == IntegerRule<UInt32> {
  /// A `UInt32`, exactly.
  @inlinable public static var uint32: IntegerRule<UInt32> { IntegerRule() }
}

extension Rule where Self == IntegerRule<UInt64> {
  /// A `UInt64`, exactly.
  @inlinable public static var uint64: IntegerRule<UInt64> { IntegerRule() }
}

extension Rule where Self == FloatingRule<Double> {
  /// A `Double`, correctly rounded. See ``FloatingRule``.
  @inlinable public static var double: FloatingRule<Double> { FloatingRule() }
}

extension Rule where Self == FloatingRule<Float> {
  /// A `Float`, correctly rounded.
  @inlinable public static var float: FloatingRule<Float> { FloatingRule() }
}

extension Rule where Self == TypeRule<Bool> {
  /// `true` or `false`; also 1 and 0, however these numbers are written.
  @inlinable public static var bool: TypeRule<Bool> { TypeRule() }
}

extension Rule where Self == TypeRule<String> {
  /// A string. Other values are not converted.
  @inlinable public static var string: TypeRule<String> { TypeRule() }
}

extension Rule where Self == TypeRule<JSON> {
  /// Any value, owned.
  @inlinable public static var json: TypeRule<JSON> { TypeRule() }
}

extension Rule where Self == TypeRule<URL> {
  /// A URL. Nothing is percent-encoded.
  @inlinable public static var url: TypeRule<URL> { TypeRule() }
}

extension Rule where Self == TypeRule<UUID> {
  /// A UUID of 36 characters.
  @inlinable public static var uuid: TypeRule<UUID> { TypeRule() }
}

extension Rule where Self == TypeRule<Decimal> {
  /// A decimal number, exact up to 38 digits. Rejects longer ones.
  @inlinable public static var decimal: TypeRule<Decimal> { TypeRule() }
}

extension Rule where Self == TypeRule<Data> {
  /// Bytes in padded Base64.
  @inlinable public static var data: TypeRule<Data> { TypeRule() }
}

extension Rule where Self == DateRule {
  /// An ISO 8601 date-time.
  public static var date: DateRule { DateRule() }

  /// A date in a format.
  public static func date(_ format: JSONDateFormat) -> DateRule { DateRule(format) }
}
