import Sluice
import SluiceFeed

/// The commits of a run.
extension ImportRun {
  /// While nothing arrives: commits what has waited long enough.
  mutating func rest(at position: FeedPosition) throws(ImportError) {
    if clock.pending > 0, clock.isLate { try commit(at: position) }
  }

  /// At a source's end, or where reading was stopped: commits the rest, or leaves it to the next commit.
  mutating func finish(
    at position: FeedPosition, isStopped: Bool, _ end: SourceEnd = SourceEnd()
  ) throws(ImportError) {
    counts.set(left: end.left)
    if !isStopped {
      source.file?.leavesText = end.leavesText
      if let note = source.file?.content.endNote { counts.note([note]) }
    }
    let isFinished = !isStopped && end.failure == nil
    let last = try settle()
    if isFinished, try hold(at: position) { return }
    try commit(at: position, isFinished: isFinished, after: last)
    if isStopped { counts.stop() } else { try release() }
  }

  /// Settles the sink, which may refuse rows, and then writes the rejects before the checkpoint. A reject
  /// whose record counts as done must be on the disk. Rejects that a kill left and that no checkpoint
  /// counts are cut off when the job is resumed.
  mutating func commit(
    at position: FeedPosition, isFinished: Bool = false, fingerprint: SourceFingerprint? = nil,
    after reject: RejectedRecord? = nil
  ) throws(ImportError) {
    let last = try settle() ?? reject
    let isEnd = isFinished && source.number == sources.count && !rejects.limit.isFollowing
    let excess = excess(isEnd: isEnd)
    try write(at: position, isFinished, fingerprint, excess, isEnd: isEnd)
    // What was read stays read: a run that allows more continues after it.
    if let excess { throw rejects.limit.error(excess, last: last) }
  }

  private mutating func write(
    at position: FeedPosition, _ isFinished: Bool, _ fingerprint: SourceFingerprint?,
    _ excess: RejectExcess?, isEnd: Bool
  ) throws(ImportError) {
    let length = try rejects.synchronize()
    try storeRejects()
    // The last commit of a run whose rows are not kept back ends it: its caller is told.
    let isTold = isEnd && excess == nil && !sink.keepsRowsBack
    let checkpoint = try checkpoint(
      at: position, isFinished: isFinished, fingerprint, rejectFileLength: length, excess,
      isTold: isTold)
    let sink = sink
    try rejects.committing(upTo: length) { () throws(ImportError) in try sink.commit(checkpoint) }
    source.checkpoint = checkpoint
    if let job = source.job { sources.note(checkpoint, of: job) }
    for loss in source.file?.content.takeLosses() ?? [] {
      counts.note([ImportNote(kind: .possibleLoss, message: "\(counts.sourceName): \(loss)")])
    }
    counts.set(bytes: source.bytes(to: position), of: counts.entry)
    try report(commitAt: position, isUnfinished: !isFinished)
  }

  /// Passes rejects to the sink, if it has a table for them.
  mutating func storeRejects() throws(ImportError) {
    guard !rejects.pending.all.isEmpty else { return }
    try sink.store(rejects.pending.all)
    rejects.pending.removeAll()
  }

  /// After a commit, which holds all that was done so far: tells the caller. `isUnfinished`: whether the source has more.
  mutating func report(
    commitAt position: FeedPosition, isUnfinished: Bool
  ) throws(ImportError) {
    source.position = position
    clock.restart()
    for end in sources.held.ends { counts.set(bytes: end.bytes, of: end.entry) }
    sources.held.removeAll(isUnfinished: isUnfinished)
    counts.commit(plan.keys)
    guard let progress = sources.progress else { return }
    let size = try source.size()
    let offset = source.offset(at: position)
    let total = size.flatMap { size in sources.bytesAhead.map { sources.doneBytes + size + $0 } }
    let notes = counts.takeNotes()
    let summary = counts.summary
    progress(
      ImportProgress(
        source: counts.sourceName, sourceNumber: source.number, sourceCount: sources.count,
        offset: offset, size: size, rows: summary.rows, rejects: summary.rejects,
        totalRows: summary.totalRows, totalRejects: summary.totalRejects,
        skippedByTarget: summary.skippedByTarget, records: summary.records,
        filtered: summary.filtered, empty: summary.empty,
        rejectReasons: summary.rejectReasons,
        bytes: summary.bytes, totalOffset: sources.doneBytes + offset, totalSize: total,
        notes: notes, refusedSources: summary.refusedSources))
  }

  /// Judges all records of a job that has come to its end.
  mutating func judge() throws(ImportError) {
    guard let excess = excess(isEnd: true) else { return }
    if let (job, checkpoint) = sources.last {
      try commit(
        checkpoint.with(
          unreportedRejects: checkpoint.unreportedRejects, excess, checkpoint.obsoleteRejects),
        of: job)
    }
    throw rejects.limit.error(excess, last: nil)
  }

  /// Records which rejects the end has to remove, before anything is read, which may fail: by then, what was known of the
  /// sources is forgotten. `job`: that of the first source.
  func recordObsolete(_ job: JobIdentity?) throws(ImportError) {
    guard let obsolete = rejects.obsolete, let job, !sink.keepsRowsBack else { return }
    if sources.count > 1 { _ = try sink.switchSource(to: job) }
    let nothing = SourceFingerprint(size: 0, head: "", tail: "")
    try sink.commit(
      Checkpoint(
        position: .start, rows: 0, rejects: 0,
        fingerprint: nothing.setting(ObsoleteRejects.fact, to: obsolete.text),
        rejectFile: nil, rejectFileLength: 0, isFinished: false))
  }

  /// Ends a run: removes rejects of rows that are gone, and records that the caller knows all others.
  mutating func report() throws(ImportError) {
    #if PLANTED
      if PlantedFault.rejectsAfterRestart.isOn { rejects.obsolete = nil }
    #endif
    var renewed: FileProof?
    if let file = rejects.file, let obsolete = rejects.obsolete {
      let isAll = sink.keepsRowsBack
      renewed = try file.remove(
        obsolete, of: ByteName(sink.name), sources: isAll ? nil : rejects.sources)
    }
    // A replacement begins anew after its end, and counts nothing on.
    guard !sink.keepsRowsBack else { return }
    for (job, checkpoint) in sources.unsettled.sorted(by: { $0.key.source < $1.key.source }) {
      let settled = checkpoint.with(unreportedRejects: 0, checkpoint.excess)
      try commit(renewed.map { settled.with(renewedRejects: $0) } ?? settled, of: job)
    }
    sources.unsettled = [:]
    // What is noted of the file that was there is of no use any more.
    if renewed != nil { try release() }
  }

  /// Commits the last checkpoint of a source once more, with other facts.
  private mutating func commit(
    _ checkpoint: Checkpoint, of job: JobIdentity
  ) throws(ImportError) {
    if sources.count > 1 { _ = try sink.switchSource(to: job) }
    try sink.commit(checkpoint)
  }
}
