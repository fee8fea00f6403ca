import Foundation
import Sluice
import SluiceCodable
import SluiceDecoding

/// The fields of an object that is recorded: all are there, and not null.
struct RecordingKeyedContainer<Key: CodingKey>: DecodedFields {
  let decoder: RecordingDecoder

  private var value: RecordedValue { decoder.value }
  private var recorder: Recorder { decoder.recorder }

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// Those of the example.
  var allKeys: [Key] {
    value.askForKeys()
    return (decoder.place.example?.object?.keys ?? []).compactMap {
      Key(stringValue: recorder.typeKey($0))
    }
  }

  func contains(_ key: Key) -> Bool {
    value.askForPresence(recorder.name(of: key), key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool {
    let name = recorder.name(of: key)
    value.askForNull(name, key.stringValue)
    return decoder.place.field(key, name).example?.isNull == true
  }

  func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    let name = recorder.name(of: key)
    let recorded = recorder.record(type, decoder.place.field(key, name))
    value.add(recorded.shape, name, key.stringValue)
    return try recorded.value.get()
  }

  func valueIfPresent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    let name = recorder.name(of: key)
    let place = decoder.place.field(key, name)
    guard let example = place.example, !example.isNull else {
      value.add(recorder.shape(of: type, place), name, key.stringValue, isOptional: true)
      return nil
    }
    let recorded = recorder.record(type, place)
    value.add(recorded.shape, name, key.stringValue, isOptional: true)
    return try recorded.value.get()
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    nested(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { nested(DocumentKey.super) }
  func superDecoder(forKey key: Key) -> any Decoder { nested(key) }

  private func nested(_ key: any CodingKey) -> RecordingDecoder {
    let name = recorder.name(of: key)
    return RecordingDecoder(
      recorder, value.nested(name, key.stringValue), decoder.place.field(key, name))
  }
}

extension Recorder {
  /// The key as the document spells it.
  func name(of key: any CodingKey) -> String {
    if case .convertFromSnakeCase = decoder.keyDecodingStrategy {
      return SnakeCase.snakeCase(key.stringValue)
    }
    return key.stringValue
  }

  /// The type's spelling of a key in the document.
  func typeKey(_ name: String) -> String {
    if case .convertFromSnakeCase = decoder.keyDecodingStrategy { return SnakeCase.camelCase(name) }
    return name
  }
}
