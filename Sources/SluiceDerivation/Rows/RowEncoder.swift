import Sluice
import SluiceCodable
import SluiceDecoding
import SluiceRows

/// The encoder of a value of a row: of the row itself, a member, or a scalar.
struct RowEncoder: Encoder {
  let row: RowEncoding
  let node: Int

  var codingPath: [any CodingKey] { row.layout.path(node) }
  var userInfo: [CodingUserInfoKey: Any] { row.encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RowKeyedContainer<Key>(row: row, node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    row.nested(node, "", in: node, isArray: true).unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension RowEncoder: SingleValueEncodingContainer {
  func encodeNil() { row.writeNull(node) }
  func encode(_ value: Bool) throws { try row.encode(value, node) }
  func encode(_ value: String) throws { try row.encode(value, node) }
  func encode(_ value: Double) throws { try row.encode(value, node) }
  func encode(_ value: Float) throws { try row.encode(value, node) }
  func encode(_ value: Int) throws { try row.encode(integer: value, node) }
  func encode(_ value: Int8) throws { try row.encode(integer: value, node) }
  func encode(_ value: Int16) throws { try row.encode(integer: value, node) }
  func encode(_ value: Int32) throws { try row.encode(integer: value, node) }
  func encode(_ value: Int64) throws { try row.encode(integer: value, node) }
  func encode(_ value: Int128) throws { try row.encode(integer: value, node) }
  func encode(_ value: UInt) throws { try row.encode(integer: value, node) }
  func encode(_ value: UInt8) throws { try row.encode(integer: value, node) }
  func encode(_ value: UInt16) throws { try row.encode(integer: value, node) }
  func encode(_ value: UInt32) throws { try row.encode(integer: value, node) }
  func encode(_ value: UInt64) throws { try row.encode(integer: value, node) }
  func encode(_ value: UInt128) throws { try row.encode(integer: value, node) }
  func encode<T: Encodable>(_ value: T) throws { try row.encode(value, node) }
}

/// The members of an object of a row. Types encode them in the order in which they were recorded, so a lookup compares the
/// next one first.
struct RowKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let row: RowEncoding
  let node: Int
  private var next = 0

  init(row: RowEncoding, node: Int) {
    self.row = row
    self.node = node
  }

  var codingPath: [any CodingKey] { row.layout.path(node) }

  mutating func encodeNil(forKey key: Key) throws {
    if let member = try member(key) { row.writeNull(member) }
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    if let member = try member(key) { try row.encode(value, member) }
  }

  mutating func encode(_ value: String, forKey key: Key) throws {
    if let member = try member(key) { try row.encode(value, member) }
  }

  mutating func encode(_ value: Double, forKey key: Key) throws {
    if let member = try member(key) { try row.encode(value, member) }
  }

  mutating func encode(_ value: Float, forKey key: Key) throws {
    if let member = try member(key) { try row.encode(value, member) }
  }

  mutating func encode(_ value: Int, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: Int16, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: Int32, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: Int64, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: Int128, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: UInt, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: UInt8, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: UInt16, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: UInt32, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: UInt64, forKey key: Key) throws { try integer(value, key) }
  mutating func encode(_ value: UInt128, forKey key: Key) throws { try integer(value, key) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if let member = try member(key) { try row.encode(value, member) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(key, isArray: false).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key, isArray: true).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { nested(DocumentKey.super, isArray: false) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key, isArray: false) }

  @inline(__always)
  private mutating func integer<T: FixedWidthInteger & Encodable>(
    _ value: T, _ key: Key
  ) throws {
    if let member = try member(key) { try row.encode(integer: value, member) }
  }

  private mutating func nested(_ key: some CodingKey, isArray: Bool) -> any Encoder {
    let name = key.stringValue
    let member = row.layout.member(name, of: node, next: &next)
    return row.nested(member, name, in: node, isArray: isArray)
  }

  /// The node of a key; nil when it has no column.
  @inline(__always)
  private mutating func member(_ key: some CodingKey) throws(JSONError) -> Int? {
    let name = key.stringValue
    if let member = row.layout.member(name, of: node, next: &next) { return member }
    guard row.layout.isComplete, !row.isOver else { return nil }
    throw row.unseen("a member", at: codingPath.map(\.stringValue) + [name])
  }
}

/// Scalars of the standard library.
extension RowEncoding {
  func encode(_ value: Bool, _ node: Int) throws {
    try write(value, node) { (cells, column) throws(JSONError) in try cells.write(value, to: column)
    }
  }

  func encode(_ value: String, _ node: Int) throws {
    try write(value, node) { (cells, column) throws(JSONError) in try cells.write(value, to: column)
    }
  }

  func encode(_ value: Double, _ node: Int) throws {
    try write(value, node) { (cells, column) throws(JSONError) in try cells.write(value, to: column)
    }
  }

  func encode(_ value: Float, _ node: Int) throws {
    try write(value, node) { (cells, column) throws(JSONError) in
      try cells.write(Double(value), to: column)
    }
  }

  @inline(__always)
  func encode<T: FixedWidthInteger & Encodable>(integer value: T, _ node: Int) throws {
    try write(value, node) { (cells, column) throws(JSONError) in try cells.write(value, to: column)
    }
  }
}
