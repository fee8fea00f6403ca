import Results
import SampleFeeds
import SluiceFeed

/// `sluice count --where --sum` in this process, over a feed in memory.
enum CountWorkload {
  static func makeEvents(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.events, records: EventsWorkload.records)
    return try make(
      "events", bytes, EventsWorkload.records, "type = 'PushEvent'", "payload.size", settings
    ) { [CountJSONDecoder(SummedEvent.self, over: $0)] }
  }

  static func makeLogs(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.logs, records: LogsWorkload.records)
    return try make(
      "logs", bytes, LogsWorkload.records, "status >= 500", "duration_ms", settings
    ) {
      try CppContender.all(["count.rapidjson.insitu": "rapidjson.insitu"], over: $0, settings)
        + [CountJSONDecoder(SummedLog.self, over: $0)]
    }
  }

  private static func make(
    _ feed: String, _ bytes: [UInt8], _ records: Int, _ condition: String, _ path: String,
    _ settings: Settings, others: (Documents) throws -> [any Contender]
  ) throws -> Workload {
    let documents = Documents([bytes])
    let references = try CppContender.all(
      ["count.\(feed).lines": "cpp.lines", "count.\(feed).stream": "cpp.stream"],
      over: documents, settings)
    return Workload(
      name: "count.sum.\(feed)", input: InputReport("\(feed) feed", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: try references
        + [CountSluice(where: condition, sum: path, over: documents)] + others(documents)
        + settings.externals("count.\(feed)", feed: bytes, reference: references.first))
  }
}
