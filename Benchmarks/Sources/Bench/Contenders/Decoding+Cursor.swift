import Foundation
import Sluice
import SluiceFoundation

/// Whole documents from `Data`, checked in full, by hand over cursors: a reference without a
/// target.
final class DecodingCursor<Value: Sampled>: DecodingContender {
  let name = "cursor"
  private let documents: [Data]
  private var reader = JSONReader(checking: .full)
  private let read: (JSONCursor) throws -> Value

  init(over documents: Documents, _ read: @escaping (JSONCursor) throws -> Value) {
    self.documents = documents.all.map { Data(buffer: $0) }
    self.read = read
  }

  func decode(_ take: (Value) -> Void) throws {
    for data in documents { take(try reader.withDocument(data, read)) }
  }
}
