import Results
import SluiceFeed

/// `sluice select` in this process: eight columns of each record of a feed in memory, as CSV.
enum SelectWorkload {
  static let eventColumns = ImportWorkload.columns
  static let logColumns = [
    "timestamp:text=timestamp", "level:text=level", "service:text=service", "status:int=status",
    "duration_ms:real=duration_ms", "method:text=method", "path:text=path", "user:text=user",
  ]

  static func makeEvents(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.events, records: EventsWorkload.records)
    return try make("events", bytes, EventsWorkload.records, eventColumns, settings)
  }

  static func makeLogs(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.logs, records: LogsWorkload.records)
    return try make("logs", bytes, LogsWorkload.records, logColumns, settings)
  }

  private static func make(
    _ feed: String, _ bytes: [UInt8], _ records: Int, _ columns: [String], _ settings: Settings
  ) throws -> Workload {
    let documents = Documents([bytes])
    let references = try CppContender.all(
      ["select.\(feed).lines": "cpp.lines", "select.\(feed).stream": "cpp.stream"],
      over: documents, settings)
    return Workload(
      name: "select.csv.\(feed)", input: InputReport("\(feed) feed", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: try references + [SelectSluice(columns, over: documents)]
        + settings.externals("select.\(feed)", feed: bytes, reference: references.first),
      comparable: { try CSVText.comparable($0, columns: columns) })
  }
}
