import Sluice

/// Reads feeds whose records are not lines on several threads: this one finds the records, and any
/// thread binds them.
extension FeedCutter {
  /// Cuts off a batch: the records available without waiting, up to about a chunk. Waits for the
  /// first of them if allowed. Nil: the part has ended.
  ///
  /// Finds and checks records exactly as one thread does, so that the results are the same. Errors
  /// come after the records before them: an input that has failed fails again on the next read.
  func cutBatch(_ spare: SpareMemory, mayWait: Bool) throws -> Cutting? {
    if let failure = pieces.batchFailure { throw failure }
    let before = unsafe feed.state.pointee.position
    let start = feed.restingPosition
    let rejectedBefore = unsafe feed.state.pointee.rejected
    var draft = ValueBatchDraft(from: start, spare)
    // Rejects count when they are delivered.
    defer { unsafe feed.state.pointee.rejected = rejectedBefore }
    var outcome = ReadingStep.progress
    do {
      while outcome == .progress, !feed.isStopped, draft.size < feed.options.chunkSize,
        // Text skipped between records is delivered as progress from time to time.
        unsafe feed.state.pointee.position.offset - before.offset
          < 8 * Int64(feed.options.chunkSize)
      {
        outcome = try cutValues(into: &draft, waits: mayWait && draft.isEmpty)
      }
    } catch {
      if let failure = draft.failure {
        pieces.batchFailure = failure
        unsafe feed.state.pointee.uncounted = nil
        unsafe feed.state.pointee.position = draft.end
      }
      if unsafe feed.state.pointee.position == before { throw pieces.batchFailure ?? error }
    }
    let end = feed.restingPosition
    if end != start || !draft.isEmpty {
      return .cut(.values(ValueBatch(draft, end: end, of: feed.source.name)))
    }
    if outcome == .end { return nil }
    // What was skipped so far belongs to what comes.
    if outcome == .needsMore, mayWait { throw feed.hasWaited }
    return .notYet
  }

  private func cutValues(
    into draft: inout ValueBatchDraft, waits: Bool
  ) throws -> ReadingStep {
    defer { feed.indexer.close() }
    let index = unsafe feed.indexer.index
    return try feed.readValueWindow(
      waits: waits, { try unsafe draft.add($0, tokens: index.pointee.end &- index.pointee.first) },
      { draft.add($0) })
  }
}
