import Foundation

/// Named fields of each object of an array, by JSONSerialization and look-ups.
final class FieldsJSONSerialization: WalkingContender {
  let name = "jsonserialization"
  private let documents: [Data]
  private let names: [String]

  init(over documents: Documents, names: [String]) {
    self.documents = documents.all.dropLast().map { Data(buffer: $0) }
    self.names = names
  }

  func walk(into sink: inout some Sink) throws {
    for data in documents {
      guard let records = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] else {
        throw Missing.field
      }
      for record in records {
        for name in names {
          guard let value = record[name] as? Int64 else { throw Missing.field }
          sink.integer(value)
        }
      }
    }
  }
}
