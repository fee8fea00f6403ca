import Sluice

/// A piece while it is read, and what is noted of it. Used by one thread.
@usableFromInline
final class PieceReading {
  /// Where a record ends, from its piece's start.
  private struct RecordEnd {
    let offset: UInt32
    let line: UInt32
    let number: UInt32
  }

  private let reader: FeedReader
  private let piece: Piece
  /// The rejects, each with how many ends were noted before it.
  private var rejects: [(before: Int, record: RejectedRecord)] = []
  private var handedOver = 0
  private var ends: [RecordEnd] = []

  init(_ piece: Piece, by reader: FeedReader) {
    self.piece = piece
    self.reader = reader
  }

  @usableFromInline
  func forEach(_ body: (borrowing FeedRecord) throws -> Void) throws {
    try reader.deliver(piece, body, note)
  }

  @usableFromInline
  func note(_ reject: RejectedRecord) { rejects.append((ends.count, reject)) }

  @usableFromInline
  func noteEnd(of record: borrowing FeedRecord) {
    let end = record.positionAfter
    ends.append(
      RecordEnd(
        offset: UInt32(truncatingIfNeeded: end.offset - piece.start.offset),
        line: UInt32(truncatingIfNeeded: end.line - piece.start.line),
        number: UInt32(truncatingIfNeeded: end.recordNumber - piece.start.recordNumber)))
  }

  /// Behind a record whose end was noted.
  func position(behind record: Int) -> FeedPosition {
    let end = ends[record]
    return FeedPosition(
      offset: piece.start.offset + Int64(end.offset), line: piece.start.line + Int64(end.line),
      recordNumber: piece.start.recordNumber + Int64(end.number), file: piece.start.file)
  }

  /// The next reject that comes before a record whose end was noted.
  func nextReject(before record: Int) -> RejectedRecord? {
    guard handedOver < rejects.count, rejects[handedOver].before <= record else { return nil }
    defer { handedOver += 1 }
    return rejects[handedOver].record
  }
}
