import Foundation

/// The log feed line by line through one reused JSONDecoder.
final class LogsJSONDecoder: WalkingContender {
  let name = "jsondecoder"
  private let feeds: [Data]
  private let decoder = JSONDecoder()

  init(over documents: Documents) { feeds = documents.all.map { Data(buffer: $0) } }

  func walk(into sink: inout some Sink) throws {
    for feed in feeds {
      var start = feed.startIndex
      while start < feed.endIndex {
        let stop = feed[start...].firstIndex(of: UInt8(ascii: "\n")) ?? feed.endIndex
        // A slice: the line is not copied.
        let record = try decoder.decode(Record.self, from: feed[start..<stop])
        sink.text(record.timestamp)
        sink.text(record.level)
        sink.integer(record.status)
        sink.real(record.duration)
        if let user = record.user { sink.text(user) } else { sink.missing() }
        if let message = record.message { sink.text(message) } else { sink.missing() }
        start = stop + 1
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
