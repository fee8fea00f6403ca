import Sluice
import SluiceFeed

/// The sources of a run, one after the other, and in turns.
extension ImportRun {
  /// Counts what earlier runs have left of the job's sources.
  mutating func count(_ jobs: [JobIdentity?], _ checkpoints: [Checkpoint?]) {
    for case (let job, let checkpoint?) in zip(jobs, checkpoints) {
      counts.add(earlier: checkpoint)
      if let job, checkpoint.isUnsettled { sources.unsettled[job] = checkpoint }
    }
    rejects.obsolete = checkpoints.compactMap { $0?.obsoleteRejects }.first
    if rejects.file != nil || rejects.obsolete != nil { rejects.sources = RejectedSources(jobs) }
  }

  /// Begins to read a source. Commits the beginning before the first record, which records that the job
  /// ran, and how long the reject file was before; unless sources before it are held, whose commit did that.
  ///
  /// `ahead`: the size of the sources after it, as far as it is known.
  mutating func begin(_ source: OpenSource, ahead: Int64?) throws(ImportError) {
    enter(source)
    sources.bytesAhead = ahead
    if try source.hasNothingNew { return try release() }
    if try joins(source) {
      sources.held.reading = .records(end: self.source.start)
    } else {
      try commit(at: self.source.start, fingerprint: source.unreadFingerprint)
    }
  }

  /// Records of a source that has nothing new by what it was known, which columns the job has now, and that holes were
  /// filled.
  mutating func keepEvidence(of source: OpenSource) throws(ImportError) {
    guard let file = source.file, let earlier = source.earlier, self.source.job != nil,
      earlier.fingerprint.archive == nil
    else { return }
    let evidence = try file.evidence()
    guard sink.hasOtherColumns || file.hasFilledHoles || evidence != earlier.fingerprint.evidence
    else {
      return
    }
    try commit(
      at: source.start, isFinished: true,
      fingerprint: file.hasFilledHoles ? nil : earlier.fingerprint.bare)
  }

  /// Begins at the first line of a range, which a new feed has found.
  mutating func begin(reading place: FeedPosition) {
    if source.file?.range != nil, source.start.offset == 0 { source.start.offset = place.offset }
  }

  /// Makes the rejects of a source that was read to its end final, as soon as nothing can undo the commit that
  /// counts them.
  func release() throws(ImportError) {
    guard let owner = rejects.owner, owner.isReleasable else { return }
    try makePermanent()
    try owner.release()
  }

  /// Flushes what was committed to the disk, and what was cut off the reject file.
  func makePermanent() throws(ImportError) {
    try rejects.makePermanent()
    try sink.synchronize()
  }

  /// Adds a partition that turns will be of, with the counts of earlier runs.
  mutating func announce(_ source: OpenSource) {
    counts.note(source.file?.notes ?? [])
    counts.add(source: source.name, source.beginning)
  }

  /// Begins the turn of a partition that was announced as the one of an index.
  mutating func begin(
    turnOf file: JobSource, _ index: Int, from start: FeedPosition, since earlier: Checkpoint?
  ) {
    goOn(from: earlier)
    source.number = index + 1
    counts.enter(index)
    source.enter(file, from: start, recordsRead: records)
    sources.bytesAhead = nil
  }

  /// Notes what was found of a source's bytes.
  mutating func note(_ notes: [SourceNote]) {
    counts.note(
      notes.map { ImportNote(kind: ImportNote.Kind(description: $0.kind), message: $0.text) })
  }

  private mutating func enter(_ source: OpenSource) {
    counts.note(source.file?.notes ?? [])
    self.source.number += 1
    goOn(from: source.earlier)
    go(to: source.file, from: source.start, name: source.name, source.beginning)
  }

  /// Continues what the commits of earlier runs have counted of a source.
  private mutating func goOn(from earlier: Checkpoint?) {
    source.earlier = earlier
    counts.goOn(from: earlier, in: sources.id)
  }

  /// Begins to follow a path, in the file where the earlier run stopped, or in a new one.
  mutating func begin(followed chain: LogChain, since earlier: Checkpoint?) throws(ImportError) {
    let file = chain.first
    enter(try OpenSource(chain, earlier: earlier))
    note(chain)
    // Nothing is read yet: these are the hashes by which the file was found, whatever it contains by now.
    var known: SourceFingerprint?
    if chain.isKnown, let earlier, earlier.position == chain.start, source.start.offset > 0,
      !file.hasFilledHoles
    {
      known = SourceFingerprint(
        size: earlier.fingerprint.size, head: String(earlier.fingerprint.headHash),
        tail: String(earlier.fingerprint.tailHash) + (file.log?.mark?.text ?? ""))
    }
    try commit(at: source.start, fingerprint: known)
  }

  /// Continues to follow a path, in the current file, which may have another name now, or in the next one.
  mutating func goOn(in chain: LogChain) throws(ImportError) {
    note(chain)
    if chain.isKnown {
      source.file = chain.first
    } else {
      try begin(generation: chain.first, from: chain.start)
    }
  }

  /// Each note once, however often it is found.
  private mutating func note(_ chain: LogChain) {
    counts.note(chain.notes.filter { !counts.summary.notes.contains($0) })
  }

  /// Begins to read the next file of a followed path.
  mutating func begin(generation file: JobSource, from start: FeedPosition) throws(ImportError) {
    go(to: file, from: start, name: file.name, .fresh)
    try commit(at: start)
  }

  private mutating func go(
    to file: JobSource?, from start: FeedPosition, name: String,
    _ beginning: ImportSummary.Beginning
  ) {
    sources.doneBytes += source.file?.content.byteCount ?? source.position.total
    source.enter(file, from: start, recordsRead: records)
    counts.enter(counts.summary.sources.count)
    counts.add(source: name, beginning)
  }
}
