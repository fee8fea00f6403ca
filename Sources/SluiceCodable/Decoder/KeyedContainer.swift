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

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    if let names = cell.convertedNames { return names.compactMap { Key(stringValue: $0) } }
    do throws(JSONError) {
      return try keys()
    } catch {
      cell.session.keep(corrupted(error))
      return []
    }
  }

  /// The document's own keys, each once. Throws the faults of the object.
  private func keys() throws(JSONError) -> [Key] {
    let object = cell.session.position(cell.token)
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
      return try find(key) != nil
    } catch {
      cell.session.keep(error)
      return false
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try require(key).isNull
  }

  @inline(__always)
  func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try value(type, try require(key).token, key)
  }

  @inline(__always)
  func valueIfPresent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    guard let found = try find(key), !found.isNull else { return nil }
    return try value(type, found.token, key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder.nested(try require(key).token, key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.nested(try require(key).token, key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    try cell.session.refuseFault()
    do throws(JSONError) {
      return decoder.nested(try cell.find(named: "super")?.token ?? Level.none, DocumentKey.super)
    } catch {
      throw corrupted(error)
    }
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder.nested(try find(key)?.token ?? Level.none, key)
  }

  /// The value of the field, or nil. Throws the fault that was met, if any.
  @inline(__always)
  func find(_ key: Key) throws -> JSONPosition? {
    try cell.session.refuseFault()
    do throws(JSONError) {
      return try cell.find(key)
    } catch {
      throw corrupted(error)
    }
  }

  @inline(__always)
  private func require(_ key: Key) throws -> JSONPosition {
    if let found = try find(key) { return found }
    throw missing(key)
  }

  @inline(__always)
  private func value<T: Decodable>(_ type: T.Type, _ token: UInt32, _ key: Key) throws -> T {
    let depth = cell.depth &+ 1
    let session = cell.session
    do throws(JSONError) {
      if let name = unsafe cell.kind.name(of: key) {
        unsafe try session.enter(token, depth, cell.kind, cell.kind.number(of: name), cell.nested)
      } else {
        try session.enter(token, depth, key, cell.nested)
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
  func missing(_ key: Key) -> DecodingError { cell.session.missing(key, decoder) }

  @inline(never)
  private func corrupted(_ error: JSONError) -> DecodingError {
    cell.session.corrupted(error, codingPath)
  }

  @inline(never)
  private func corrupted(_ error: JSONError, at key: Key) -> DecodingError {
    cell.session.corrupted(error, decoder.codingPath(adding: key))
  }

  @inline(never)
  func fault(_ error: JSONError, _ type: Any.Type, _ token: UInt32, _ key: Key) -> DecodingError {
    cell.session.fault(error, type, token, in: decoder, key)
  }
}
