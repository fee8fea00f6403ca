// Bender's names for what has other names in this module, and constants named like them. Its clients
// compile unchanged, and a rule has a name where the compiler can't infer one: `IntRule.validate(json)`.

public import Sluice

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Bender's name for ``ValueBox``.
public typealias ref = ValueBox

/// `.int`
public let IntRule = IntegerRule<Int>()
/// `.int8`
public let Int8Rule = IntegerRule<Int8>()
/// `.int16`
public let Int16Rule = IntegerRule<Int16>()
/// `.int32`
public let Int32Rule = IntegerRule<Int32>()
/// `.int64`
public let Int64Rule = IntegerRule<Int64>()
/// `.uint`
public let UIntRule = IntegerRule<UInt>()
/// `.uint8`
public let UInt8Rule = IntegerRule<UInt8>()
/// `.uint16`
public let UInt16Rule = IntegerRule<UInt16>()
/// `.uint32`
public let UInt32Rule = IntegerRule<UInt32>()
/// `.uint64`
public let UInt64Rule = IntegerRule<UInt64>()

/// `.double`
public let DoubleRule = FloatingRule<Double>()
/// `.float`
public let FloatRule = FloatingRule<Float>()

/// `.bool`: `true` or `false`; also 1 and 0, however these numbers are written.
public let BoolRule = TypeRule<Bool>()
/// `.string`: a string. Other values are not converted.
public let StringRule = TypeRule<String>()
/// `.json`: any value, owned.
public let JSONRule = TypeRule<JSON>()
/// `.url`: a URL. Nothing is percent-encoded.
public let URLRule = TypeRule<URL>()
/// `.uuid`: a UUID of 36 characters.
public let UUIDRule = TypeRule<UUID>()
/// `.decimal`: a decimal number, exact up to 38 digits. Rejects longer ones.
public let DecimalRule = TypeRule<Decimal>()
/// `.data`: bytes in padded Base64.
public let DataRule = TypeRule<Data>()
