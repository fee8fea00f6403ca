/// Log records whose fields have the order that a workload needs.
enum ShapedLogs {
  enum Mixture: String, CaseIterable {
    /// All records have the same fields in the same order.
    case one
    /// Three kinds of records, each as often as the others.
    case three
    /// The same fields in any order.
    case shuffled
  }

  private static let plain = [
    "timestamp", "level", "service", "host", "status", "duration_ms", "method", "path", "user",
    "message", "request_id",
  ]
  private static let kinds = [
    plain,
    ["timestamp", "level", "trace", "status", "duration_ms", "user", "message"],
    ["service", "level", "timestamp", "tags", "message", "status", "duration_ms", "path", "user"],
  ]

  static func make(_ mixture: Mixture, records: Int, seed: UInt64) -> [UInt8] {
    var random = Random(seed: seed)
    var text = ""
    for _ in 0..<records {
      var keys = mixture == .three ? kinds[random.below(3)] : plain
      if mixture == .shuffled {
        for i in stride(from: keys.count - 1, to: 0, by: -1) { keys.swapAt(i, random.below(i + 1)) }
      }
      let fields = keys.map { "\"\($0)\":\(value(of: $0, &random))" }
      text += "{\(fields.joined(separator: ","))}\n"
    }
    return Array(text.utf8)
  }

  private static func value(of key: String, _ random: inout Random) -> String {
    switch key {
    case "timestamp": "\"2026-03-01T10:\(10 + random.below(50)):\(10 + random.below(50)).123Z\""
    case "status": ["200", "204", "404", "500"][random.below(4)]
    case "duration_ms": "\(random.below(1000)).\(100 + random.below(900))"
    case "user": random.below(4) == 0 ? "null" : "\"user\(random.below(1000))\""
    case "message": random.below(4) == 0 ? #""line one\nline two""# : #""request done""#
    case "trace": "{\"span\":\"a\(random.below(100))\",\"sampled\":true}"
    case "tags": #"["level","user"]"#
    default: "\"\(key)-\(random.below(10_000))\""
    }
  }
}
