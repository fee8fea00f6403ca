import Foundation
import Sluice
import SluiceDecoding

/// The fields of an object. Keeps no state of its own: how far it was walked is in its cell.
///
/// Two words, of which the second is nil while the session lends the cell: the standard library copies a container for each
/// field, and so counts no references.
struct KeyedContainer<Key: CodingKey>: DecodedFields {
  let cell: ContainerCell
  let keeper: ContainerKeeper?

  /// The decoder of the object.
  var decoder: PositionDecoder { cell.decoder }

  /// The keys as the key strategy makes them; nil for the document's own.
  @inline(__always)
  var converted: ConvertedKeys? { session.usesDefaultKeys ? nil : cell.special?.converted }

  @inline(__always)
  var session: DecodingSession { cell.session }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    if let converted { return converted.names.compactMap { Key(stringValue: $0) } }
    do throws(JSONError) {
      return try keys()
    } catch {
      session.keep(corrupted(error))
      return []
    }
  }

  /// The document's own keys, each once. Throws the faults of the object.
  private func keys() throws(JSONError) -> [Key] {
    let object = session.position(cell.token)
    var keys: [Key] = []
    var seen: Set<ByteName> = []
    var value = object.token
    while let next = try object.nextField(after: value) {
      value = next
      try object.at(next).refuseMissingValue()
      let name = try JSONCursor(unchecked: object.at(next &- 2)).string
      guard seen.insert(ByteName(name)).inserted, let key = Key(stringValue: name) else { continue }
      keys.append(key)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    do {
      return try find(key) != Level.none
    } catch {
      session.keep(error)
      return false
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    session.position(try require(key)).isNull
  }

  @inline(__always)
  func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    let number = cell.kind.number(of: key)
    return try value(type, try require(key, number), key, number)
  }

  @inline(__always)
  func valueIfPresent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    let number = cell.kind.number(of: key)
    let token = try find(key, number)
    if token == Level.none || session.position(token).isNull { return nil }
    return try value(type, token, key, number)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder.nested(try require(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.nested(try require(key), key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    decoder.nested(try find(named: "super"), DocumentKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder.nested(try find(key), key)
  }

  /// The value of the field, or ``Level/none``.
  @inline(__always)
  func find(_ key: Key) throws -> UInt32 { try find(key, cell.kind.number(of: key)) }

  @inline(__always)
  private func find(_ key: Key, _ number: Int) throws -> UInt32 {
    if !session.isPlain { return try findOtherwise(key.stringValue) }
    do throws(JSONError) {
      return try cell.find(key, number)
    } catch {
      throw corrupted(error)
    }
  }

  private func find(named name: String) throws -> UInt32 {
    if !session.isPlain { return try findOtherwise(name) }
    do throws(JSONError) {
      return try cell.find(named: name)
    } catch {
      throw corrupted(error)
    }
  }

  /// The value of the field that the key strategy gave that name. Throws the fault that was met, if any.
  @inline(never)
  private func findOtherwise(_ name: String) throws -> UInt32 {
    try session.refuseFault()
    return converted?.token(of: name) ?? Level.none
  }

  @inline(__always)
  func require(_ key: Key) throws -> UInt32 { try require(key, cell.kind.number(of: key)) }

  @inline(__always)
  private func require(_ key: Key, _ number: Int) throws -> UInt32 {
    let token = try find(key, number)
    if token != Level.none { return token }
    throw missing(key)
  }

  @inline(__always)
  private func value<T: Decodable>(
    _ type: T.Type, _ token: UInt32, _ key: Key, _ number: Int
  ) throws -> T {
    let depth = cell.depth &+ 1
    let session = session
    do throws(JSONError) {
      if number >= 0 {
        try session.enter(token, depth, cell.kind, number, cell.special?.nested)
      } else {
        try session.enter(token, depth, key, cell.special?.nested)
      }
    } catch {
      throw corrupted(error, at: key)
    }
    defer { session.leave(depth) }
    return try PositionDecoder(
      scope: session.owner, session: session, token: token, depth: depth
    ).decoded(type)
  }

  @inline(never)
  private func missing(_ key: Key) -> DecodingError { session.missing(key, decoder) }

  @inline(never)
  private func corrupted(_ error: JSONError) -> DecodingError {
    session.corrupted(error, codingPath)
  }

  @inline(never)
  private func corrupted(_ error: JSONError, at key: Key) -> DecodingError {
    session.corrupted(error, decoder.codingPath(adding: key))
  }

  @inline(never)
  func fault(_ error: JSONError, _ type: Any.Type, _ token: UInt32, _ key: Key) -> DecodingError {
    session.fault(error, type, token, in: decoder, key)
  }
}
