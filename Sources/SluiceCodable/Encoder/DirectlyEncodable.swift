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
    try unsafe withUnsafeBytes { elements in
      guard var element = elements.baseAddress else { return }
      for _ in 0..<count {
        try unsafe branch.writeElement(Borrowed<Element>.at(element).pointee.value, depth)
        unsafe element += MemoryLayout<Element>.stride
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
    for (key, value) in self {
      let codingKey = key.codingKey
      branch.writeKey(codingKey.stringValue, depth)
      let encoder = branch.begin()
      unsafe branch.levels[encoder.depth].key = codingKey
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
