import Sluice

/// Batches of records that are not lines, which are indexed again.
extension PieceReader {
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
