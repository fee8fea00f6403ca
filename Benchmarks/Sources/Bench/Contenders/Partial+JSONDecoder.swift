import Foundation

/// twitter.json through one reused JSONDecoder, into structs with explicit coding keys.
final class PartialJSONDecoder: WalkingContender {
  let name = "jsondecoder"
  private let documents: [Data]
  private let decoder = JSONDecoder()

  init(over documents: Documents) { self.documents = documents.all.map { Data(buffer: $0) } }

  func walk(into sink: inout some Sink) throws {
    for data in documents {
      for status in try decoder.decode(TimelineExtract.self, from: data).statuses {
        sink.text(status.createdAt)
        sink.integer(status.id)
        sink.text(status.text)
        sink.integer(status.user.id)
        sink.text(status.user.screenName)
        sink.integer(status.retweetCount)
        sink.integer(status.favoriteCount)
      }
    }
  }
}
