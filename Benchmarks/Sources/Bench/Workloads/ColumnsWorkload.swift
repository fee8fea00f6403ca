import Results
import SampleFeeds
import Sluice
import SluiceArrow
import SluiceFeed

/// Eight columns of a feed as Arrow batches.
enum ColumnsWorkload {
  static var all: [Workloads.Entry] {
    [
      ("columns.events", { try makeEvents("columns.events", .accessed, $0) }),
      ("columns.logs", { try makeLogs("columns.logs", .accessed, $0) }),
      ("columns.events.full", { try makeEvents("columns.events.full", .full, $0) }),
      ("columns.logs.full", { try makeLogs("columns.logs.full", .full, $0) }),
      ("columns.threads", { try makeThreads("columns.threads", byWall: false, $0) }),
      ("columns.threads.wall", { try makeThreads("columns.threads.wall", byWall: true, $0) }),
    ]
  }

  /// Engines that read Arrow batches, by the names of their contenders.
  static let engines = ["duckdb", "polars", "pyarrow", "spark"]

  /// Into an engine's table through Sluice's Python package, and by the engine's own reader.
  static var tables: [Workloads.Entry] {
    engines.flatMap { engine in
      [
        (
          "columns.\(engine).events",
          { try makeTable(engine, "events", Feeds.make(.events, records: events), events, $0) }
        ),
        (
          "columns.\(engine).logs",
          { try makeTable(engine, "logs", Feeds.make(.logs, records: logs), logs, $0) }
        ),
      ]
    }
  }

  /// More than a batch.
  private static let events = 70_000
  private static let logs = 150_000

  private static func makeEvents(
    _ name: String, _ checking: JSONChecking, _ settings: Settings
  ) throws -> Workload {
    try make(
      name, "events", Feeds.make(.events, records: events), events, SelectWorkload.eventColumns,
      checking, settings)
  }

  private static func makeLogs(
    _ name: String, _ checking: JSONChecking, _ settings: Settings
  ) throws -> Workload {
    try make(
      name, "logs", Feeds.make(.logs, records: logs), logs, SelectWorkload.logColumns, checking,
      settings)
  }

  private static func make(
    _ name: String, _ feed: String, _ bytes: [UInt8], _ records: Int, _ columns: [String],
    _ checking: JSONChecking, _ settings: Settings
  ) throws -> Workload {
    let documents = Documents([bytes])
    var contenders = try references(feed, over: documents, settings)
    contenders.append(try ColumnsSluice(columns, checking, over: documents))
    // Reported only, and from a file, because views point into windows of files.
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: "feed.ndjson")
    let options = FeedOptions(checking: checking)
    for (other, strings) in [
      ("sluice.file", ColumnOptions()), ("sluice.views", ColumnOptions(strings: .view)),
      ("sluice.views.kept", ColumnOptions(strings: .view, leastViewedShare: 0)),
    ] {
      contenders.append(
        try ColumnsOfFile(
          other, ColumnBatchReading(columns, options, strings), path, in: folder))
    }
    return Workload(
      name: name, input: InputReport("\(feed) feed", bytes, seed: Feeds.seed),
      records: records, recordName: "records", contenders: contenders)
  }

  private static func references(
    _ feed: String, over documents: Documents, _ settings: Settings
  ) throws -> [any Contender] {
    try CppContender.all(
      ["columns.\(feed).lines": "cpp.lines", "columns.\(feed).stream": "cpp.stream"],
      over: documents, settings)
  }

  /// On two threads, from a plain file, compared with one thread.
  private static func makeThreads(
    _ name: String, byWall: Bool, _ settings: Settings
  ) throws -> Workload {
    let bytes = Feeds.make(.logs, records: 3 * logs)
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: "logs.ndjson")
    return Workload(
      name: name, input: InputReport("log feed", bytes, seed: Feeds.seed),
      records: 3 * logs, recordName: "records",
      contenders: [
        try ofFile("onethread", threads: 1, byWall, path, folder),
        try ofFile("sluice", threads: 2, byWall, path, folder),
      ], counted: [])
  }

  private static func ofFile(
    _ name: String, threads: Int, _ byWall: Bool, _ path: String, _ folder: ScratchFolder
  ) throws -> ColumnsOfFile {
    let options = FeedOptions(checking: .full, parallel: threads)
    return ColumnsOfFile(
      name, try ColumnBatchReading(SelectWorkload.logColumns, options), byWall: byWall, path,
      in: folder)
  }

  /// The reference of the values is C++.
  private static func makeTable(
    _ engine: String, _ feed: String, _ bytes: [UInt8], _ records: Int, _ settings: Settings
  ) throws -> Workload {
    guard settings.externals != nil else {
      throw Unavailable(description: "needs --externals: programs of Python")
    }
    let references = try references(feed, over: Documents([bytes]), settings)
    let tables = try settings.externals(
      "columns.\(feed)", feed: bytes, reference: references.first,
      named: [engine: engine, "sluice_\(engine)": "sluice"])
    return Workload(
      name: "columns.\(engine).\(feed)",
      input: InputReport("\(feed) feed", bytes, seed: Feeds.seed),
      records: records, recordName: "records", contenders: references + tables, counted: [])
  }
}
