import Foundation
import Sluice
import SluiceDecoding

/// Writes the elements of an array. Three words, so that an existential holds it without an allocation.
struct UnkeyedEncoder: UnkeyedEncodingContainer {
  let branch: EncodingBranch
  let depth: Int
  /// The number of its level's contents.
  let number: UInt32
  /// Whether the value is something other than an array already.
  let isRefused: Bool

  var codingPath: [any CodingKey] { branch.codingPath(depth) }
  var count: Int {
    branch.isCurrent(depth, container: number) && !isRefused
      ? unsafe branch.levels[depth].count : 0
  }

  func encode<T: Encodable>(_ value: T) throws {
    if isRefused { throw ValueEncoder.refused(value, codingPath) }
    guard branch.isInnermost(depth, container: number) else {
      return try branch.refuse(value, depth, container: number)
    }
    let branch = branch
    try branch.writeElement(depth) {
      try branch.encodeInnermost(value, branch.types.table[T.self])
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> ValueEncoder {
    guard branch.isInnermost(depth, container: number), !isRefused else {
      return branch.refusing(depth, container: number)
    }
    return branch.branch(nil, DocumentKey(index: count), isSuper: false, depth).root
  }
}

extension EncodingBranch {
  /// Writes one element of the array at this depth: `encode` writes the value that was begun last.
  @inline(__always)
  func writeElement(_ depth: Int, _ encode: () throws -> Void) throws {
    let index = unsafe levels[depth].count
    let before = text.out.count
    separateElement(depth)
    beginValue()
    unsafe levels[self.depth].index = index
    do {
      try encode()
    } catch {
      abandon()
      text.truncate(to: before)
      unsafe levels[depth].count -= 1
      throw error
    }
    end()
  }
}
