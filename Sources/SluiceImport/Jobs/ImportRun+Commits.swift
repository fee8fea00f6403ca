import Sluice
import SluiceFeed

/// The commits of a run.
extension ImportRun {
  /// While nothing arrives: commits what has waited long enough.
  mutating func rest(at position: FeedPosition) throws(ImportError) {
    if pending > 0, isLate { try commit(at: position) }
  }

  /// At a source's end, or where reading was stopped: commits the rest, or leaves it to the next commit.
  mutating func finish(
    at position: FeedPosition, isStopped: Bool, _ end: SourceEnd = SourceEnd()
  ) throws(ImportError) {
    summary.sources[entry].left = end.left
    if !isStopped {
      file?.leavesText = end.leavesText
      if let note = file?.content.endNote { summary.notes.append(note) }
    }
    let isFinished = !isStopped && end.failure == nil
    let last = try settle()
    if isFinished, try hold(at: position) { return }
    try commit(at: position, isFinished: isFinished, after: last)
    if isStopped { summary.isStopped = true } else { try release() }
  }

  /// Settles the sink, which may refuse rows, and then writes the rejects before the checkpoint. A reject
  /// whose record counts as done must be on the disk. Rejects that a kill left and that no checkpoint
  /// counts are cut off when the job is resumed.
  mutating func commit(
    at position: FeedPosition, isFinished: Bool = false, fingerprint: SourceFingerprint? = nil,
    after reject: RejectedRecord? = nil
  ) throws(ImportError) {
    let last = try settle() ?? reject
    let isEnd = isFinished && sourceNumber == sourceCount && !limit.isFollowing
    let excess = limit.excess(rejects: summary.rejects, of: summary.records, isEnd: isEnd)
    try write(at: position, isFinished, fingerprint, excess, isEnd: isEnd)
    // What was read stays read: a run that allows more continues after it.
    if let excess { throw limit.error(excess, last: last) }
  }

  private mutating func write(
    at position: FeedPosition, _ isFinished: Bool, _ fingerprint: SourceFingerprint?,
    _ excess: RejectExcess?, isEnd: Bool
  ) throws(ImportError) {
    let length = try synchronizeRejects()
    try storeRejects()
    // The last commit of a run whose rows are not kept back ends it: its caller is told.
    let isTold = isEnd && excess == nil && !sink.keepsRowsBack
    let checkpoint = try checkpoint(
      at: position, isFinished: isFinished, fingerprint, rejectFileLength: length, excess,
      isTold: isTold)
    isCommitting = true
    try sink.commit(checkpoint)
    (isCommitting, countedRejects) = (false, length)
    self.checkpoint = checkpoint
    if let job { note(checkpoint, of: job) }
    for loss in file?.content.takeLosses() ?? [] {
      let source = summary.sources[entry].name
      summary.notes.append(ImportNote(kind: .possibleLoss, message: "\(source): \(loss)"))
    }
    summary.sources[entry].bytes =
      file?.content.byteCount ?? max(position.total - start.total, 0)
    try report(commitAt: position, isUnfinished: !isFinished)
  }

  /// The length of the reject file, whose rejects are on the disk now.
  private func synchronizeRejects() throws(ImportError) -> Int64 {
    try rejects.map { file throws(ImportError) in
      try RejectFile.importing { () throws(JSONError) in try file.synchronize() }
    } ?? 0
  }

  /// After a failure: removes the rejects that no commit counts from the reject file, as the target undoes their rows.
  func takeBackRejects(after failure: ImportError) {
    // A commit that may have been made counts them: the next run sees that.
    guard let rejects, !isCommitting || failure.kind == .changedTarget else { return }
    do throws(JSONError) {
      try rejects.takeBack(to: countedRejects)
    } catch {
      // The next run cuts them off. The caller receives the first error.
    }
  }

  /// Passes rejects to the sink, if it has a table for them.
  mutating func storeRejects() throws(ImportError) {
    guard !pendingRejects.all.isEmpty else { return }
    try sink.store(pendingRejects.all)
    pendingRejects.removeAll()
  }

  /// Notes what the end of the run has to know of a source.
  mutating func note(_ checkpoint: Checkpoint, of job: JobIdentity) {
    last = (job, checkpoint)
    unsettled[job] = checkpoint.isUnsettled ? checkpoint : nil
  }

  /// After a commit, which holds all that was done so far: tells the caller. `isUnfinished`: whether the source has more.
  mutating func report(
    commitAt position: FeedPosition, isUnfinished: Bool
  ) throws(ImportError) {
    self.position = position
    pending = 0
    if isTimed { commitByTime() }
    for end in held.ends { summary.sources[end.entry].bytes = end.bytes }
    held.removeAll(isUnfinished: isUnfinished)
    committed = result
    // Holding them twice would copy them at each commit.
    committed.sources = []
    guard let progress else { return }
    let size = try sizeInFeed()
    let offset =
      file?.content.byteCount ?? max(position.total - (file?.range?.bytes.lowerBound ?? 0), 0)
    let total = size.flatMap { size in bytesAhead.map { doneBytes + size + $0 } }
    let notes = Array(summary.notes[toldNotes...])
    toldNotes = summary.notes.count
    progress(
      ImportProgress(
        source: summary.sources[entry].name, sourceNumber: sourceNumber, sourceCount: sourceCount,
        offset: offset, size: size, rows: summary.rows, rejects: summary.rejects,
        totalRows: summary.totalRows, totalRejects: summary.totalRejects,
        skippedByTarget: summary.skippedByTarget, records: summary.records,
        filtered: summary.filtered, empty: summary.empty,
        rejectReasons: summary.rejectReasons,
        bytes: summary.bytes, totalOffset: doneBytes + offset, totalSize: total,
        notes: notes, refusedSources: summary.refusedSources))
  }

  /// The size of the source's text, if it equals the file's.
  private func sizeInFeed() throws(ImportError) -> Int64? { try file?.sizeInFeed() }

  /// Judges all records of a job that has come to its end.
  mutating func judge() throws(ImportError) {
    guard
      let excess = limit.excess(rejects: summary.rejects, of: summary.records, isEnd: true)
    else { return }
    if let (job, checkpoint) = last {
      try commit(
        checkpoint.with(
          unreportedRejects: checkpoint.unreportedRejects, excess, checkpoint.obsoleteRejects),
        of: job)
    }
    throw limit.error(excess, last: nil)
  }

  /// Records which rejects the end has to remove, before anything is read, which may fail: by then, what was known of the
  /// sources is forgotten. `job`: that of the first source.
  func recordObsolete(_ job: JobIdentity?) throws(ImportError) {
    guard let obsolete, let job, !sink.keepsRowsBack else { return }
    if sourceCount > 1 { _ = try sink.switchSource(to: job) }
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
      if PlantedFault.rejectsAfterRestart.isOn { obsolete = nil }
    #endif
    var renewed: FileProof?
    if let rejects, let obsolete {
      let isAll = sink.keepsRowsBack
      renewed = try rejects.remove(
        obsolete, of: ByteName(sink.name), sources: isAll ? nil : sources)
    }
    // A replacement begins anew after its end, and counts nothing on.
    guard !sink.keepsRowsBack else { return }
    for (job, checkpoint) in unsettled.sorted(by: { $0.key.source < $1.key.source }) {
      let settled = checkpoint.with(unreportedRejects: 0, checkpoint.excess)
      try commit(renewed.map { settled.with(renewedRejects: $0) } ?? settled, of: job)
    }
    unsettled = [:]
    // What is noted of the file that was there is of no use any more.
    if renewed != nil { try release() }
  }

  /// Commits the last checkpoint of a source once more, with other facts.
  private mutating func commit(
    _ checkpoint: Checkpoint, of job: JobIdentity
  ) throws(ImportError) {
    if sourceCount > 1 { _ = try sink.switchSource(to: job) }
    try sink.commit(checkpoint)
  }
}
