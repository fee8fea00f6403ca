import Foundation
import Sluice

/// A value that this module encodes without its `encode(to:)`.
protocol DirectlyEncodable {
  func write(to encoder: ValueEncoder) throws
}

extension Array: DirectlyEncodable where Element: Encodable {
  func write(to encoder: ValueEncoder) throws {
    let (branch, depth) = (encoder.branch, encoder.depth)
    guard branch.open(.array, depth) else { throw ValueEncoder.refused(self, encoder.codingPath) }
    let entry = branch.types.table[Element.self]
    let (count, stride) = (count, MemoryLayout<Element>.stride)
    try unsafe withUnsafeBytes { elements in
      guard var place = elements.baseAddress else { return }
      for _ in 0..<count {
        let element = unsafe place.assumingMemoryBound(to: Borrowed<Element>.self)
        try branch.writeElement(depth) { encoder in
          // The value is used once, and so where it is.
          if entry.kind == .own {
            try unsafe element.pointee.value.encode(to: encoder)
          } else {
            try unsafe encoder.known(element.pointee.value, entry)
          }
        }
        unsafe place += stride
      }
    }
  }
}

/// Keys are data: the key strategy does not change them.
extension Dictionary: DirectlyEncodable where Key: CodingKeyRepresentable, Value: Encodable {
  func write(to encoder: ValueEncoder) throws {
    let (branch, depth) = (encoder.branch, encoder.depth)
    guard branch.open(.object, depth) else { throw ValueEncoder.refused(self, encoder.codingPath) }
    if Key.self == String.self, Value.self == String.self {
      // Sound because these are the types.
      return branch.writeFields(unsafe unsafeBitCast(self, to: [String: String].self), depth)
    }
    // Different strings are different keys.
    let isDistinct = unsafe Key.self == String.self && branch.levels[depth].count == 0
    for (key, value) in self {
      let codingKey = key.codingKey
      if isDistinct {
        branch.writeDistinctKey(codingKey.stringValue, depth)
      } else {
        branch.writeKey(codingKey.stringValue, depth)
      }
      let encoder = branch.begin()
      unsafe branch.setKey(codingKey, nil, encoder.depth)
      do {
        try encoder.encoded(value)
      } catch {
        branch.abandon()
        throw error
      }
      branch.end()
    }
  }
}
