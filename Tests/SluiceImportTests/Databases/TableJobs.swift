import Sluice
import SluiceFeed
import SluiceImport
import TestSupport

/// Tests of jobs into the table `t` of a database.
protocol TableJobs {
  var folder: TemporaryFolder { get }
  /// The database, as people write it.
  var target: String { get }
}

extension TableJobs {
  var columns: [String] { ["id:int=id", "v:text=v"] }

  func sink(
    _ mode: WriteMode = .append, changes: TableChanges = TableChanges(),
    choices: TableChoices = [], rejects: String? = nil
  ) throws -> any Sink {
    try SinkTarget(parsing: target).sink(
      table: "t", mode: mode, choices: choices, changes: changes, rejectTable: rejects)
  }

  @discardableResult
  func run(
    _ feed: FeedSource, _ sink: any Sink, _ columns: [String]? = nil, batchSize: Int = 10_000
  ) throws -> ImportSummary {
    try runJob(
      feed, into: sink, columns ?? self.columns, batchSize: batchSize, framing: .lines,
      rejectFile: sink.rejectTable == nil ? folder["rejects.ndjson"] : nil)
  }

  func rejects() throws -> [JSON] {
    try folder.lines("rejects.ndjson").map { try JSON(parsing: $0) }
  }
}
