import Sluice
import SluiceDecoding

/// The decoder of a ``KeyProbe``: returns a prototype's own values.
struct ProbeDecoder: Decoder {
  let record: ProbeRecord
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbeContainer(record: record))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ProbeEnd() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw ProbeEnd() }
}

struct ProbeContainer<Key: CodingKey>: DecodedFields {
  let record: ProbeRecord
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func value<V: Decodable>(_ type: V.Type, _ key: Key) throws -> V {
    record.ask(type, key.stringValue)
    return try record.anyValue(type, key.stringValue)
  }

  func valueIfPresent<V: Decodable>(_ type: V.Type, _ key: Key) throws -> V? {
    record.ask(type, key.stringValue)
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw ProbeEnd()
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ProbeEnd()
  }

  func superDecoder() throws -> any Decoder { throw ProbeEnd() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw ProbeEnd() }
}
