import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport

/// A target whose rows a test replaces, and reads independently.
struct ReplacementBench {
  enum Target: String, CaseIterable {
    case sqlite, csv, tsv, ndjson
  }

  let target: Target
  let folder: TemporaryFolder

  init(_ target: Target) throws {
    self.target = target
    folder = try TemporaryFolder()
  }

  var isTable: Bool { target == .sqlite }

  func sink(_ mode: WriteMode = .replace, _ choices: TableChoices = []) throws -> any Sink {
    switch target {
    case .sqlite:
      try SQLiteSink(path: folder["db.sqlite"], table: "t", mode: mode, choices: choices)
    default:
      try SinkTarget(parsing: folder["out.\(target.rawValue)"])
        .sink(table: nil, mode: mode, choices: choices)
    }
  }

  /// Writes a feed of rows `id`, `v`; those in `bad` are no JSON.
  func feed(_ name: String, _ version: String, _ ids: ClosedRange<Int>, bad: Set<Int> = []) throws {
    try folder.write(
      ids.map { bad.contains($0) ? "bad \($0)\n" : "{\"id\":\($0),\"v\":\"\(version)\"}\n" }
        .joined(),
      to: name)
  }

  /// `commits`: the number of commits after which the sink breaks.
  @discardableResult
  func run(
    _ names: [String], _ mode: WriteMode = .replace, commits: Int? = nil,
    choices: TableChoices = [],
    maximumBad: Int? = nil, rejectFile: String? = "rejects.ndjson",
    columns: [String] = ["id:int=id", "v:text=v"]
  ) throws -> ImportSummary {
    var sink = try sink(mode, choices)
    if let commits { sink = BreakingSink(sink, commits: commits) }
    return try job(names, sink, maximumBad: maximumBad, rejectFile: rejectFile, columns: columns)
      .run()
  }

  func plan(_ names: [String], _ mode: WriteMode = .replace, choices: TableChoices = []) throws
    -> ImportPlan
  {
    try job(names, sink(mode, choices)).plan()
  }

  private func job(
    _ names: [String], _ sink: any Sink, maximumBad: Int? = nil, rejectFile: String? = nil,
    columns: [String] = ["id:int=id", "v:text=v"]
  ) throws -> ImportJob {
    var feed = FeedOptions(framing: .lines, checking: .full)
    feed.maximumBadRecords = maximumBad
    var options = ImportOptions(
      feed: feed, batchSize: 4, rejectFile: rejectFile.map { folder[$0] })
    // Each source is committed by itself.
    options.longestWait = 0
    return try ImportJob(
      feed: .files(names.map { folder[$0] }),
      columns: columns.map { text throws(ImportError) in try ImportColumn(parsing: text) },
      sink: sink, options: options)
  }

  /// The rows as `id v`, in their order.
  func rows() throws -> [String] {
    switch target {
    case .sqlite:
      return try TestDatabase(folder["db.sqlite"]).rows(
        "SELECT id || ' ' || v FROM t ORDER BY rowid"
      )
      .map { $0.replacing("'", with: "") }
    case .csv:
      return String(decoding: try folder.bytes("out.csv"), as: UTF8.self)
        .split(separator: "\r\n").dropFirst().map { $0.replacing(",", with: " ") }.map { "\($0)" }
    case .tsv:
      return folder.lines("out.tsv").dropFirst().map { $0.replacing("\t", with: " ") }
    case .ndjson:
      return folder.lines("out.ndjson").map {
        $0.replacing("{\"id\":", with: "").replacing(",\"v\":\"", with: " ").replacing(
          "\"}", with: "")
      }
    }
  }

  func expected(_ version: String, _ ids: ClosedRange<Int>, bad: Set<Int> = []) -> [String] {
    ids.filter { !bad.contains($0) }.map { "\($0) \(version)" }
  }

  var rejects: [String] { folder.lines("rejects.ndjson") }
}
