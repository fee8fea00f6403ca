import Sluice

/// twitter.json by a rule, with the caller's reader: the same work as the hand-written cursors.
final class RulesPartialSluice<Value: Sampled>: DecodingContender {
  let name: String
  private let documents: Documents
  private var reader = JSONReader()
  private let read: (JSONCursor) throws -> Value

  init(
    _ name: String = "sluice", over documents: Documents,
    _ read: @escaping (JSONCursor) throws -> Value
  ) {
    self.name = name
    self.documents = documents
    self.read = read
  }

  func decode(_ take: (Value) -> Void) throws {
    for bytes in documents.all { take(try reader.withDocument(padded: bytes, read)) }
  }
}
