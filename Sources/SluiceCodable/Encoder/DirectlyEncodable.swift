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
    for element in self { try branch.writeElement(element, depth) }
  }
}

/// Keys are data: the key strategy does not change them.
extension Dictionary: DirectlyEncodable where Key: CodingKeyRepresentable, Value: Encodable {
  func write(to encoder: ValueEncoder) throws {
    let (branch, depth) = (encoder.branch, encoder.depth)
    guard branch.open(.object, depth) else { throw ValueEncoder.refused(self, encoder.codingPath) }
    for (key, value) in self {
      let codingKey = key.codingKey
      branch.writeKey(codingKey.stringValue, depth)
      let encoder = branch.begin()
      branch.levels[encoder.depth].key = codingKey
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
