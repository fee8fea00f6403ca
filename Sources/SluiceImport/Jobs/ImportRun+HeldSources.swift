import Sluice
import SluiceFeed

/// Commits that hold several sources: files that are read to their ends wait for the next one, if the sink can hold their
/// checkpoints.
///
/// The reject file keeps to one source: nothing is held when a reject is written to it.
extension ImportRun {
  /// At the end of a source: leaves it to the next commit. False: it needs one of its own.
  mutating func hold(at position: FeedPosition) throws(ImportError) -> Bool {
    guard let job = source.job, try source.file?.isPlainFile == true,
      source.number < sources.count, !rejects.limit.isFollowing,
      rejects.file == nil || !counts.hasNewRejects, rejects.owner?.isReleasable != true,
      excess() == nil
    else { return false }
    // The rejects before it are on the disk.
    let checkpoint = try checkpoint(
      at: position, isFinished: true, rejectFileLength: rejects.file?.length ?? 0)
    guard try sink.hold(checkpoint) else { return false }
    sources.note(checkpoint, of: job)
    sources.held.add(
      HeldSources.End(entry: counts.entry, bytes: max(position.total - source.start.total, 0)))
    source.position = position
    return true
  }

  /// Whether the source that begins needs no commit of its beginning: the next one holds those before it, and the target
  /// says already that the job is under way.
  func joins(_ source: OpenSource) throws(ImportError) -> Bool {
    let held = sources.held
    guard !held.isEmpty, held.isUnderWay, try source.file?.isPlainFile == true else { return false }
    return !clock.isBatch(max(clock.pending, held.ends.count)) && !held.isLate && !sink.holdsMuch
  }

  /// Commits what is held, while no source is being read.
  mutating func commitHeld() throws(ImportError) {
    guard !sources.held.isEmpty else { return }
    try storeRejects()
    try sink.commitHeld()
    try report(commitAt: source.position, isUnfinished: false)
  }

  /// After a record that was taken: commits if that is due.
  @inline(__always)
  mutating func pass(_ position: @autoclosure () -> FeedPosition) throws(ImportError) {
    if isDue {
      try commit(at: position())
    } else if !sources.held.isEmpty {
      sources.held.reading = .records(end: position())
    }
  }

  /// Before the first reject of a source goes to a file: commits the sources before it, and records that the job is in the
  /// middle of this one.
  mutating func commitBeforeReject() throws(ImportError) {
    guard rejects.file != nil, case .records(let end) = sources.held.reading else { return }
    try commit(at: end)
  }

  /// When a source fails: commits those before it, and what was taken of this one.
  mutating func commit(before failure: ImportError) {
    // Any other says something of the sink.
    guard !sources.held.isEmpty, [.source, .changedSource, .mismatch].contains(failure.kind) else {
      return
    }
    do throws(ImportError) {
      switch sources.held.reading {
      case .nothing: try commitHeld()
      case .records(let end): try commit(at: end)
      case .partOfRecord: break
      }
    } catch {
      // The caller receives the error of the source. The next run reads again what was not committed.
    }
  }
}
