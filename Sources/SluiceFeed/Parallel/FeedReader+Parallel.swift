import Sluice

/// Pieces read on several threads, and what was made of them delivered in order.
extension FeedReader {
  @usableFromInline
  func forEachPiece<Part>(
    _ fold: PieceFold<Part>, _ rejected: (RejectedRecord) throws -> Void,
    _ body: (Part, PieceDelivery) throws -> Void
  ) throws {
    let pieces = try ParallelReader(self, threads: options.parallel, fold)
    while try deliverPiece(of: pieces, rejected, body) {}
  }

  /// Delivers the next piece's part. False: there is none. When it throws, the pieces that are left
  /// are the feed's again, and the threads have ended.
  func deliverPiece<Part>(
    of pieces: ParallelReader<Part>, _ rejected: (RejectedRecord) throws -> Void,
    _ body: (Part, PieceDelivery) throws -> Void
  ) throws -> Bool {
    guard let job = try pieces.next() else { return false }
    defer { progress.update(state.pointee, size: source.size) }
    do {
      try pass(job.cut, rejected)
      if case .piece(let piece) = job.cut, let read = try job.result?.get() {
        try withoutActuallyEscaping(rejected) { rejected in
          try body(read.part, PieceDelivery(of: read.notes, piece.end, self, rejected))
        }
      }
      return true
    } catch {
      pieces.giveBack(job.cut.rest(from: state.pointee.position))
      throw error
    }
  }
}

/// Hands over a piece's rejects in their order, and moves the feed's position along.
@usableFromInline
struct PieceDelivery {
  private let notes: PieceReading
  private let end: FeedPosition
  private let reader: FeedReader
  private let rejected: (RejectedRecord) throws -> Void

  init(
    of notes: PieceReading, _ end: FeedPosition, _ reader: FeedReader,
    _ rejected: @escaping (RejectedRecord) throws -> Void
  ) {
    self.notes = notes
    self.end = end
    self.reader = reader
    self.rejected = rejected
  }

  /// Goes behind a record whose end was noted: the rejects before it come first.
  @usableFromInline
  func go(behind record: Int) throws {
    try rejectAll(before: record)
    reader.state.pointee.position = notes.position(behind: record)
  }

  /// Goes behind the piece.
  @usableFromInline
  func finish() throws {
    try rejectAll(before: .max)
    reader.state.pointee.position = end
  }

  @inline(__always)
  private func rejectAll(before record: Int) throws {
    while let reject = notes.nextReject(before: record) { try reader.deliver(reject, rejected) }
  }
}
