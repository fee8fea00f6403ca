import Foundation
import Sluice

/// The fields that are numbers, Booleans, strings and `null`.
extension KeyedEncoder {
  func encodeNil(forKey key: Key) throws {
    try write(key, Any?.none as Any) { $0.out.append("null") }
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    try write(key, value) { $0.out.append(value ? "true" : "false") }
  }

  func encode(_ value: String, forKey key: Key) throws {
    try write(key, value) { $0.write(value) }
  }

  func encode(_ value: Double, forKey key: Key) throws {
    if value.isFinite { return try write(key, value) { $0.write(value) } }
    let string = try branch.special(value, codingPath + [key])
    try write(key, value) { $0.write(string) }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    if value.isFinite { return try write(key, value) { $0.write(value) } }
    let string = try branch.special(value, codingPath + [key])
    try write(key, value) { $0.write(string) }
  }

  func encode(_ value: Int, forKey key: Key) throws {
    try write(key, value) { $0.write(integer: value) }
  }

  func encode(_ value: Int8, forKey key: Key) throws {
    try write(key, value) { $0.write(integer: value) }
  }

  func encode(_ value: Int16, forKey key: Key) throws {
    try write(key, value) { $0.write(integer: value) }
  }

  func encode(_ value: Int32, forKey key: Key) throws {
    try write(key, value) { $0.write(integer: value) }
  }

  func encode(_ value: Int64, forKey key: Key) throws {
    try write(key, value) { $0.write(integer: value) }
  }

  func encode(_ value: UInt, forKey key: Key) throws {
    try write(key, value) { $0.write(integer: value) }
  }

  func encode(_ value: UInt8, forKey key: Key) throws {
    try write(key, value) { $0.write(integer: value) }
  }

  func encode(_ value: UInt16, forKey key: Key) throws {
    try write(key, value) { $0.write(integer: value) }
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    try write(key, value) { $0.write(integer: value) }
  }

  func encode(_ value: UInt64, forKey key: Key) throws {
    try write(key, value) { $0.write(integer: value) }
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    try write(key, value) { $0.write(raw: value.description) }
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try write(key, value) { $0.write(raw: value.description) }
  }

  /// Writes a field. Types of keys without references, such as enums, make them of literals.
  @inline(__always)
  private func write(
    _ key: Key, _ value: @autoclosure () -> Any, _ write: (inout EncodingText) -> Void
  ) throws {
    if cell.isRefused { throw ValueEncoder.refused(value(), codingPath) }
    // Sound because the cell keeps its branch alive.
    try unsafe cell.branch._withUnsafeGuaranteedRef { branch in
      guard branch.isInnermost(cell.depth, container: cell.number) else {
        return try branch.refuse(value(), cell.depth, container: cell.number)
      }
      let earlier = branch.writeKey(name(key), isLiteral: _isPOD(Key.self), cell.depth)
      write(&branch.text)
      if earlier >= 0 { branch.replace(earlier, cell.depth) }
    }
  }
}

/// The fields that may be nil, for which nothing is written then. The protocol would do the same by one more call through
/// its table of witnesses for each field.
extension KeyedEncoder {
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }
}
