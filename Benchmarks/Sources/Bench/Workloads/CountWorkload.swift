import Results
import SluiceFeed

/// `sluice count --where --sum` in this process, over a feed in memory.
enum CountWorkload {
  static func makeEvents(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.events, records: EventsWorkload.records)
    return try make(
      "events", bytes, EventsWorkload.records, "type = 'PushEvent'", "payload.size", settings)
  }

  static func makeLogs(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.logs, records: LogsWorkload.records)
    return try make(
      "logs", bytes, LogsWorkload.records, "status >= 500", "duration_ms", settings)
  }

  private static func make(
    _ feed: String, _ bytes: [UInt8], _ records: Int, _ condition: String, _ path: String,
    _ settings: Settings
  ) throws -> Workload {
    let documents = Documents([bytes])
    return Workload(
      name: "count.sum.\(feed)", input: InputReport("\(feed) feed", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: try CppContender.all(
        ["count.\(feed).lines": "cpp.lines", "count.\(feed).stream": "cpp.stream"],
        over: documents, settings) + [
          try CountSluice(where: condition, sum: path, over: documents)
        ])
  }
}
