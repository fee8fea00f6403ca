import Sluice

/// The one value that an `init(from:)` asks for, by a decoder's policy: see ``DecodedFields``.
@usableFromInline
package protocol DecodedValue: SingleValueDecodingContainer {
  func bool() throws -> Bool
  func string() throws -> String
  func double() throws -> Double
  func float() throws -> Float
  func integer<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T
  func value<T: Decodable>(_ type: T.Type) throws -> T
}

extension DecodedValue {
  @inlinable
  package func bool() throws -> Bool { try value(Bool.self) }
  @inlinable
  package func string() throws -> String { try value(String.self) }
  @inlinable
  package func double() throws -> Double { try value(Double.self) }
  @inlinable
  package func float() throws -> Float { try value(Float.self) }
  @inlinable
  package func integer<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    try value(type)
  }
}

// The standard library's names for them.
extension DecodedValue {
  @inlinable @inline(__always)
  package func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }
  @inlinable @inline(__always)
  package func decode(_ type: Bool.Type) throws -> Bool { try bool() }
  @inlinable @inline(__always)
  package func decode(_ type: String.Type) throws -> String { try string() }
  @inlinable @inline(__always)
  package func decode(_ type: Double.Type) throws -> Double { try double() }
  @inlinable @inline(__always)
  package func decode(_ type: Float.Type) throws -> Float { try float() }
  @inlinable @inline(__always)
  package func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  @inlinable @inline(__always)
  package func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
}
