import Sluice

/// The elements of an array that an `init(from:)` asks for, by a decoder's policy: see ``DecodedFields``.
@usableFromInline
package protocol DecodedElements: UnkeyedDecodingContainer {
  // Each reads the current element, and goes on to the next.

  mutating func bool() throws -> Bool
  mutating func string() throws -> String
  mutating func double() throws -> Double
  mutating func float() throws -> Float
  mutating func integer<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T
  mutating func value<T: Decodable>(_ type: T.Type) throws -> T
  /// Whether the elements are at their end, or the current one is null: then it is passed.
  mutating func passNull() throws -> Bool
}

extension DecodedElements {
  @inlinable
  package mutating func bool() throws -> Bool { try value(Bool.self) }
  @inlinable
  package mutating func string() throws -> String { try value(String.self) }
  @inlinable
  package mutating func double() throws -> Double { try value(Double.self) }
  @inlinable
  package mutating func float() throws -> Float { try value(Float.self) }
  @inlinable
  package mutating func integer<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    try value(type)
  }
  @inlinable
  package mutating func passNull() throws -> Bool { try isAtEnd || decodeNil() }
}

// The standard library's names for them.
extension DecodedElements {
  @inlinable @inline(__always)
  package mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    try passNull() ? nil : value(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: Bool.Type) throws -> Bool { try bool() }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
    try passNull() ? nil : bool()
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: String.Type) throws -> String { try string() }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
    try passNull() ? nil : string()
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: Double.Type) throws -> Double { try double() }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
    try passNull() ? nil : double()
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: Float.Type) throws -> Float { try float() }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
    try passNull() ? nil : float()
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
    try passNull() ? nil : integer(type)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  @inlinable @inline(__always)
  package mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    try passNull() ? nil : integer(type)
  }
}
