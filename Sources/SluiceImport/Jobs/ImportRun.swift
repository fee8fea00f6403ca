import Sluice
import SluiceFeed

/// A job while it runs: takes records one by one, commits between two of them.
struct ImportRun: ~Copyable {
  private let plan: ColumnPlan
  private let matcher: FilterMatcher?
  private let sink: any Sink
  private let rejects: RejectFile?
  private let batchSize: Int
  private let limits: BadRecordLimits
  private let progress: ((ImportProgress) -> Void)?
  private let sourceCount: Int
  /// The columns at whose mismatches the job ends.
  private let stopping: StoppingColumns
  private(set) var summary = ImportSummary()
  /// The same as of the last commit, but for the sources.
  private var committed = ImportSummary()

  // The source that is being read.

  private var file: SourceFile?
  private var sourceNumber = 0
  /// What the summary's counts would be, had this source been the only one since the job first ran.
  private var (otherRows, otherRejects): (Int64, Int64) = (0, 0)
  private var start = FeedPosition.start
  /// Where the next record begins, as of the last commit.
  private var position = FeedPosition.start

  /// Records since the last commit.
  private var pending = 0
  /// When they are to be committed at the latest; nil: a batch is.
  private var deadline: ContinuousClock.Instant?
  private let longestWait: Duration

  init(
    plan: ColumnPlan, sink: any Sink, rejects: RejectFile?, options: ImportOptions,
    sourceCount: Int, progress: ((ImportProgress) -> Void)?
  ) {
    self.plan = plan
    stopping = StoppingColumns(plan.columns)
    matcher = options.filter.map { FilterMatcher($0) }
    self.sink = sink
    self.rejects = rejects
    batchSize = options.batchSize
    longestWait = .seconds(options.longestWait)
    limits = BadRecordLimits(options.feed)
    self.sourceCount = sourceCount
    self.progress = progress
  }

  /// Begins to read a source. Commits the beginning, before the first record: from then on it is known
  /// that the job ran, and how long the reject file was before it.
  mutating func begin(_ source: OpenSource) throws(ImportError) {
    enter(source)
    if try !source.hasNothingNew { try commit(at: start) }
  }

  private mutating func enter(_ source: OpenSource) {
    let (rows, rejects) = (source.earlier?.rows ?? 0, source.earlier?.rejects ?? 0)
    summary.totalRows += rows
    summary.totalRejects += rejects
    (otherRows, otherRejects) = (summary.rows - rows, summary.rejects - rejects)
    sourceNumber += 1
    go(to: source.file, from: source.start, name: source.name, source.beginning)
  }

  /// Begins to follow a path, in the file where the earlier run left off, or in a new one.
  mutating func begin(
    followed file: SourceFile, since earlier: Checkpoint?, _ found: FollowedPath.Found
  ) throws(ImportError) {
    enter(
      OpenSource(
        feed: file.feedSource, file: file, earlier: earlier, start: found.start,
        isKnown: found.isKnown))
    try commit(at: start)
  }

  /// Begins to read the next file of a followed path.
  mutating func begin(life file: SourceFile, from start: FeedPosition) throws(ImportError) {
    go(to: file, from: start, name: file.name, .fresh)
    try commit(at: start)
  }

  private mutating func go(
    to file: SourceFile?, from start: FeedPosition, name: String,
    _ beginning: ImportSummary.Beginning
  ) {
    self.file = file
    self.start = start
    position = start
    summary.sources.append(ImportSummary.Source(name: name, beginning: beginning, bytes: 0))
  }

  /// A record that is JSON: a row, or, when a value isn't what its column takes, a reject.
  mutating func take(_ record: borrowing FeedRecord) throws(ImportError) {
    if let matcher {
      let isTaken: Bool
      do throws(JSONError) {
        isTaken = try matcher.matches(record.cursor.position)
      } catch {
        return try take(record.reject(error))
      }
      guard isTaken else { return try countFiltered(1, at: record.positionAfter) }
    }
    do throws(JSONError) {
      try plan.read(record)
    } catch {
      return try take(record.reject(error, cause: ColumnFault(column: plan.failedColumnName)))
    }
    switch try sink.append(plan.row) {
    case .stored:
      countRow()
      if plan.hasNulled { countNulled(plan.nulledColumns) }
      if isDue { try commit(at: record.positionAfter) }
    case .refused(let code, let message):
      let place = record.cursor.position.offset
      try refuse(record.reject(JSONError(.invalidValue, at: place)), code, message)
    }
  }

  /// The same for a row that was made before.
  mutating func take(
    _ row: Int, of batch: RowBatch, _ delivery: PieceDelivery
  ) throws(ImportError) {
    let verdict = try batch.withRow(row) { (row) throws(ImportError) in try sink.append(row) }
    switch verdict {
    case .stored:
      countRow()
      if let nulled = batch.nulled[row] { countNulled(nulled) }
      if isDue { try commit(at: delivery.position(behind: row)) }
    case .refused(let code, let message):
      let error = JSONError(.invalidValue, at: 0)
      try refuse(delivery.reject(row, at: batch.places[row], error), code, message)
    }
  }

  /// A record that is no JSON, or no row.
  mutating func take(_ record: RejectedRecord) throws(ImportError) {
    try stopping.check(record)
    try take(Reject(record), of: record)
  }

  private mutating func refuse(
    _ record: RejectedRecord, _ code: String, _ message: String
  ) throws(ImportError) {
    var reject = Reject(record)
    (reject.code, reject.path, reject.message) = (code, nil, message)
    try take(reject, of: record)
  }

  private mutating func take(
    _ reject: Reject, of record: RejectedRecord
  ) throws(ImportError) {
    summary.rejects += 1
    summary.totalRejects += 1
    summary.count(reject)
    if let rejects {
      try RejectFile.importing { () throws(JSONError) in try rejects.append(reject) }
    }
    pending += 1
    if isDue { try commit(at: record.positionAfter) }
    do throws(TooManyBadRecords) {
      try limits.check(rejected: summary.rejects, of: summary.records, last: record)
    } catch {
      // What was read stays read: run again, the job goes on behind it.
      try commit(at: record.positionAfter)
      throw ImportError(.tooManyRejects, error.description)
    }
  }

  @inline(__always)
  private mutating func countRow() {
    summary.rows &+= 1
    summary.totalRows &+= 1
    pending &+= 1
  }

  private mutating func countNulled(_ columns: [String]) {
    for column in columns { summary.nulled[column, default: 0] += 1 }
  }

  /// Records that the filter did not take, up to a position.
  mutating func countFiltered(
    _ count: Int64, at position: @autoclosure () -> FeedPosition
  ) throws(ImportError) {
    summary.filtered += count
    pending += Int(count)
    if isDue { try commit(at: position()) }
  }

  @inline(__always)
  private var isDue: Bool { pending >= batchSize || deadline != nil && isLate }

  private var isLate: Bool { deadline.map { $0 <= .now } ?? false }

  /// From now on rows wait no longer than the options say, though their batch be small.
  mutating func commitByTime() { deadline = .now + longestWait }

  /// While nothing comes: commits what has waited long enough.
  mutating func rest(at position: FeedPosition) throws(ImportError) {
    if pending > 0, isLate { try commit(at: position) }
  }

  /// Behind a source's end, or where its reading was stopped: commits what is left.
  mutating func finish(at position: FeedPosition, isStopped: Bool) throws(ImportError) {
    try commit(at: position, isFinished: !isStopped)
    if isStopped { summary.isStopped = true }
  }

  /// What is left of a run that failed: what came behind its last commit is gone.
  var remains: ImportSummary {
    var remains = committed
    remains.sources = summary.sources
    return remains
  }

  /// The stop came while no source was open.
  mutating func stop() { summary.isStopped = true }

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
        rows: summary.rows - otherRows, rejects: summary.rejects - otherRejects,
        fingerprint: try file?.fingerprint(at: position.offset)
          ?? SourceFingerprint(size: 0, head: "", tail: ""),
        rejectFile: rejects?.path, rejectFileLength: length, isFinished: isFinished))
    self.position = position
    pending = 0
    if deadline != nil { commitByTime() }
    let last = summary.sources.count - 1
    summary.sources[last].bytes = position.offset - start.offset
    committed = summary
    // Held twice, they would be copied at each commit.
    committed.sources = []
    guard let progress else { return }
    progress(
      ImportProgress(
        source: summary.sources[last].name, sourceNumber: sourceNumber, sourceCount: sourceCount,
        offset: position.offset, size: try sizeInFeed(), rows: summary.rows,
        rejects: summary.rejects, bytes: summary.bytes))
  }
  /// The size of the source's text, where it is that of the file.
  private func sizeInFeed() throws(ImportError) -> Int64? {
    guard let file, try file.isPlain else { return nil }
    return try file.size()
  }
}
