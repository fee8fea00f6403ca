import Sluice
import SluiceFeed

/// A running job: takes records one by one, and commits between two of them.
struct ImportRun: ~Copyable {
  let plan: RunPlan
  let sink: any Sink
  var counts: RunCounts
  var clock: CommitClock
  /// The source that is being read.
  var source = CurrentSource()
  var sources: RunSources
  var rejects: RunRejects
  /// What rejects of the records since the last commit need, for sinks that refuse rows late.
  var kept: KeptRecords

  init(
    _ specification: RowSpecification, sink: any Sink,
    rejects: (file: RejectFile?, owner: RejectOwner?) = (nil, nil), limit: RejectLimit? = nil,
    options: ImportOptions, sourceCount: Int, progress: ((ImportProgress) -> Void)? = nil
  ) {
    plan = RunPlan(specification)
    self.sink = sink
    counts = RunCounts(specification.columns, sink)
    let longestWait = Duration.seconds(options.longestWait)
    clock = CommitClock(
      batchSize: options.batchSize ?? sink.usualBatchSize, longestWait: longestWait)
    sources = RunSources(count: sourceCount, longestWait: longestWait, progress)
    self.rejects = RunRejects(rejects.file, rejects.owner, limit ?? RejectLimit(options.feed))
    kept = KeptRecords(isOn: sink.refusesLate, range: options.feed.range?.relative)
  }

  /// The number of records that were taken so far.
  var records: Int64 { counts.summary.records }

  /// What the run has done so far.
  var result: ImportSummary { counts.result(plan.keys) }

  @inline(__always)
  var isDue: Bool { clock.isDue || kept.isFull || rejects.pending.isFull }

  /// By how much the job exceeds its limit of rejects; nil: it does not.
  func excess(isEnd: Bool = false) -> RejectExcess? {
    rejects.limit.excess(
      rejects: counts.summary.rejects, of: counts.summary.records, isEnd: isEnd)
  }

  /// Whether a stop came before all sources were read. A later one doesn't keep the result from being published.
  var isStopped: Bool { counts.summary.isStopped }
}
