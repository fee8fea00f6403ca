import Sluice

/// The last stage of a feed: lends the current record or rejects it, counts both, and stops the feed
/// at too many bad records.
///
/// The reader owns the memory of ``state`` and the index, and outlives this.
@safe
struct RecordDelivery {
  typealias Body = (borrowing FeedRecord) throws -> Void
  typealias Rejected = (RejectedRecord) throws -> Void

  /// At a fixed address, because records point at it.
  let state: UnsafeMutablePointer<FeedState>
  private let index: UnsafeMutablePointer<StructuralIndex>

  init(_ state: FeedState, _ indexer: RecordIndexer) {
    unsafe self.state = .allocate(capacity: 1)
    unsafe self.state.initialize(to: state)
    unsafe index = unsafe indexer.index
  }

  func deallocate() {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Lends the current record, which is open.
  @inline(__always)
  func lend(_ body: Body) throws {
    do {
      try unsafe body(FeedRecord(unchecked: JSONPosition(rootOf: index), state))
    } catch let error as JSONError {
      if let former = unsafe state.pointee.former { throw former.leaving(error) }
      throw unsafe error.leaving(
        record: state.pointee.rawBytes, at: state.pointee.record.indexOffset)
    }
  }

  /// Rejects the current record.
  @inline(never)
  func reject(_ error: JSONError, _ rejected: Rejected) throws {
    unsafe state.pointee.rejected += 1
    try unsafe rejected(state.pointee.reject(error))
  }

  /// Lends the current record, or rejects it for its fault.
  func deliver(_ fault: JSONError?, _ body: Body, _ rejected: Rejected) throws {
    if let fault { try reject(fault, rejected) } else { try lend(body) }
  }

  /// Rejects text that was skipped before the position, as one record.
  func reject(_ text: SkippedText, _ error: JSONError, _ rejected: Rejected) throws {
    try rejected(makeReject(of: text, error))
  }

  /// Counts text that was skipped before the position as one bad record.
  func makeReject(of text: SkippedText, _ error: JSONError) -> RejectedRecord {
    unsafe state.pointee.position.recordNumber += 1
    unsafe state.pointee.rejected += 1
    let bytes = Array(text.start.prefix(text.length))
    // Located now if that is impossible later.
    let found =
      bytes.count < text.length
      ? unsafe bytes.withUnsafeBufferPointer { unsafe error.located(in: $0) } : error
    return unsafe RejectedRecord(
      source: state.pointee.source, range: state.pointee.range,
      positionAfter: state.pointee.position, line: text.line, offset: text.offset,
      length: Int64(text.length), error: found, cause: nil, bytes: bytes)
  }

  /// Reports a reject that another reader made of this feed.
  func pass(_ reject: RejectedRecord, _ rejected: Rejected) throws {
    unsafe state.pointee.position = reject.positionAfter
    unsafe state.pointee.rejected += 1
    try report(reject, rejected)
  }

  /// Reports a reject that was counted, and stops the feed if it was one too many.
  func report(_ reject: RejectedRecord, _ rejected: Rejected) throws {
    try rejected(reject)
    try unsafe state.pointee.checkLimits(last: reject)
  }
}
