import Foundation
import Sluice

/// The fields of an object. Keeps no state of its own: how far it was walked is in the session's level.
///
/// One reference, because the standard library copies it for each field.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let cell: ContainerCell

  /// The decoder of the object.
  var decoder: PositionDecoder {
    PositionDecoder(
      scope: scope, session: cell.session, token: cell.token, depth: cell.depth)
  }

  /// A cell has a scope as long as a container is lent.
  @inline(__always)
  private var scope: DecodingScope { unsafe cell.scope.unsafelyUnwrapped }

  /// The keys as the key strategy makes them; nil for the document's own.
  @inline(__always)
  var converted: ConvertedKeys? { session.usesDefaultKeys ? nil : scope.converted }

  @inline(__always)
  var session: DecodingSession { cell.session }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    if let converted { return converted.names.compactMap { Key(stringValue: $0) } }
    var keys: [Key] = []
    var seen: Set<String> = []
    var value = decoder.token
    while let next = try? decoder.position.nextField(after: value) {
      value = next
      guard let name = RawString(session.position(next &- 2)).string,
        seen.insert(name).inserted, let key = Key(stringValue: name)
      else { continue }
      keys.append(key)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { (try? find(key)) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    session.position(try require(key)).isNull
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try value(type, try require(key), key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let token = try find(key), !session.position(token).isNull else { return nil }
    return try value(type, token, key)
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
    decoder.nested((try? find(DocumentKey.super)) ?? Level.none, DocumentKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder.nested((try? find(key)) ?? Level.none, key)
  }

  /// The value of the field, or nil.
  @inline(__always)
  func find(_ key: some CodingKey) throws -> UInt32? {
    if let converted { return converted.tokens[key.stringValue] }
    do throws(JSONError) {
      return try session.find(key, in: cell.token, cell.depth)
    } catch {
      throw session.corrupted(error, codingPath)
    }
  }

  @inline(__always)
  func require(_ key: Key) throws -> UInt32 {
    if let token = try find(key) { return token }
    throw session.missing(key, decoder)
  }

  @inline(__always)
  private func value<T: Decodable>(_ type: T.Type, _ token: UInt32, _ key: Key) throws -> T {
    let depth = cell.depth &+ 1
    let scope = scope
    do throws(JSONError) {
      try session.enter(token, depth, key, scope.nested)
    } catch {
      throw session.corrupted(error, decoder.codingPath(adding: key))
    }
    defer { session.leave(depth) }
    return try PositionDecoder(
      scope: scope.whole, session: session, token: token, depth: depth
    ).decoded(type)
  }

  @inline(never)
  func fault(_ error: JSONError, _ type: Any.Type, _ token: UInt32, _ key: Key) -> DecodingError {
    session.fault(error, type, token, in: decoder, key)
  }
}
