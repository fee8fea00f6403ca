import Sluice
import SluiceFeed

/// The commits of a run.
extension ImportRun {
  /// While nothing arrives: commits what has waited long enough.
  mutating func rest(at position: FeedPosition) throws(ImportError) {
    if pending > 0, isLate { try commit(at: position) }
  }

  /// At a source's end, or where reading was stopped: commits the rest.
  mutating func finish(
    at position: FeedPosition, isStopped: Bool, _ end: SourceEnd = SourceEnd()
  ) throws(ImportError) {
    summary.sources[entry].left = end.left
    if !isStopped {
      file?.leavesText = end.leavesText
      if let partition = file?.partition, !partition.isFollowed { note(gapsOf: partition) }
    }
    try commit(at: position, isFinished: !isStopped && end.failure == nil)
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
    if let evidence = file?.evidence { found = found?.with(evidence) }
    if let account { found = found?.with(account) }
    if let masked = file?.masked {
      found = found?.setting(Checkpoint.maskedFact, to: masked.text)
    }
    if let rejects, rejectProof?.length != length { rejectProof = try rejects.proof() }
    found = found?.with(rejects: rejectProof)
    var checkpoint = Checkpoint(
      position: place,
      rows: summary.rows - otherRows, rejects: jobRejects,
      fingerprint: found ?? SourceFingerprint(size: 0, head: "", tail: ""),
      rejectFile: (rejects?.path ?? sink.gatheredRejects).map { ByteName($0) },
      rejectFileLength: length,
      isFinished: isFinished)
    // The last commit of a run whose rows are not kept back ends it: its caller is told.
    let isTold = isEnd && excess == nil && !sink.keepsRowsBack
    let new = checkpoint.rejects - (earlier?.rejects ?? 0)
    checkpoint = checkpoint.with(
      unreportedRejects: isTold ? 0 : (earlier?.unreportedRejects ?? 0) + new, excess, obsolete)
    try sink.commit(checkpoint)
    self.checkpoint = checkpoint
    if let job {
      last = (job, checkpoint)
      unsettled[job] = checkpoint.isUnsettled ? checkpoint : nil
    }
    self.position = position
    pending = 0
    if isTimed { commitByTime() }
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
        totalRows: summary.totalRows, totalRejects: summary.totalRejects, records: summary.records,
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

  /// Ends a run: removes rejects of rows that are gone, and records that the caller knows all others.
  mutating func report() throws(ImportError) {
    #if PLANTED
      if PlantedFault.rejectsAfterRestart.isOn { obsolete = nil }
    #endif
    var renewed: FileProof?
    if let rejects, let obsolete {
      let isAll = sink.keepsRowsBack
      renewed = try rejects.remove(
        obsolete, of: ByteName(sink.name), sources: isAll ? nil : Set(sourceNames))
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
