import Foundation

/// The events feed line by line through one reused JSONDecoder.
final class RulesFeedJSONDecoder: DecodingContender {
  let name = "jsondecoder"
  private let documents: Documents
  private let decoder = JSONDecoder()

  init(over documents: Documents) { self.documents = documents }

  func decode(_ take: (Event) -> Void) throws {
    for feed in documents.all {
      try Lines.forEach(in: feed) { line in
        take(try decoder.decode(Event.self, from: Data(buffer: line)))
      }
    }
  }
}
