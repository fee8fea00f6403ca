import Sluice
import SluiceDecoding

/// The fields of an object, read leniently: those that are missing, null or can't be converted have
/// the prototype's value.
struct LenientKeyedContainer<Key: CodingKey>: DecodedFields {
  let object: LenientObject

  var codingPath: [any CodingKey] { object.codingPath }

  /// The object's keys that belong to the type, in the document's order. O(fields).
  var allKeys: [Key] { object.names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { object.contains(key.stringValue) }

  func decodeNil(forKey key: Key) throws -> Bool { try object.isNull(key.stringValue) }

  func value<V: Decodable>(_ type: V.Type, _ key: Key) throws -> V {
    try object.value(type, key.stringValue)
  }

  func valueIfPresent<V: Decodable>(_ type: V.Type, _ key: Key) throws -> V? {
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

/// The fields that are leaves, read without the readers of other types.
extension LenientKeyedContainer {
  func bool(_ key: Key) throws -> Bool { try object.leaf(key.stringValue, Bool.leaf) }
  func boolIfPresent(_ key: Key) throws -> Bool? {
    try object.leafIfPresent(key.stringValue, Bool.leaf)
  }

  func string(_ key: Key) throws -> String { try object.leaf(key.stringValue, String.leaf) }
  func stringIfPresent(_ key: Key) throws -> String? {
    try object.leafIfPresent(key.stringValue, String.leaf)
  }

  func double(_ key: Key) throws -> Double { try object.leaf(key.stringValue, Double.leaf) }
  func doubleIfPresent(_ key: Key) throws -> Double? {
    try object.leafIfPresent(key.stringValue, Double.leaf)
  }

  func float(_ key: Key) throws -> Float { try object.leaf(key.stringValue, Float.leaf) }
  func floatIfPresent(_ key: Key) throws -> Float? {
    try object.leafIfPresent(key.stringValue, Float.leaf)
  }

  func integer<T: FixedWidthInteger & Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try object.leaf(key.stringValue) { (found) throws(JSONError) in try found.integerLeaf() }
  }

  func integerIfPresent<T: FixedWidthInteger & Decodable>(
    _ type: T.Type, _ key: Key
  ) throws -> T? {
    try object.leafIfPresent(key.stringValue) { (found) throws(JSONError) in
      try found.integerLeaf()
    }
  }
}
