import Sluice
import SluiceFeed

/// The sources of a run, one after the other, and in turns.
extension ImportRun {
  /// Counts what earlier runs have left of the job's sources.
  mutating func count(_ jobs: [JobIdentity?], _ checkpoints: [Checkpoint?]) {
    for case (let job, let checkpoint?) in zip(jobs, checkpoints) {
      summary.earlierRecords += checkpoint.position.recordNumber
      summary.totalRows += checkpoint.rows
      summary.totalRejects += checkpoint.rejects
      summary.totalSkippedByTarget += checkpoint.skippedRows
      summary.unreportedRejects += checkpoint.unreportedRejects
      if let job, checkpoint.isUnsettled { unsettled[job] = checkpoint }
    }
    obsolete = checkpoints.compactMap { $0?.obsoleteRejects }.first
    if rejects != nil || obsolete != nil { sources = RejectedSources(jobs) }
  }

  /// Begins to read a source. Commits the beginning before the first record, which records that the job
  /// ran, and how long the reject file was before; unless sources before it are held, whose commit did that.
  ///
  /// `ahead`: the size of the sources after it, as far as it is known.
  mutating func begin(_ source: OpenSource, ahead: Int64?) throws(ImportError) {
    enter(source)
    bytesAhead = ahead
    if try source.hasNothingNew { return try release() }
    if try joins(source) {
      held.reading = .records(end: start)
    } else {
      try commit(at: start, fingerprint: source.unreadFingerprint)
    }
  }

  /// Records of a source that has nothing new by what it was known, which columns the job has now, and that holes were
  /// filled.
  mutating func keepEvidence(of source: OpenSource) throws(ImportError) {
    let hasOtherColumns = (sink as? DatabaseSink)?.hasOtherColumns ?? false
    guard let file = source.file, let earlier = source.earlier, job != nil,
      earlier.fingerprint.archive == nil
    else { return }
    let evidence = try file.evidence()
    guard hasOtherColumns || file.hasFilledHoles || evidence != earlier.fingerprint.evidence else {
      return
    }
    try commit(
      at: source.start, isFinished: true,
      fingerprint: file.hasFilledHoles ? nil : earlier.fingerprint.bare)
  }

  /// Begins at the first line of a range, which a new feed has found.
  mutating func begin(reading place: FeedPosition) {
    if file?.range != nil, start.offset == 0 { start.offset = place.offset }
  }

  /// Makes the rejects of a source that was read to its end final, as soon as nothing can undo the commit that
  /// counts them.
  func release() throws(ImportError) {
    guard let owner, owner.isReleasable else { return }
    try makePermanent()
    try owner.release()
  }

  /// Flushes what was committed to the disk, and what was cut off the reject file.
  func makePermanent() throws(ImportError) {
    if let rejects {
      _ = try RejectFile.importing { () throws(JSONError) in try rejects.synchronize() }
    }
    try sink.synchronize()
  }

  /// Passes over a source.
  mutating func refuse(_ source: FeedSource, _ error: ImportError) {
    summary.refusedSources.append(ImportSummary.RefusedSource(source, error))
  }

  /// Adds a partition that turns will be of, with the counts of earlier runs.
  mutating func announce(_ source: OpenSource) {
    summary.notes += source.file?.notes ?? []
    summary.sources.append(
      ImportSummary.Source(name: source.name, beginning: source.beginning, bytes: 0))
  }

  /// Begins the turn of a partition that was announced as the one of an index.
  mutating func begin(
    turnOf file: JobSource, _ index: Int, from start: FeedPosition, since earlier: Checkpoint?
  ) {
    countOn(from: earlier)
    sourceNumber = index + 1
    entry = index
    self.file = file
    self.start = start
    position = start
    recordsBefore = summary.records - start.recordNumber
    bytesAhead = nil
  }

  /// Notes what was found of a source's bytes.
  mutating func note(_ notes: [SourceNote]) {
    summary.notes += notes.map {
      ImportNote(kind: ImportNote.Kind(description: $0.kind), message: $0.text)
    }
  }

  private mutating func enter(_ source: OpenSource) {
    summary.notes += source.file?.notes ?? []
    sourceNumber += 1
    countOn(from: source.earlier)
    go(to: source.file, from: source.start, name: source.name, source.beginning)
  }

  /// Continues what the commits of earlier runs have counted of a source.
  private mutating func countOn(from earlier: Checkpoint?) {
    self.earlier = earlier
    (otherRows, otherRejects) = (
      summary.rows - (earlier?.rows ?? 0), summary.rejects - (earlier?.rejects ?? 0)
    )
    otherSkipped = summary.skippedByTarget - (earlier?.skippedRows ?? 0)
    account = earlier.map(\.account) ?? CommitAccount(run: id)
    account?.run = id
  }

  /// Begins to follow a path, in the file where the earlier run stopped, or in a new one.
  mutating func begin(followed chain: LogChain, since earlier: Checkpoint?) throws(ImportError) {
    let file = chain.first
    enter(try OpenSource(chain, earlier: earlier))
    note(chain)
    // Nothing is read yet: these are the hashes by which the file was found, whatever it contains by now.
    var known: SourceFingerprint?
    if chain.isKnown, let earlier, earlier.position == chain.start, start.offset > 0,
      !file.hasFilledHoles
    {
      known = SourceFingerprint(
        size: earlier.fingerprint.size, head: String(earlier.fingerprint.headHash),
        tail: String(earlier.fingerprint.tailHash) + (file.log?.mark?.text ?? ""))
    }
    try commit(at: start, fingerprint: known)
  }

  /// Continues to follow a path, in the current file, which may have another name now, or in the next one.
  mutating func goOn(in chain: LogChain) throws(ImportError) {
    note(chain)
    if chain.isKnown {
      self.file = chain.first
    } else {
      try begin(generation: chain.first, from: chain.start)
    }
  }

  /// Each note once, however often it is found.
  private mutating func note(_ chain: LogChain) {
    summary.notes += chain.notes.filter { !summary.notes.contains($0) }
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
    doneBytes += self.file?.content.byteCount ?? position.total
    self.file = file
    self.start = start
    position = start
    recordsBefore = summary.records - start.recordNumber
    entry = summary.sources.count
    summary.sources.append(ImportSummary.Source(name: name, beginning: beginning, bytes: 0))
  }
}
