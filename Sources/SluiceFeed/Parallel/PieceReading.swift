/// Records while they are read for somebody else, and what is noted of them. Used by one thread at a
/// time.
@usableFromInline
final class PieceReading {
  /// Where a record ends, from where reading began.
  private struct RecordEnd {
    let offset: UInt32
    let line: UInt32
    let number: UInt32
  }

  private let reader: FeedReader
  /// Nil: the feed's next window.
  private let cut: Cut?
  private let start: FeedPosition
  /// The rejects, each with how many ends were noted before it.
  private var rejects: [(before: Int, record: RejectedRecord)] = []
  private var handedOver = 0
  private var ends: [RecordEnd] = []
  /// Behind the last record.
  private(set) var end: FeedPosition
  /// What ended the reading behind that.
  private(set) var failure: (any Error)?
  private(set) var isAtEnd = false

  init(_ cut: Cut, by reader: FeedReader) {
    self.cut = cut
    self.reader = reader
    start = cut.start ?? .start
    end = start
  }

  /// The feed's next window.
  init(windowOf feed: FeedReader) {
    cut = nil
    reader = feed
    start = feed.state.pointee.position
    end = start
  }

  /// Reads all records, or those before what `body` throws.
  @usableFromInline
  func forEach(_ body: (borrowing FeedRecord) throws -> Void) {
    // Rejects count when they are delivered.
    let rejected = reader.state.pointee.rejected
    do {
      if let cut {
        try reader.deliver(cut, body, note)
      } else {
        isAtEnd = !(try reader.deliverWindow(body, note))
      }
    } catch {
      failure = error
    }
    end = reader.state.pointee.position
    reader.state.pointee.rejected = rejected
  }

  @usableFromInline
  func note(_ reject: RejectedRecord) { rejects.append((ends.count, reject)) }

  @usableFromInline
  func noteEnd(of record: borrowing FeedRecord) {
    let end = record.positionAfter
    ends.append(
      RecordEnd(
        offset: UInt32(truncatingIfNeeded: end.offset - start.offset),
        line: UInt32(truncatingIfNeeded: end.line - start.line),
        number: UInt32(truncatingIfNeeded: end.recordNumber - start.recordNumber)))
  }

  /// Behind a record whose end was noted.
  func position(behind record: Int) -> FeedPosition {
    let end = ends[record]
    return FeedPosition(
      offset: start.offset + Int64(end.offset), line: start.line + Int64(end.line),
      recordNumber: start.recordNumber + Int64(end.number), file: start.file)
  }

  /// The next reject that comes before a record whose end was noted.
  func nextReject(before record: Int) -> RejectedRecord? {
    guard handedOver < rejects.count, rejects[handedOver].before <= record else { return nil }
    defer { handedOver += 1 }
    return rejects[handedOver].record
  }
}
