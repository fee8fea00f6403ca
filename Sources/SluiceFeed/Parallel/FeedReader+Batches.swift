import Sluice

/// Reads feeds whose records are not lines on several threads: this one finds the records, and any
/// thread binds them.
extension FeedReader {
  /// Cuts off a batch: the records available without waiting, up to about a chunk. Waits for the
  /// first of them if allowed. Nil: the part has ended.
  ///
  /// Finds and checks records exactly as one thread does, so that the results are the same. Errors
  /// come after the records before them: an input that has failed fails again on the next read.
  func cutBatch(_ spare: SpareMemory, mayWait: Bool) throws -> Cutting? {
    if let batchFailure { throw batchFailure }
    let before = unsafe state.pointee.position
    let start = restingPosition
    let rejectedBefore = unsafe state.pointee.rejected
    var draft = ValueBatchDraft(from: start, spare)
    // Rejects count when they are delivered.
    defer { unsafe state.pointee.rejected = rejectedBefore }
    var outcome = ReadingStep.progress
    do {
      while outcome == .progress, !isStopped, draft.size < options.chunkSize,
        // Text skipped between records is delivered as progress from time to time.
        unsafe state.pointee.position.offset - before.offset < 8 * Int64(options.chunkSize)
      {
        outcome = try cutValues(into: &draft, waits: mayWait && draft.isEmpty)
      }
    } catch {
      if let failure = draft.failure {
        batchFailure = failure
        unsafe state.pointee.uncounted = nil
        unsafe state.pointee.position = draft.end
      }
      if unsafe state.pointee.position == before { throw batchFailure ?? error }
    }
    let end = restingPosition
    if end != start || !draft.isEmpty {
      return .cut(.values(ValueBatch(draft, end: end, of: source.name)))
    }
    if outcome == .end { return nil }
    // What was skipped so far belongs to what comes.
    if outcome == .needsMore, mayWait { throw hasWaited }
    return .notYet
  }

  private func cutValues(
    into draft: inout ValueBatchDraft, waits: Bool
  ) throws -> ReadingStep {
    defer { indexer.close() }
    let index = unsafe indexer.index
    return try readValueWindow(
      waits: waits, { try unsafe draft.add($0, tokens: index.pointee.end &- index.pointee.first) },
      { draft.add($0) })
  }

  /// Delivers the records of a batch as this feed's own.
  ///
  /// Sound because a record is opened with its own range of tokens and bytes only where the batch's
  /// index has as many tokens as were counted for its records. Otherwise each record is indexed by
  /// itself: simdjson's kernel without SIMD derives the tokens of invalid JSON from the text around it.
  func read(_ batch: ValueBatch, _ body: Body, _ rejected: Rejected) throws {
    let indexer = indexer
    defer { indexer.close() }
    unsafe state.pointee.enter(at: batch.start, of: batch.source)
    var rejects = batch.rejects
    try unsafe batch.withBytes { bytes in
      var rest = batch.records
      while let first = rest.first {
        // Enough records for a window.
        var end = rest.startIndex
        var tokens: UInt64 = 0
        var size = 0
        while end < rest.endIndex, size < options.windowSize {
          tokens += UInt64(rest[end].tokens)
          size = Int(rest[end].start &+ rest[end].length) + 1 - Int(first.start)
          end += 1
        }
        let window = unsafe UnsafeBufferPointer(
          rebasing: bytes[Int(first.start)..<Int(first.start) + size])
        let isIndexed =
          switch try unsafe indexer.index(window) {
          case .indexed(_, let count, _): UInt64(count) == tokens
          case .blank, .refused: false
          }
        try unsafe read(
          rest[..<end], of: batch, window, isIndexed: isIndexed, &rejects, body, rejected)
        rest = rest[end...]
        indexer.releaseMemory(ofWindow: window.count)
      }
    }
    for reject in rejects { try delivery.pass(reject.record, rejected) }
    unsafe state.pointee.position = batch.end
  }

  /// Delivers records and the rejects before them. `isIndexed`: their window is indexed.
  private func read(
    _ records: ArraySlice<ValueBatch.Record>, of batch: ValueBatch,
    _ window: UnsafeBufferPointer<UInt8>, isIndexed: Bool,
    _ rejects: inout ArraySlice<(before: Int, record: RejectedRecord)>,
    _ body: Body, _ rejected: Rejected
  ) throws {
    guard let base = window.baseAddress, let first = records.first else { return }
    let delivery = delivery
    let state = unsafe delivery.state
    let indexer = indexer
    let index = unsafe indexer.index
    let numberBefore = batch.numberBefore
    var token: UInt32 = 0
    // The position moves past the record even if its body throws.
    defer {
      unsafe state.pointee.position = unsafe state.pointee.positionAfter
      unsafe state.pointee.uncounted = nil
    }
    for i in records.indices {
      while let reject = rejects.first, reject.before <= i {
        rejects.removeFirst()
        unsafe state.pointee.uncounted = nil
        try delivery.pass(reject.record, rejected)
      }
      let record = records[i]
      let start = Int(record.start &- first.start)
      let bytes = unsafe base + start
      var fault: JSONError?
      if isIndexed {
        unsafe index.open(
          IndexedExtent(token, token &+ record.tokens, start, start &+ Int(record.length)))
        token &+= record.tokens
      } else {
        fault = try unsafe indexer.openAlone(
          UnsafeBufferPointer(start: bytes, count: Int(record.length)))
      }
      unsafe state.pointee.position.recordNumber = numberBefore &+ Int64(record.number) &- 1
      unsafe state.pointee.position.line = record.line &- 1
      unsafe state.pointee.uncounted = unsafe bytes
      unsafe state.pointee.begin(
        RecordExtent(
          bytes: bytes, length: Int(record.length), indexOffset: isIndexed ? start : 0,
          offset: record.offset, next: record.offset + Int64(record.length), lines: 0))
      if let fault { try delivery.reject(fault, rejected) } else { try delivery.lend(body) }
    }
  }
}
