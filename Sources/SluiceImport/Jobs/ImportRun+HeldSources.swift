import Sluice
import SluiceFeed

/// Commits that hold several sources: files that are read to their ends wait for the next one, if the sink can hold their
/// checkpoints.
///
/// The reject file keeps to one source: nothing is held when a reject is written to it.
extension ImportRun {
  /// At the end of a source: leaves it to the next commit. False: it needs one of its own.
  mutating func hold(at position: FeedPosition) throws(ImportError) -> Bool {
    guard let job, try file?.isPlainFile == true, sourceNumber < sourceCount, !limit.isFollowing,
      rejects == nil || summary.rejects == committed.rejects, owner?.isReleasable != true,
      limit.excess(rejects: summary.rejects, of: summary.records) == nil
    else { return false }
    // The rejects before it are on the disk.
    let checkpoint = try checkpoint(
      at: position, isFinished: true, rejectFileLength: rejects?.length ?? 0)
    guard try sink.hold(checkpoint) else { return false }
    note(checkpoint, of: job)
    held.add(HeldSources.End(entry: entry, bytes: max(position.total - start.total, 0)))
    self.position = position
    return true
  }

  /// Whether the source that begins needs no commit of its beginning: the next one holds those before it, and the target
  /// says already that the job is under way.
  func joins(_ source: OpenSource) throws(ImportError) -> Bool {
    guard !held.isEmpty, held.isUnderWay, try source.file?.isPlainFile == true else { return false }
    return max(pending, held.ends.count) < batchSize && !held.isLate && !sink.holdsMuch
  }

  /// Commits what is held, while no source is being read.
  mutating func commitHeld() throws(ImportError) {
    guard !held.isEmpty else { return }
    try storeRejects()
    try sink.commitHeld()
    try report(commitAt: position, isUnfinished: false)
  }

  /// After a record that was taken: commits if that is due.
  @inline(__always)
  mutating func pass(_ position: @autoclosure () -> FeedPosition) throws(ImportError) {
    if isDue {
      try commit(at: position())
    } else if !held.isEmpty {
      held.reading = .records(end: position())
    }
  }

  /// Before the first reject of a source goes to a file: commits the sources before it, and records that the job is in the
  /// middle of this one.
  mutating func commitBeforeReject() throws(ImportError) {
    guard rejects != nil, case .records(let end) = held.reading else { return }
    try commit(at: end)
  }

  /// When a source fails: commits those before it, and what was taken of this one.
  mutating func commit(before failure: ImportError) {
    // Any other says something of the sink.
    guard !held.isEmpty, [.source, .changedSource, .mismatch].contains(failure.kind) else { return }
    do throws(ImportError) {
      switch held.reading {
      case .nothing: try commitHeld()
      case .records(let end): try commit(at: end)
      case .partOfRecord: break
      }
    } catch {
      // The caller receives the error of the source. The next run reads again what was not committed.
    }
  }
}
