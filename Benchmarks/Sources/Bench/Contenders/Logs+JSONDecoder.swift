import Foundation

/// The log feed line by line through one reused JSONDecoder.
final class LogsJSONDecoder: WalkingContender {
  let name = "jsondecoder"
  private let documents: Documents
  private let decoder = JSONDecoder()

  init(over documents: Documents) { self.documents = documents }

  func walk(into sink: inout some Sink) throws {
    for feed in documents.all {
      try Lines.forEach(in: feed) { line in
        let record = try decoder.decode(Record.self, from: Data(buffer: line))
        sink.text(record.timestamp)
        sink.text(record.level)
        sink.integer(record.status)
        sink.real(record.duration)
        if let user = record.user { sink.text(user) } else { sink.missing() }
        if let message = record.message { sink.text(message) } else { sink.missing() }
      }
    }
  }

  private struct Record: Decodable {
    let timestamp: String
    let level: String
    let status: Int64
    let duration: Double
    let user: String?
    let message: String?

    enum CodingKeys: String, CodingKey {
      case timestamp = "timestamp"
      case level = "level"
      case status = "status"
      case duration = "duration_ms"
      case user = "user"
      case message = "message"
    }
  }
}
