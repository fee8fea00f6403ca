import Foundation

/// Whole documents through one reused JSONDecoder.
final class DecodingJSONDecoder<Document: Decodable, Value: Sampled>: DecodingContender {
  let name = "jsondecoder"
  private let documents: [Data]
  private let decoder: JSONDecoder
  private let wanted: (Document) -> Value

  /// `wanted` is the part to take of a document: a decoder has to begin at the root.
  init(
    over documents: Documents, by decoder: JSONDecoder = JSONDecoder(),
    _ wanted: @escaping (Document) -> Value
  ) {
    self.decoder = decoder
    self.documents = documents.all.map { Data(buffer: $0) }
    self.wanted = wanted
  }

  func decode(_ take: (Value) -> Void) throws {
    for data in documents { take(wanted(try decoder.decode(Document.self, from: data))) }
  }
}
