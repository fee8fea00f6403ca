import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport

/// Runs jobs from text or a file into `t` of `db.sqlite` in a temporary folder.
struct ImportBench {
  let folder: TemporaryFolder
  var checking = FeedOptions().checking
  var duplicateKeys: DuplicateKeys?
  var batchSize = 10_000
  var rejectFile: String? = "rejects.ndjson"
  var framing = FeedFraming.lines
  var threads = 1
  var filter: String?
  var explode: String?
  var unknownKeys = UnknownKeys.ignore

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  func run(
    _ source: FeedSource, _ columns: [String], stop: FeedStop? = nil,
    progress: ((ImportProgress) -> Void)? = nil
  ) throws -> ImportSummary {
    try run(
      source,
      columns: columns.map { specification throws(ImportError) in
        try ImportColumn(parsing: specification)
      }, stop: stop, progress: progress)
  }

  @discardableResult
  func run(
    _ source: FeedSource, columns: [ImportColumn], stop: FeedStop? = nil,
    progress: ((ImportProgress) -> Void)? = nil
  ) throws -> ImportSummary {
    var feed = FeedOptions(framing: framing, parallel: threads)
    feed.checking = checking
    feed.duplicateKeys = duplicateKeys
    var options = ImportOptions(
      feed: feed, filter: try filter.map { text throws(ImportError) in try Filter(text) },
      batchSize: batchSize, rejectFile: rejectFile.map { folder[$0] })
    options.explode = try explode.map { text throws(ImportError) in
      try ColumnPath(parsing: text)
    }
    options.unknownKeys = unknownKeys
    let job = try ImportJob(
      feed: source,
      columns: columns,
      sink: try SQLiteSink(path: folder["db.sqlite"], table: "t"),
      options: options)
    return try job.run(stop: stop, progress: progress)
  }

  @discardableResult
  func run(text: String, _ columns: String...) throws -> ImportSummary {
    try run(.bytes(Array(text.utf8), name: "test"), columns)
  }

  @discardableResult
  func run(file: String, _ columns: String...) throws -> ImportSummary {
    try run(.file(folder[file]), columns)
  }

  func rows(_ sql: String = "SELECT * FROM t ORDER BY rowid") throws -> [String] {
    try TestDatabase(folder["db.sqlite"]).rows(sql)
  }

  var rejects: [String] { folder.rejects("rejects.ndjson") }
}

/// The message of the import error that `body` throws; nil when it throws nothing.
func importError(_ body: () throws -> Void) -> ImportError? {
  do {
    try body()
    return nil
  } catch {
    return error as? ImportError
  }
}
