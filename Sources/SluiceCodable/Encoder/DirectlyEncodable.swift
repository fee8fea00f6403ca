import Foundation
import Sluice

/// A value that this module encodes without its `encode(to:)`.
protocol DirectlyEncodable {
  /// Writes the value that a branch has begun at a depth.
  func write(to branch: EncodingBranch, _ depth: Int) throws
}

/// What an encoder knows of the types that it has met.
typealias EncodedTypes = TypeTable<any DirectlyEncodable.Type>

extension Array: DirectlyEncodable where Element: Encodable {
  func write(to branch: EncodingBranch, _ depth: Int) throws {
    guard branch.open(.array, depth) else {
      throw ValueEncoder.refused(self, branch.codingPath(depth))
    }
    let entry = branch.types.table[Element.self]
    let (count, stride) = (count, MemoryLayout<Element>.stride)
    try unsafe withUnsafeBytes { elements in
      guard var place = elements.baseAddress else { return }
      for _ in 0..<count {
        let element = unsafe place.assumingMemoryBound(to: Element.self)
        try branch.writeElement(depth) {
          try unsafe withBorrow(of: element) { try branch.encodeInnermost($0, entry) }
        }
        unsafe place += stride
      }
    }
  }
}

/// Keys are data: the key strategy does not change them.
extension Dictionary: DirectlyEncodable where Key: CodingKeyRepresentable, Value: Encodable {
  func write(to branch: EncodingBranch, _ depth: Int) throws {
    guard branch.open(.object, depth) else {
      throw ValueEncoder.refused(self, branch.codingPath(depth))
    }
    if Key.self == String.self, Value.self == String.self {
      // Sound because these are the types.
      return branch.writeFields(unsafe unsafeBitCast(self, to: [String: String].self), depth)
    }
    // Different strings are different keys.
    let isDistinct = unsafe Key.self == String.self && branch.levels[depth].count == 0
    let entry = branch.types.table[Value.self]
    for (key, value) in self {
      let codingKey = key.codingKey
      let earlier =
        isDistinct
        ? branch.writeDistinctKey(codingKey.stringValue, depth)
        : branch.writeKey(codingKey.stringValue, depth)
      branch.beginValue()
      unsafe branch.setKey(codingKey, nil, branch.depth)
      do {
        try branch.encodeInnermost(value, entry)
      } catch {
        branch.abandonField(depth)
        throw error
      }
      branch.endField(replacing: earlier, depth)
    }
  }
}
