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
    let result = bytes.withUnsafeBufferPointer {
      reference_parse($0.baseAddress, $0.count, depth)
    }
    defer { reference_free(result) }
    guard result.verdict == REFERENCE_ACCEPTED, let events = result.events else {
      return .refused(number: result.verdict == REFERENCE_NUMBER)
    }
    return .accepted(Array(UnsafeBufferPointer(start: events, count: result.count)))
  }

  public static func double(_ text: String) -> Double { reference_strtod(text) }
  public static func float(_ text: String) -> Float { reference_strtof(text) }
}
