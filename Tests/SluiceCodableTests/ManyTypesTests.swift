import Foundation
import SluiceCodable
import Testing

private enum Tag<T> {}

/// A type, and a type of keys, for each tag.
private struct Tagged<T>: Decodable {
  let first: Int
  let second: String
}

@Suite("Programs with many types")
struct ManyTypesTests {
  private func decode<T>(_ tag: T.Type, _ left: Int, _ decoder: SluiceDecoder) throws -> Int {
    let value = try decoder.decode(
      Tagged<T>.self, from: "{\"first\":\(left),\"second\":\"\(left)\"}")
    guard value.first == left, value.second == "\(left)" else { return 0 }
    return try 1 + (left > 1 ? decode(Tag<T>.self, left - 1, decoder) : 0)
  }

  @Test("decode all of them, more than a session remembers, and again")
  func many() throws {
    let decoder = SluiceDecoder()
    for _ in 0..<3 { #expect(try decode(Int.self, 1200, decoder) == 1200) }
  }
}
