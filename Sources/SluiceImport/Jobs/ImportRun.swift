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
  /// What proves the reject file at its last length.
  var rejectProof: FileProof?
  /// The reject file's length with the rejects that commits count.
  var countedRejects: Int64 = 0
  /// Whether a commit has failed, and may have been made nevertheless.
  var isCommitting = false
  let batchSize: Int
  var limit: RejectLimit
  let progress: ((ImportProgress) -> Void)?
  let sourceCount: Int
  /// The columns whose mismatches end the job.
  let stopping: StoppingColumns
  var summary = ImportSummary()
  /// What the run had done by the last commit, except for the sources.
  var committed = ImportSummary()

  // The source that is being read.

  var file: JobSource?
  /// Nil when what the source leaves can't be resumed.
  var job: JobIdentity?
  var sourceNumber = 0
  /// The index of its entry in the summary.
  var entry = 0
  /// The summary's counts without those of the current source since the job first ran.
  var (otherRows, otherRejects): (Int64, Int64) = (0, 0)
  /// The number of skipped rows of the other sources, likewise.
  var otherSkipped: Int64 = 0
  var start = FeedPosition.start
  /// The start of the next record, as of the last commit.
  var position = FeedPosition.start

  /// The number of records that the run had read before the first one of the source, which has the number 1.
  var recordsBefore: Int64 = 0
  /// The first records that were refused under a framing that was guessed.
  var doubt: FramingDoubt?
  /// What the source's rejects are counted on from.
  var earlier: Checkpoint?
  /// The last checkpoints of sources about whose rejects the end of the run has something to record.
  var unsettled: [JobIdentity: Checkpoint] = [:]
  /// What to remove from the reject file at the end.
  var obsolete: ObsoleteRejects?
  /// The run's sources, as its rejects have them; none where there are no rejects.
  var sources = RejectedSources([])
  /// What was committed last, and of which source.
  var last: (job: JobIdentity, checkpoint: Checkpoint)?

  /// What the commits of the source have counted; nil: what an earlier run has counted is damaged.
  var account: CommitAccount?
  /// What distinguishes this run from others.
  let id = RandomName.make()

  /// The last committed checkpoint.
  var checkpoint: Checkpoint?
  /// How many of the summary's notes were reported with the progress.
  var toldNotes = 0

  /// The bytes of the sources that were read before it.
  var doneBytes: Int64 = 0
  /// The size of the sources after it; nil when that of one of them is not known.
  var bytesAhead: Int64? = 0

  /// The sources that wait for the next commit.
  var held: HeldSources

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
    stopping = StoppingColumns(specification.columns, rowsBefore: .committed)
    summary.valueNotes = NoteCounts(specification.columns)
    matcher = specification.matcher()
    keys = specification.unknownKeyDetector()
    self.sink = sink
    self.rejects = rejects
    self.owner = owner
    countedRejects = rejects?.length ?? 0
    batchSize = max(options.batchSize ?? sink.usualBatchSize, 1)
    longestWait = .seconds(options.longestWait)
    held = HeldSources(longestWait: longestWait)
    limit = RejectLimit(options.feed)
    self.sourceCount = sourceCount
    self.progress = progress
    kept = KeptRecords(isOn: sink.refusesLate, range: options.feed.range?.relative)
    skippedBefore = sink.skippedRows
    summary.notes = sink.notes
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

  var isLate: Bool { deadline.map { $0.time <= .now } ?? false }

  var isTimed: Bool { deadline != nil }

  /// From now on rows wait no longer than the options say, even if their batch is small.
  mutating func commitByTime() { deadline = Deadline(.now + longestWait) }

  private final class Deadline {
    let time: ContinuousClock.Instant
    init(_ time: ContinuousClock.Instant) { self.time = time }
  }

  /// The summary of a run that failed, without what came after its last commit.
  var remains: ImportSummary {
    var remains = committed
    remains.sources = summary.sources
    return remains
  }

  /// Records a stop that came while no source was open.
  mutating func stop() { summary.isStopped = true }

  /// Whether a stop came before all sources were read. A later one doesn't keep the result from being published.
  var isStopped: Bool { summary.isStopped }
}
