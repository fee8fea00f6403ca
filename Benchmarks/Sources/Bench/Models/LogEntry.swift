/// A complete log record of the feed, with its own strings.
struct LogEntry: Decodable, Sendable {
  let timestamp: String
  let level: String
  let service: String
  let host: String
  let trace: Trace?
  let status: Int64
  let duration: Double
  let method: String
  let path: String
  let tags: [String]?
  let user: String?
  let error: Failure?
  let message: String?
  let request: String?

  enum CodingKeys: String, CodingKey {
    case timestamp, level, service, host, trace, status
    case duration = "duration_ms"
    case method, path, tags, user, error, message
    case request = "request_id"
  }

  struct Trace: Decodable, Sendable {
    let span: String
    let parent: String?
    let isSampled: Bool

    enum CodingKeys: String, CodingKey {
      case span, parent
      case isSampled = "sampled"
    }
  }

  struct Failure: Decodable, Sendable {
    let code: Int64
    let text: String

    enum CodingKeys: String, CodingKey { case code, text }
  }
}

extension LogEntry {
  /// All of it, as CContenders/Harness/LogEntry.hpp does.
  @inline(__always)
  func handOver(to sink: inout some Sink) {
    sink.text(timestamp)
    sink.text(level)
    sink.text(service)
    sink.text(host)
    if let trace {
      sink.text(trace.span)
      sink.optionalText(trace.parent)
      sink.integer(trace.isSampled ? 1 : 0)
    } else {
      sink.missing()
    }
    sink.integer(status)
    sink.real(duration)
    sink.text(method)
    sink.text(path)
    if let tags {
      sink.integer(Int64(tags.count))
      for tag in tags { sink.text(tag) }
    } else {
      sink.missing()
    }
    sink.optionalText(user)
    if let error {
      sink.integer(error.code)
      sink.text(error.text)
    } else {
      sink.missing()
    }
    sink.optionalText(message)
    sink.optionalText(request)
  }
}

extension Sink {
  @inline(__always)
  fileprivate mutating func optionalText(_ value: String?) {
    if let value { text(value) } else { missing() }
  }
}
