import Sluice
import SluiceDecoding

/// The elements of an array that is recorded: one, or as many as the example has, for a type that asks for the end, and
/// otherwise as many as it decodes.
struct RecordingUnkeyedContainer: DecodedElements {
  let decoder: RecordingDecoder
  private(set) var currentIndex = 0

  init(decoder: RecordingDecoder) { self.decoder = decoder }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var count: Int? {
    decoder.value.askForEnd()
    return length
  }

  var isAtEnd: Bool {
    decoder.value.askForEnd()
    return currentIndex >= length
  }

  private var length: Int { decoder.place.example?.array?.count ?? 1 }

  private var place: RecordingPlace { decoder.place.element(currentIndex) }

  mutating func decodeNil() -> Bool {
    guard place.example?.isNull == true else { return false }
    currentIndex += 1
    return true
  }

  mutating func value<T: Decodable>(_ type: T.Type) throws -> T {
    let recorded = decoder.recorder.record(type, place)
    decoder.value.add(element: recorded.shape)
    currentIndex += 1
    return try recorded.value.get()
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedDecodingContainer<NestedKey> {
    nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    nested().unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder { nested() }

  private mutating func nested() -> RecordingDecoder {
    let nested = RecordingDecoder(decoder.recorder, decoder.value.nestedElement(), place)
    currentIndex += 1
    return nested
  }
}
