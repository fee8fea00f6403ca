import Sluice
import SluiceCodable
import SluiceDecoding

/// The decoder of a value that is recorded.
struct RecordingDecoder: Decoder {
  let recorder: Recorder
  let value: RecordedValue
  let place: RecordingPlace

  init(_ recorder: Recorder, _ value: RecordedValue, _ place: RecordingPlace) {
    self.recorder = recorder
    self.value = value
    self.place = place
  }

  var codingPath: [any CodingKey] { place.path }
  var userInfo: [CodingUserInfoKey: Any] { recorder.decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    value.askForObject()
    return KeyedDecodingContainer(RecordingKeyedContainer<Key>(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    value.askForArray()
    return RecordingUnkeyedContainer(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension RecordingDecoder: DecodedValue {
  func decodeNil() -> Bool {
    value.askForNull()
    return place.example?.isNull == true
  }

  func value<T: Decodable>(_ type: T.Type) throws -> T {
    let recorded = recorder.record(type, place)
    value.add(single: recorded.shape)
    return try recorded.value.get()
  }
}
