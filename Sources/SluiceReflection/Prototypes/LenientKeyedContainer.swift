import Sluice

/// The fields of an object, read leniently: those that are missing, null or can't be converted have
/// the prototype's value.
struct LenientKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: LenientObject

  var codingPath: [any CodingKey] { object.codingPath }

  /// The object's keys that belong to the type, in the document's order. O(fields).
  var allKeys: [Key] { object.names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { object.contains(key.stringValue) }

  func decodeNil(forKey key: Key) throws -> Bool { try object.isNull(key.stringValue) }

  func decode<V: Decodable>(_ type: V.Type, forKey key: Key) throws -> V {
    try object.value(type, key.stringValue)
  }

  func decodeIfPresent<V: Decodable>(_ type: V.Type, forKey key: Key) throws -> V? {
    try object.valueIfPresent(type, key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(
      LenientKeyedContainer<Nested>(object: try object.nested(key.stringValue)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try LenientUnkeyedContainer(try object.decoder(key.stringValue))
  }

  func superDecoder() throws -> any Decoder { try object.decoder("super") }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try object.decoder(key.stringValue)
  }
}

// The standard library uses separate methods for these types.
extension LenientKeyedContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try object.leafIfPresent(type, key.stringValue)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try object.leaf(type, key.stringValue)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try object.leafIfPresent(type, key.stringValue)
  }
}
