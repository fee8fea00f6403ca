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

struct ProbeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let record: ProbeRecord
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<V: Decodable>(_ type: V.Type, forKey key: Key) throws -> V {
    record.ask(type, key.stringValue)
    return try record.anyValue(type, key.stringValue)
  }

  func decodeIfPresent<V: Decodable>(_ type: V.Type, forKey key: Key) throws -> V? {
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

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    record.ask(type, key.stringValue)
    return nil
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    record.ask(type, key.stringValue)
    return nil
  }
}
