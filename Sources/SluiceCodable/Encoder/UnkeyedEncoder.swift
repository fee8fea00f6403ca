import Foundation
import Sluice

/// Writes the elements of an array.
struct UnkeyedEncoder: UnkeyedEncodingContainer {
  let value: ValueEncoder
  /// Whether the value is something other than an array already.
  let isRefused: Bool

  var branch: EncodingBranch { value.branch }
  var codingPath: [any CodingKey] { value.codingPath }
  var count: Int { value.isCurrent && !isRefused ? unsafe branch.levels[value.depth].count : 0 }

  func encode<T: Encodable>(_ value: T) throws {
    if isRefused { throw ValueEncoder.refused(value, codingPath) }
    guard self.value.isInnermost else {
      return try branch.refuse(value, self.value.depth, self.value.number)
    }
    let branch = branch
    try branch.writeElement(self.value.depth) {
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
    guard value.isCurrent, !isRefused else { return value }
    guard value.isInnermost else { return branch.refusing(value.depth) }
    return branch.branch(nil, DocumentKey(index: count), value.depth).root
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
      text.out.truncate(to: before)
      unsafe levels[depth].count -= 1
      throw error
    }
    end()
  }
}
