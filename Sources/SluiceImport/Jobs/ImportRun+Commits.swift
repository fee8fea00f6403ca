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
    if !isStopped {
      file?.leavesText = end.leavesText
      summary.sources[entry].left = end.left
      if let partition = file?.partition, !partition.isFollowed { note(gapsOf: partition) }
    }
    try commit(at: position, isFinished: !isStopped && end.failure == nil)
    if isStopped { summary.isStopped = true } else { try release() }
  }

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
      rejectFile: (rejects?.path ?? sink.gatheredRejects).map { ByteName($0) },
      rejectFileLength: length,
      isFinished: isFinished)
    try sink.commit(checkpoint)
    self.checkpoint = checkpoint
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
        records: summary.records, filtered: summary.filtered, empty: summary.empty,
        rejectReasons: summary.rejectReasons,
        bytes: summary.bytes, totalOffset: doneBytes + offset, totalSize: total,
        notes: notes))
  }

  /// The size of the source's text, if it equals the file's.
  private func sizeInFeed() throws(ImportError) -> Int64? { try file?.sizeInFeed() }
}
