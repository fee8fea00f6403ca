import Sluice
import SluiceRules

/// Six fields of a log record, in a struct with its own strings.
struct LogSummary: Sendable {
  let timestamp: String
  let level: String
  let status: Int64
  let duration: Double
  let user: String?
  let message: String?

  static let rule = MakeRule<LogSummary> { fields in
    let timestamp = fields.expect("timestamp", StringRule)
    let level = fields.expect("level", StringRule)
    let status = fields.expect("status", Int64Rule)
    let duration = fields.expect("duration_ms", DoubleRule)
    let user = fields.optional("user", StringRule)
    let message = fields.optional("message", StringRule)
    return {
      LogSummary(
        timestamp: $0[timestamp], level: $0[level], status: $0[status], duration: $0[duration],
        user: $0[user], message: $0[message])
    }
  }

  @inline(__always)
  func handOver(to sink: inout some Sink) {
    sink.text(timestamp)
    sink.text(level)
    sink.integer(status)
    sink.real(duration)
    if let user { sink.text(user) } else { sink.missing() }
    if let message { sink.text(message) } else { sink.missing() }
  }
}
