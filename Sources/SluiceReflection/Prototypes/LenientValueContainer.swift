import Sluice
import SluiceDecoding

/// A single value. A value that can't be converted is an error here, for the caller to handle.
struct LenientValueContainer: DecodedValue {
  let decoder: LenientDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.isNull }

  func value<V: Decodable>(_ type: V.Type) throws -> V {
    try decoder.check()
    guard let value = try decoder.read(type, at: decoder.position) else {
      throw JSONError(.invalidValue, at: decoder.position.offset, name: "\(type)")
    }
    return value
  }
}

/// The elements of an array, one by one. An element that can't be converted is an error; arrays of
/// a type (`decode([Element].self)`) leave it out instead.
struct LenientUnkeyedContainer: DecodedElements {
  private let decoder: LenientDecoder
  private var last: UInt32
  private var element: UInt32?
  private(set) var currentIndex = 0

  init(_ decoder: LenientDecoder) throws {
    try decoder.check()
    let array = decoder.position
    guard array.byte == Byte.openBracket else { throw array.mismatch(.array) }
    self.decoder = decoder
    last = array.token
    element = try array.nextElement(after: last)
  }

  var codingPath: [any CodingKey] { decoder.codingPath + [DocumentKey(index: currentIndex)] }
  var count: Int? { nil }
  var isAtEnd: Bool { element == nil || !decoder.isOpen }

  private func currentPosition() throws -> JSONPosition {
    try decoder.check()
    guard let element else {
      throw JSONError(.indexOutOfBounds, at: decoder.position.offset, name: "\(currentIndex)")
    }
    return decoder.position.at(element)
  }

  private mutating func advance() throws {
    guard let element else { return }
    last = element
    currentIndex += 1
    self.element = try decoder.position.nextElement(after: last)
  }

  mutating func decodeNil() throws -> Bool {
    guard try currentPosition().isNull else { return false }
    try advance()
    return true
  }

  mutating func value<V: Decodable>(_ type: V.Type) throws -> V {
    let here = try currentPosition()
    decoder.session.setStep(.element(currentIndex), of: decoder.frame)
    guard let value = try decoder.read(type, at: here) else {
      throw JSONError(.invalidValue, at: here.offset, name: "\(type)")
    }
    try advance()
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    let inner = decoder.at(try currentPosition())
    try advance()
    return inner
  }
}
