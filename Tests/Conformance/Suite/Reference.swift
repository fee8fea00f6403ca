import ConformanceReference

/// simdjson's DOM parser.
public enum Reference {
  public enum Verdict: Equatable, Sendable {
    case accepted([UInt8])
    case refused(number: Bool)
  }

  /// Our own default is 1,024 levels. The DOM counts an innermost empty container differently, so it gets more room:
  /// other tests cover documents near the limit.
  public static func verdict(of bytes: [UInt8], depth: Int = 4096) -> Verdict {
    let result = unsafe bytes.withUnsafeBufferPointer {
      unsafe reference_parse($0.baseAddress, $0.count, depth)
    }
    defer { unsafe reference_free(result) }
    guard unsafe result.verdict == REFERENCE_ACCEPTED, let events = unsafe result.events else {
      return unsafe .refused(number: result.verdict == REFERENCE_NUMBER)
    }
    return unsafe .accepted(Array(UnsafeBufferPointer(start: events, count: result.count)))
  }

  public static func double(_ text: String) -> Double { unsafe reference_strtod(text) }
  public static func float(_ text: String) -> Float { unsafe reference_strtof(text) }
}
