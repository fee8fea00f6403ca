import Foundation
import Sluice
import SluiceDecoding

/// Writes the fields of an object.
struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let cell: EncodingCell

  var branch: EncodingBranch { cell.keptBranch }
  var codingPath: [any CodingKey] { branch.codingPath(cell.depth) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if cell.isRefused { throw ValueEncoder.refused(value, codingPath) }
    // Sound because the cell keeps its branch alive.
    try unsafe cell.branch._withUnsafeGuaranteedRef { branch in
      guard branch.isInnermost(cell.depth, container: cell.number) else {
        return try branch.refuse(value, cell.depth, container: cell.number)
      }
      let earlier = branch.writeKey(name(key), isLiteral: _isPOD(Key.self), cell.depth)
      branch.beginValue()
      unsafe branch.setKey(key, cell.keyMaker, branch.depth)
      do {
        try branch.encodeInnermost(value, branch.types.table[T.self])
      } catch {
        branch.abandonField(cell.depth)
        throw error
      }
      branch.endField(replacing: earlier, cell.depth)
    }
  }

  /// Writes nothing for nil.
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try withBorrow(ofWrapped: value) { try encode($0, forKey: key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(for: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(for: DocumentKey.super, isSuper: true) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key, isSuper: true) }

  /// The encoder of a nested container, or of a superclass.
  private func encoder(for key: some CodingKey, isSuper: Bool = false) -> ValueEncoder {
    let branch = branch
    guard branch.isInnermost(cell.depth, container: cell.number), !cell.isRefused else {
      return branch.refusing(cell.depth, container: cell.number)
    }
    return branch.branch(name(key), key, isSuper: isSuper, cell.depth).root
  }

  /// The key as the strategy makes it.
  @inline(__always)
  func name(_ key: some CodingKey) -> String {
    unsafe cell.branch._withUnsafeGuaranteedRef { $0.usesDefaultKeys }
      ? key.stringValue : convertedName(key)
  }

  private func convertedName(_ key: any CodingKey) -> String {
    switch branch.options.keys {
    case .convertToSnakeCase: branch.types.snakeCase(key.stringValue)
    case .custom(let convert): convert(codingPath + [key]).stringValue
    default: key.stringValue
    }
  }
}
