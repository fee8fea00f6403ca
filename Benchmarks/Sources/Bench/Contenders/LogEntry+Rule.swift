import Sluice
import SluiceRules

extension LogEntry {
  static let rule = MakeRule<LogEntry> { fields in
    let timestamp = fields.expect("timestamp", StringRule)
    let level = fields.expect("level", StringRule)
    let service = fields.expect("service", StringRule)
    let host = fields.expect("host", StringRule)
    let trace = fields.optional("trace", Trace.rule)
    let status = fields.expect("status", Int64Rule)
    let duration = fields.expect("duration_ms", DoubleRule)
    let method = fields.expect("method", StringRule)
    let path = fields.expect("path", StringRule)
    let tags = fields.optional("tags", ArrayRule(itemRule: StringRule))
    let user = fields.optional("user", StringRule)
    let error = fields.optional("error", Failure.rule)
    let message = fields.optional("message", StringRule)
    let request = fields.optional("request_id", StringRule)
    return {
      LogEntry(
        timestamp: $0[timestamp], level: $0[level], service: $0[service], host: $0[host],
        trace: $0[trace], status: $0[status], duration: $0[duration], method: $0[method],
        path: $0[path], tags: $0[tags], user: $0[user], error: $0[error], message: $0[message],
        request: $0[request])
    }
  }
}

extension LogEntry.Trace {
  fileprivate static let rule = MakeRule<LogEntry.Trace> { fields in
    let span = fields.expect("span", StringRule)
    let parent = fields.optional("parent", StringRule)
    let isSampled = fields.expect("sampled", BoolRule)
    return { LogEntry.Trace(span: $0[span], parent: $0[parent], isSampled: $0[isSampled]) }
  }
}

extension LogEntry.Failure {
  fileprivate static let rule = MakeRule<LogEntry.Failure> { fields in
    let code = fields.expect("code", Int64Rule)
    let text = fields.expect("text", StringRule)
    return { LogEntry.Failure(code: $0[code], text: $0[text]) }
  }
}
