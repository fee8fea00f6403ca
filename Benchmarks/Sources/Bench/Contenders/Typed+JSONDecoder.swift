import Foundation

/// The log feed line by line through one reused JSONDecoder, each record whole.
final class TypedJSONDecoder: WalkingContender {
  let name = "jsondecoder"
  private let documents: Documents
  private let decoder = JSONDecoder()

  init(over documents: Documents) { self.documents = documents }

  func walk(into sink: inout some Sink) throws {
    for feed in documents.all {
      try Lines.forEach(in: feed) { line in
        try decoder.decode(LogEntry.self, from: Data(buffer: line)).handOver(to: &sink)
      }
    }
  }
}
