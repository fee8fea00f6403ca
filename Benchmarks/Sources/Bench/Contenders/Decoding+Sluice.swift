import Foundation

/// Whole documents from `Data`, checked in full, by a schema or a rule.
final class DecodingSluice<Value: Sampled>: DecodingContender {
  let name: String
  private let documents: [Data]
  private let read: (Data) throws -> Value

  init(
    _ name: String = "sluice", over documents: Documents, _ read: @escaping (Data) throws -> Value
  ) {
    self.name = name
    self.documents = documents.all.map { Data(buffer: $0) }
    self.read = read
  }

  func decode(_ take: (Value) -> Void) throws {
    for data in documents { take(try read(data)) }
  }
}
