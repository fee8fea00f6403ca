import Foundation
import Sluice

/// Writes the fields of an object.
struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let value: ValueEncoder
  /// Whether the value is something other than an object already.
  let isRefused: Bool

  @inline(__always)
  var branch: EncodingBranch { value.branch }
  var codingPath: [any CodingKey] { value.codingPath }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if isRefused { throw ValueEncoder.refused(value, codingPath) }
    guard self.value.isCurrent else { return }
    writeKey(key)
    let encoder = branch.begin()
    unsafe branch.levels[encoder.depth].key = key
    do {
      try encoder.encoded(value)
    } catch {
      branch.abandon()
      throw error
    }
    branch.end()
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(for: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(for: DocumentKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }

  private func encoder(for key: some CodingKey) -> ValueEncoder {
    guard value.isCurrent, !isRefused else { return value }
    return branch.branch(name(key), key, value.depth).root
  }

  /// Writes a key. Types without references, such as enums, have literals for keys.
  @inline(__always)
  func writeKey(_ key: Key) {
    branch.writeKey(name(key), isLiteral: _isPOD(Key.self), value.depth)
  }

  /// The key as the strategy makes it.
  @inline(__always)
  func name(_ key: some CodingKey) -> String {
    branch.usesDefaultKeys ? key.stringValue : convertedName(key)
  }

  private func convertedName(_ key: any CodingKey) -> String {
    switch branch.options.keys {
    case .convertToSnakeCase: SnakeCase.snakeCase(key.stringValue)
    case .custom(let convert): convert(codingPath + [key]).stringValue
    default: key.stringValue
    }
  }
}
