import Results
import SampleFeeds
import Sluice
import SluiceFeed

/// `sluice select` in this process: eight columns of each record of a feed in memory, as CSV. `select.csv` checks
/// what it reads, as the C++ programs do, and `select.full` everything.
enum SelectWorkload {
  static let eventColumns = ImportWorkload.columns
  static let logColumns = [
    "timestamp:text=timestamp", "level:text=level", "service:text=service", "status:int=status",
    "duration_ms:real=duration_ms", "method:text=method", "path:text=path", "user:text=user",
  ]

  static var all: [(String, (Settings) throws -> Workload)] {
    [
      ("select.csv.events", { try makeEvents("select.csv.events", .accessed, $0) }),
      ("select.csv.logs", { try makeLogs("select.csv.logs", .accessed, $0) }),
      ("select.full.events", { try makeEvents("select.full.events", .full, $0) }),
      ("select.full.logs", { try makeLogs("select.full.logs", .full, $0) }),
    ]
  }

  private static func makeEvents(
    _ name: String, _ checking: JSONChecking, _ settings: Settings
  ) throws -> Workload {
    let bytes = Feeds.make(.events, records: EventsWorkload.records)
    return try make(
      name, "events", bytes, EventsWorkload.records, eventColumns, checking, settings)
  }

  private static func makeLogs(
    _ name: String, _ checking: JSONChecking, _ settings: Settings
  ) throws -> Workload {
    let bytes = Feeds.make(.logs, records: LogsWorkload.records)
    return try make(name, "logs", bytes, LogsWorkload.records, logColumns, checking, settings)
  }

  private static func make(
    _ name: String, _ feed: String, _ bytes: [UInt8], _ records: Int, _ columns: [String],
    _ checking: JSONChecking, _ settings: Settings
  ) throws -> Workload {
    let documents = Documents([bytes])
    let references = try CppContender.all(
      ["select.\(feed).lines": "cpp.lines", "select.\(feed).stream": "cpp.stream"],
      over: documents, settings)
    return Workload(
      name: name, input: InputReport("\(feed) feed", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: try references + [SelectSluice(columns, checking, over: documents)]
        + (checking == .accessed
          ? settings.externals("select.\(feed)", feed: bytes, reference: references.first) : []),
      comparable: { try CSVText.comparable($0, columns: columns) })
  }
}
