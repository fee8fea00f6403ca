import Sluice

/// The fields of an object that an `init(from:)` asks for: a keyed container without the sixteen types that the standard
/// library's protocol spells out.
///
/// Each decoder conforms its container and says how the five kinds of scalars are found and read: strictly, leniently, by a
/// prototype's own values, or made up. So the containers of all decoders are one, and what a conforming type says is its
/// policy. Dispatch is static: the methods below are compiled for each container.
///
/// A policy that reads all types in one way has only ``value(_:_:)`` and ``valueIfPresent(_:_:)``.
@usableFromInline
package protocol DecodedFields: KeyedDecodingContainerProtocol {
  func bool(_ key: Key) throws -> Bool
  func string(_ key: Key) throws -> String
  func double(_ key: Key) throws -> Double
  func float(_ key: Key) throws -> Float
  func integer<T: FixedWidthInteger & Decodable>(_ type: T.Type, _ key: Key) throws -> T
  func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T

  // Nil for a field that is missing or null.

  func boolIfPresent(_ key: Key) throws -> Bool?
  func stringIfPresent(_ key: Key) throws -> String?
  func doubleIfPresent(_ key: Key) throws -> Double?
  func floatIfPresent(_ key: Key) throws -> Float?
  func integerIfPresent<T: FixedWidthInteger & Decodable>(_ type: T.Type, _ key: Key) throws -> T?
  func valueIfPresent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T?
}

extension DecodedFields {
  @inlinable
  package func bool(_ key: Key) throws -> Bool { try value(Bool.self, key) }
  @inlinable
  package func boolIfPresent(_ key: Key) throws -> Bool? { try valueIfPresent(Bool.self, key) }
  @inlinable
  package func string(_ key: Key) throws -> String { try value(String.self, key) }
  @inlinable
  package func stringIfPresent(_ key: Key) throws -> String? {
    try valueIfPresent(String.self, key)
  }
  @inlinable
  package func double(_ key: Key) throws -> Double { try value(Double.self, key) }
  @inlinable
  package func doubleIfPresent(_ key: Key) throws -> Double? {
    try valueIfPresent(Double.self, key)
  }
  @inlinable
  package func float(_ key: Key) throws -> Float { try value(Float.self, key) }
  @inlinable
  package func floatIfPresent(_ key: Key) throws -> Float? { try valueIfPresent(Float.self, key) }
  @inlinable
  package func integer<T: FixedWidthInteger & Decodable>(
    _ type: T.Type, _ key: Key
  ) throws -> T { try value(type, key) }
  @inlinable
  package func integerIfPresent<T: FixedWidthInteger & Decodable>(
    _ type: T.Type, _ key: Key
  ) throws -> T? { try valueIfPresent(type, key) }
}

// The standard library's names for them.
extension DecodedFields {
  @inlinable @inline(__always)
  package func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try value(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try valueIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try bool(key) }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try boolIfPresent(key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: String.Type, forKey key: Key) throws -> String { try string(key) }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try stringIfPresent(key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try double(key) }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try doubleIfPresent(key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try float(key) }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try floatIfPresent(key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try integerIfPresent(type, key)
  }

  @inlinable @inline(__always)
  package func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try integer(type, key)
  }

  @inlinable @inline(__always)
  package func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try integerIfPresent(type, key)
  }
}
