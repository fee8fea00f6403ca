import Sluice
import SluiceDecoding

/// The elements of an array, in order.
struct UnkeyedContainer: DecodedElements {
  let decoder: PositionDecoder
  /// The current element, or ``Level/none`` at the end.
  private var element: UInt32
  private(set) var currentIndex = 0

  init(of decoder: PositionDecoder) throws {
    guard decoder.byte == Byte.openBracket else {
      throw decoder.session.noContainer([Any].self, decoder)
    }
    try decoder.session.refuseFault()
    self.decoder = decoder
    element = decoder.token
    element = try next()
  }

  var session: DecodingSession { decoder.session }
  var codingPath: [any CodingKey] { decoder.codingPath }
  var isAtEnd: Bool { element == Level.none }

  /// O(n) at the first use, which walks over the array. Nil if that meets a fault, which the decode then throws.
  var count: Int? {
    if let known = session.knownCount(of: decoder.token) { return known }
    do throws(JSONError) {
      let count = try decoder.position.elementCount()
      // A shorter array is counted as fast as a count is found.
      if count > 64 { session.setCount(count, of: decoder.token) }
      return count
    } catch {
      session.keep(session.corrupted(error, codingPath))
      return nil
    }
  }

  /// The current element's token. Throws `valueNotFound` at the end.
  func current(_ type: Any.Type) throws -> UInt32 {
    guard element != Level.none else { throw session.atEnd(type, nested(decoder.token)) }
    return element
  }

  mutating func advance() throws {
    element = try next()
    currentIndex += 1
  }

  private func next() throws -> UInt32 {
    do throws(JSONError) {
      return try decoder.position.nextElement(after: element) ?? Level.none
    } catch {
      throw session.corrupted(error, codingPath)
    }
  }

  /// Whether there is no value here: then the container advances. Past the end that does nothing but count.
  mutating func passNull() throws -> Bool {
    if element == Level.none {
      currentIndex += 1
      return true
    }
    return try decodeNil()
  }

  mutating func decodeNil() throws -> Bool {
    guard session.position(try current(Never.self)).isNull else { return false }
    try advance()
    return true
  }

  mutating func value<T: Decodable>(_ type: T.Type) throws -> T {
    let token = try current(type)
    let depth = decoder.depth &+ 1
    do throws(JSONError) {
      try session.enter(
        token, depth, index: Int32(truncatingIfNeeded: currentIndex), decoder.nested)
    } catch {
      throw session.corrupted(error, nested(token).codingPath)
    }
    let value: T
    do {
      defer { session.leave(depth) }
      value = try decoder.inner(token).decoded(type)
    }
    try advance()
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let token = try current(KeyedDecodingContainer<NestedKey>.self)
    let container = try nested(token).container(keyedBy: type)
    try advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let token = try current((any UnkeyedDecodingContainer).self)
    let container = try nested(token).unkeyedContainer()
    try advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = nested(try current((any Decoder).self))
    try advance()
    return decoder
  }

  /// The decoder of the current element whose containers outlive the call.
  func nested(_ token: UInt32) -> PositionDecoder {
    decoder.nested(token, DocumentKey(index: currentIndex))
  }
}
