import Sluice
import SluiceFeed

/// A job while it runs: takes records one by one, commits between two of them.
struct ImportRun: ~Copyable {
  /// Where the feed is to begin.
  let start: FeedPosition
  private let plan: ColumnPlan
  private let sink: any Sink
  private let file: SourceFile?
  private let rejects: RejectFile?
  private let batchSize: Int
  private let limits: BadRecordLimits
  private let progress: ((ImportProgress) -> Void)?
  private let earlier: Checkpoint?
  private var rows: Int64 = 0
  private var rejected: Int64 = 0
  /// Where the next record begins, as of the last commit.
  private var position: FeedPosition
  /// Records since the last commit.
  private var pending = 0

  init(
    plan: ColumnPlan, sink: any Sink, file: SourceFile?, rejects: RejectFile?,
    options: ImportOptions, start: FeedPosition, earlier: Checkpoint?,
    progress: ((ImportProgress) -> Void)?
  ) {
    self.plan = plan
    self.sink = sink
    self.file = file
    self.rejects = rejects
    batchSize = options.batchSize
    limits = BadRecordLimits(options.feed)
    self.progress = progress
    self.earlier = earlier
    self.start = start
    position = start
  }

  /// Commits the beginning, before the first record: from then on it is known that the job ran, and
  /// how long the reject file was before it.
  mutating func begin() throws(ImportError) { try commit(at: start) }

  /// A record that is JSON: a row, or, when a value isn't what its column takes, a reject.
  mutating func take(_ record: borrowing FeedRecord) throws(ImportError) {
    do throws(JSONError) {
      try plan.read(record.cursor.position)
    } catch {
      let rejected = record.reject(error)
      var reject = Reject(rejected)
      reject.column = plan.columns[Int(plan.failedColumn)].name
      return try take(reject, of: rejected)
    }
    switch try sink.append(plan.row) {
    case .stored:
      rows += 1
      try count(behind: record)
    case .refused(let code, let message):
      let place = record.cursor.position.offset
      let rejected = record.reject(JSONError(.invalidValue, at: place))
      var reject = Reject(rejected)
      (reject.code, reject.path, reject.message) = (code, nil, message)
      try take(reject, of: rejected)
    }
  }

  /// A record that is no JSON.
  mutating func take(_ record: RejectedRecord) throws(ImportError) {
    try take(Reject(record), of: record)
  }

  private mutating func take(
    _ reject: Reject, of record: RejectedRecord
  ) throws(ImportError) {
    rejected += 1
    if let rejects {
      try RejectFile.importing { () throws(JSONError) in try rejects.append(reject) }
    }
    pending += 1
    if pending >= batchSize { try commit(at: record.positionAfter) }
    do throws(TooManyBadRecords) {
      try limits.check(rejected: rejected, of: rows + rejected, last: record)
    } catch {
      // What was read stays read: run again, the job goes on behind it.
      try commit(at: record.positionAfter)
      throw ImportError(.tooManyRejects, error.description)
    }
  }

  @inline(__always)
  private mutating func count(behind record: borrowing FeedRecord) throws(ImportError) {
    pending += 1
    if pending >= batchSize { try commit(at: record.positionAfter) }
  }

  /// At the source's end: commits what is left.
  mutating func finish(at position: FeedPosition) throws(ImportError) {
    try commit(at: position, isFinished: true)
  }

  var summary: ImportSummary {
    let beginning: ImportSummary.Beginning =
      switch earlier {
      case nil: .fresh
      case let earlier? where earlier.isFinished: .continued(offset: start.offset)
      default: .resumed(offset: start.offset)
      }
    return ImportSummary(
      beginning: beginning, rows: rows, rejects: rejected, bytes: position.offset - start.offset,
      totalRows: rows + (earlier?.rows ?? 0), totalRejects: rejected + (earlier?.rejects ?? 0))
  }

  /// Rejects first: a reject whose record counts as done must be on the disk. What a kill leaves
  /// behind them is cut off when the job is resumed.
  private mutating func commit(
    at position: FeedPosition, isFinished: Bool = false
  ) throws(ImportError) {
    let length =
      try rejects.map { file throws(ImportError) in
        try RejectFile.importing { () throws(JSONError) in try file.synchronize() }
      } ?? 0
    try sink.commit(
      Checkpoint(
        position: position,
        rows: rows + (earlier?.rows ?? 0), rejects: rejected + (earlier?.rejects ?? 0),
        fingerprint: try file?.fingerprint(at: position.offset)
          ?? SourceFingerprint(size: 0, head: "", tail: ""),
        rejectFile: rejects?.path, rejectFileLength: length, isFinished: isFinished))
    self.position = position
    pending = 0
    let size = try file?.size()
    progress?(
      ImportProgress(offset: position.offset, size: size, rows: rows, rejects: rejected))
  }
}
