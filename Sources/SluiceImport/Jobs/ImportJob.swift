import Sluice
import SluiceFeed

/// Moves the records of a feed into a sink as rows: each good record exactly once, each bad one
/// into the reject file once.
///
/// ```swift
/// let job = try ImportJob(
///   feed: .file("events.ndjson"),
///   columns: [
///     ImportColumn(parsing: "id:int=id"), ImportColumn(parsing: "actor:text=actor.login"),
///   ],
///   sink: SQLiteSink(path: "events.sqlite", table: "events"))
/// let summary = try job.run()
/// ```
///
/// Every `batchSize` records the rows and the position reached in the source are committed
/// together. A job that was killed at whatever instruction, run again, goes on from its last
/// commit; one that came to its end, run again, reads only what was appended to the source since.
/// Only regular files can be resumed: a pipe is read from where it is, and each run is a new one.
///
/// Memory: a window of the feed and what the sink holds of a batch, whatever the feed's size.
public struct ImportJob {
  private let source: FeedSource
  private let columns: [ImportColumn]
  private let sink: any Sink
  private let options: ImportOptions

  /// Throws ``ImportError`` when there are no columns, or two of one name.
  public init(
    feed source: FeedSource, columns: [ImportColumn], sink: any Sink,
    options: ImportOptions = ImportOptions()
  ) throws(ImportError) {
    guard !columns.isEmpty else { throw ImportError(.badColumn, "an import needs a column") }
    var names: Set<String> = []
    for column in columns where !names.insert(column.name.lowercased()).inserted {
      throw ImportError(.badColumn, "two columns are named \"\(column.name)\"")
    }
    self.source = source
    self.columns = columns
    self.sink = sink
    self.options = options
  }

  /// Runs the job to the source's end. `progress` is called at each commit.
  ///
  /// Throws ``ImportError``: before the first row for what can be known before it (columns that
  /// contradict the table, a source that has changed, a reject file that can't be written); later
  /// when the source can't be read or the sink not be written. What was committed stays.
  public func run(
    progress: ((ImportProgress) -> Void)? = nil
  ) throws(ImportError) -> ImportSummary {
    let plan = ColumnPlan(columns)
    var file: SourceFile?
    if case .file(let path) = source { file = try SourceFile(path: path) }
    var earlier: Checkpoint?
    do throws(ImportError) {
      earlier = try sink.open(
        file.map { JobIdentity(source: $0.path, columns: columns) }, columns: columns)
      if let earlier { try file?.verify(earlier) }
      var start = FeedPosition.start
      if let earlier, let file { start = try file.start(behind: earlier.position) }
      var run = ImportRun(
        plan: plan, sink: sink, file: file,
        rejects: try rejectFile(resuming: earlier, apartFrom: file), options: options,
        start: start, earlier: earlier, progress: progress)
      try drive(&run, file)
      return run.summary
    } catch {
      sink.rollBack()
      throw error
    }
  }

  private func drive(_ run: inout ImportRun, _ file: SourceFile?) throws(ImportError) {
    // The file that was looked at is the one that is read, whatever stands under its name by now.
    let source = file?.feedSource ?? source
    do {
      try run.begin()
      var feed = try JSONFeed(source, options: try feedOptions(file), from: run.start)
      try feed.forEach {
        try run.take($0)
      } rejected: {
        try run.take($0)
      }
      try run.finish(at: feed.position)
    } catch let error as ImportError {
      throw error
    } catch let error as JSONError {
      throw ImportError(.source, "\(error)")
    } catch {
      throw ImportError(.source, "can't read \(source.name): \(error)")
    }
  }

  /// The job itself keeps bad records, and counts them together with those that are no rows.
  private func feedOptions(_ file: SourceFile?) throws(ImportError) -> FeedOptions {
    var feed = options.feed
    feed.badRecords = .stop
    feed.maximumBadRecords = nil
    feed.maximumBadShare = nil
    // Of a file that is gone on with, `.auto` must choose as it did for the file's start.
    if feed.framing == .auto, let file { feed.framing = try file.framing(feed) }
    return feed
  }

  private func rejectFile(
    resuming earlier: Checkpoint?, apartFrom file: SourceFile?
  ) throws(ImportError) -> RejectFile? {
    if let path = options.rejectFile {
      let rejects = try RejectFile.open(path: path, resuming: earlier)
      if let file, file.isSame(as: rejects.descriptor) {
        throw ImportError(.rejects, "\(path) is the feed itself: rejects need a file of their own")
      }
      return rejects
    }
    if let path = earlier?.rejectFile, earlier?.isFinished == false {
      throw RejectFile.missing(path)
    }
    return nil
  }
}
