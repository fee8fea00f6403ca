import Sluice
import SluiceFeed

/// A running job: takes records one by one, and commits between two of them.
struct ImportRun: ~Copyable {
  let plan: ColumnPlan
  /// Replaces the plan where an array is exploded.
  let elements: ElementPlan?
  let matcher: FilterMatcher
  let keys: UnknownKeyDetector?
  /// Counts from several threads.
  var unknownKeys = UnknownKeyCounts()
  let sink: any Sink
  let rejects: RejectFile?
  /// The owner that the reject file records.
  let owner: RejectOwner?
  private let batchSize: Int
  let limits: BadRecordLimits
  private let progress: ((ImportProgress) -> Void)?
  private let sourceCount: Int
  /// The columns whose mismatches end the job.
  let stopping: StoppingColumns
  var summary = ImportSummary()
  /// What the run had done by the last commit, except for the sources.
  private var committed = ImportSummary()

  // The source that is being read.

  private(set) var file: SourceFile?
  /// Nil when what the source leaves can't be resumed.
  var job: JobIdentity?
  private var sourceNumber = 0
  /// The index of its entry in the summary.
  private var entry = 0
  /// The summary's counts without those of the current source since the job first ran.
  private var (otherRows, otherRejects): (Int64, Int64) = (0, 0)
  private var start = FeedPosition.start
  /// The start of the next record, as of the last commit.
  private var position = FeedPosition.start

  /// What the commits of the source have counted; nil: an earlier version began to import it.
  var account: CommitAccount?
  /// What distinguishes this run from others.
  private let id = RandomName.make()

  /// The last committed checkpoint.
  private(set) var checkpoint: Checkpoint?
  /// How many of the summary's notes were reported with the progress.
  private var toldNotes = 0

  /// The bytes of the sources that were read before it.
  private var doneBytes: Int64 = 0
  /// The size of the sources after it; nil when that of one of them is not known.
  private var bytesAhead: Int64? = 0

  /// What rejects of the records since the last commit need, for sinks that refuse rows late.
  var kept: KeptRecords
  /// How many rows the sink had skipped when it was last asked.
  var skippedBefore: Int64 = 0

  /// Records since the last commit.
  var pending = 0
  /// Rejects since then, when they go to a table of the sink.
  var pendingRejects = PendingRejects()
  /// When these must be committed at the latest; nil: when the batch is full. In an object of its own,
  /// because the size of the system library's types is not known: each use of this value's other fields
  /// would look it up in metadata.
  private var deadline: Deadline?
  private let longestWait: Duration

  init(
    _ specification: RowSpecification, sink: any Sink, rejects: RejectFile?, owner: RejectOwner?,
    options: ImportOptions,
    sourceCount: Int, progress: ((ImportProgress) -> Void)?
  ) {
    plan = ColumnPlan(specification)
    elements = specification.elementPlan(keepsText: false)
    stopping = StoppingColumns(specification.columns)
    matcher = specification.matcher()
    keys = specification.unknownKeyDetector()
    self.sink = sink
    self.rejects = rejects
    self.owner = owner
    batchSize = max(options.batchSize ?? sink.usualBatchSize, 1)
    longestWait = .seconds(options.longestWait)
    limits = BadRecordLimits(options.feed)
    self.sourceCount = sourceCount
    self.progress = progress
    kept = KeptRecords(isOn: sink.refusesLate, range: options.feed.range?.relative)
    skippedBefore = sink.skippedRows
    summary.notes = sink.notes
  }

  /// Begins to read a source. Commits the beginning before the first record, which records that the job
  /// ran, and how long the reject file was before.
  ///
  /// `ahead`: the size of the sources after it, as far as it is known.
  mutating func begin(_ source: OpenSource, ahead: Int64?) throws(ImportError) {
    enter(source)
    bytesAhead = ahead
    if try !source.hasNothingNew { try commit(at: start) } else { try release() }
  }

  /// Begins at the first line of a range, which a new feed has found.
  mutating func begin(reading place: FeedPosition) {
    if file?.range != nil, start.offset == 0 { start.offset = place.offset }
  }

  /// Makes the rejects of a source that was read to its end final, as soon as nothing can undo the commit that
  /// counts them.
  private func release() throws(ImportError) {
    guard let owner, owner.isReleasable else { return }
    try makePermanent()
    owner.release()
  }

  /// Flushes what was committed to the disk, and what was cut off the reject file.
  func makePermanent() throws(ImportError) {
    if let rejects {
      _ = try RejectFile.importing { () throws(JSONError) in try rejects.synchronize() }
    }
    try sink.synchronize()
  }

  /// Adds a partition that turns will be of, with the counts of earlier runs.
  mutating func announce(_ source: OpenSource) {
    summary.totalRows += source.earlier?.rows ?? 0
    summary.totalRejects += source.earlier?.rejects ?? 0
    summary.notes += source.file?.notes ?? []
    summary.sources.append(
      ImportSummary.Source(name: source.name, beginning: source.beginning, bytes: 0))
  }

  /// Begins the turn of a partition that was announced as the one of an index.
  mutating func begin(
    turnOf file: SourceFile, _ index: Int, from start: FeedPosition, since earlier: Checkpoint?
  ) {
    (otherRows, otherRejects) = (
      summary.rows - (earlier?.rows ?? 0), summary.rejects - (earlier?.rejects ?? 0)
    )
    beginAccount(after: earlier)
    sourceNumber = index + 1
    entry = index
    self.file = file
    self.start = start
    position = start
    bytesAhead = nil
  }

  /// Notes what was found of a followed partition's offsets.
  mutating func note(gapsOf partition: KafkaPartition) {
    if let note = partition.gapNote { summary.notes.append(note) }
  }

  private mutating func enter(_ source: OpenSource) {
    let (rows, rejects) = (source.earlier?.rows ?? 0, source.earlier?.rejects ?? 0)
    summary.totalRows += rows
    summary.totalRejects += rejects
    (otherRows, otherRejects) = (summary.rows - rows, summary.rejects - rejects)
    summary.notes += source.file?.notes ?? []
    sourceNumber += 1
    beginAccount(after: source.earlier)
    go(to: source.file, from: source.start, name: source.name, source.beginning)
  }

  /// Continues what the commits of earlier runs have counted of a source.
  private mutating func beginAccount(after earlier: Checkpoint?) {
    account = earlier.map(\.account) ?? CommitAccount(run: id)
    account?.run = id
  }

  /// Begins to follow a path, in the file where the earlier run stopped, or in a new one.
  mutating func begin(
    followed file: SourceFile, since earlier: Checkpoint?, _ found: FollowedPath.Found
  ) throws(ImportError) {
    enter(
      OpenSource(
        feed: file.feedSource, file: file, earlier: earlier, start: found.start,
        isKnown: found.isKnown))
    summary.notes += found.notes
    // Nothing is read yet: these are the hashes by which the file was found, whatever it contains by now.
    var known: SourceFingerprint?
    if found.isKnown, let earlier, earlier.position == found.start, start.offset > 0 {
      known = SourceFingerprint(
        size: earlier.fingerprint.size, head: String(earlier.fingerprint.headHash),
        tail: String(earlier.fingerprint.tailHash) + (file.mark?.text ?? ""))
    }
    try commit(at: start, fingerprint: known)
  }

  /// Continues to follow a path, in the current file, which may have another name now, or in the next one.
  mutating func goOn(
    in file: SourceFile, _ found: FollowedPath.Found
  ) throws(ImportError) {
    summary.notes += found.notes
    if found.isKnown {
      self.file = file
    } else {
      try begin(generation: file, from: found.start)
    }
  }

  /// Begins to read the next file of a followed path.
  mutating func begin(generation file: SourceFile, from start: FeedPosition) throws(ImportError) {
    go(to: file, from: start, name: file.name, .fresh)
    try commit(at: start)
  }

  private mutating func go(
    to file: SourceFile?, from start: FeedPosition, name: String,
    _ beginning: ImportSummary.Beginning
  ) {
    doneBytes += self.file?.partition?.bytes ?? position.total
    self.file = file
    self.start = start
    position = start
    entry = summary.sources.count
    summary.sources.append(ImportSummary.Source(name: name, beginning: beginning, bytes: 0))
  }

  /// The number of rejects of the current source since the job first ran.
  var jobRejects: Int64 { summary.rejects - otherRejects }

  /// The number of records that were taken so far.
  var records: Int64 { summary.records }

  /// What the run has done so far.
  var result: ImportSummary {
    var result = summary
    var found = unknownKeys
    if let keys { found.add(keys.counts) }
    result.unknownKeys = found.counts
    result.otherUnknownKeys = found.others
    return result
  }

  @inline(__always)
  var isDue: Bool {
    pending >= batchSize || kept.isFull || pendingRejects.isFull || deadline != nil && isLate
  }

  private var isLate: Bool { deadline.map { $0.time <= .now } ?? false }

  /// From now on rows wait no longer than the options say, even if their batch is small.
  mutating func commitByTime() { deadline = Deadline(.now + longestWait) }

  private final class Deadline {
    let time: ContinuousClock.Instant
    init(_ time: ContinuousClock.Instant) { self.time = time }
  }

  /// While nothing arrives: commits what has waited long enough.
  mutating func rest(at position: FeedPosition) throws(ImportError) {
    if pending > 0, isLate { try commit(at: position) }
  }

  /// At a source's end, or where reading was stopped: commits the rest.
  mutating func finish(
    at position: FeedPosition, isStopped: Bool, _ end: SourceEnd = SourceEnd()
  ) throws(ImportError) {
    if !isStopped {
      file?.leavesText = end.leavesText
      summary.sources[entry].left = end.left
      if let partition = file?.partition, !partition.isFollowed { note(gapsOf: partition) }
    }
    try commit(at: position, isFinished: !isStopped && end.failure == nil)
    if isStopped { summary.isStopped = true } else { try release() }
  }

  /// The summary of a run that failed, without what came after its last commit.
  var remains: ImportSummary {
    var remains = committed
    remains.sources = summary.sources
    return remains
  }

  /// Records a stop that came while no source was open.
  mutating func stop() { summary.isStopped = true }

  /// Settles the sink, which may refuse rows, and then writes the rejects before the checkpoint. A reject
  /// whose record counts as done must be on the disk. Rejects that a kill left and that no checkpoint
  /// counts are cut off when the job is resumed.
  mutating func commit(
    at position: FeedPosition, isFinished: Bool = false, fingerprint: SourceFingerprint? = nil
  ) throws(ImportError) {
    let last = try settle()
    try write(at: position, isFinished, fingerprint)
    if let last { try checkLimits(after: last) }
  }

  private mutating func write(
    at position: FeedPosition, _ isFinished: Bool, _ fingerprint: SourceFingerprint?
  ) throws(ImportError) {
    let length =
      try rejects.map { file throws(ImportError) in
        try RejectFile.importing { () throws(JSONError) in try file.synchronize() }
      } ?? 0
    if !pendingRejects.all.isEmpty {
      try sink.store(pendingRejects.all)
      pendingRejects.removeAll()
    }
    var found = fingerprint
    if found == nil {
      found = try file?.fingerprint(at: position.offset, isEnd: isFinished)
    }
    var place = position
    if let file, position.file != nil,
      let archive = ArchivePosition(position, in: file.name, size: try file.size())
    {
      found = found?.at(archive)
      place = position.inArchive
    }
    account?.commit(upTo: position.recordNumber)
    if let account { found = found?.with(account) }
    let checkpoint = Checkpoint(
      position: place,
      rows: summary.rows - otherRows, rejects: jobRejects,
      fingerprint: found ?? SourceFingerprint(size: 0, head: "", tail: ""),
      rejectFile: rejects?.path ?? sink.gatheredRejects, rejectFileLength: length,
      isFinished: isFinished)
    try sink.commit(checkpoint)
    self.checkpoint = checkpoint
    self.position = position
    pending = 0
    if deadline != nil { commitByTime() }
    for loss in file?.partition?.takeLosses() ?? [] {
      let source = summary.sources[entry].name
      summary.notes.append(ImportNote(kind: .possibleLoss, message: "\(source): \(loss)"))
    }
    let messageBytes = file?.partition?.bytes
    summary.sources[entry].bytes = messageBytes ?? max(position.total - start.total, 0)
    committed = result
    // Holding them twice would copy them at each commit.
    committed.sources = []
    guard let progress else { return }
    let size = try sizeInFeed()
    let offset =
      messageBytes ?? max(position.total - (file?.range?.bytes.lowerBound ?? 0), 0)
    let total = size.flatMap { size in bytesAhead.map { doneBytes + size + $0 } }
    let notes = Array(summary.notes[toldNotes...])
    toldNotes = summary.notes.count
    progress(
      ImportProgress(
        source: summary.sources[entry].name, sourceNumber: sourceNumber, sourceCount: sourceCount,
        offset: offset, size: size, rows: summary.rows, rejects: summary.rejects,
        records: summary.records, filtered: summary.filtered, empty: summary.empty,
        rejectReasons: summary.rejectReasons,
        bytes: summary.bytes, totalOffset: doneBytes + offset, totalSize: total,
        notes: notes))
  }

  /// The size of the source's text, if it equals the file's.
  private func sizeInFeed() throws(ImportError) -> Int64? { try file?.sizeInFeed() }
}
