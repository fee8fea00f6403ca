import Sluice

/// Reports a chunk's rejects in order, and moves the feed's position along.
@usableFromInline
package struct ChunkDelivery {
  private let notes: ChunkReading
  private let feed: FeedReader
  private let rejected: (RejectedRecord) throws -> Void

  init(
    of notes: ChunkReading, _ feed: FeedReader,
    _ rejected: @escaping (RejectedRecord) throws -> Void
  ) {
    self.notes = notes
    self.feed = feed
    self.rejected = rejected
  }

  /// Moves past a record whose end was noted, after the rejects before it. The feed's position follows when the
  /// delivery ends.
  @usableFromInline
  package func go(behind record: Int) throws {
    try rejectAll(before: record)
    notes.reached = record
  }

  /// Moves past everything that was read.
  @usableFromInline
  package func finish() throws {
    try rejectAll(before: .max)
    notes.reached = nil
    unsafe feed.state.pointee.position = notes.framed
  }

  /// Whether the chunk has rejects, or an error that ends the feed after it. Otherwise the position
  /// need not move past each record.
  package var hasFaults: Bool { notes.hasRejects || notes.failure != nil }

  /// The position after a record whose end was noted.
  package func position(behind record: Int) -> FeedPosition { notes.position(behind: record) }

  /// The number of a record whose end was noted.
  package func number(of record: Int) -> Int64 { notes.number(of: record) }

  /// The position after everything that was read.
  package var end: FeedPosition { notes.end }

  /// Makes a reject of a record whose end was noted, for a fault found only now. The error's offset
  /// counts from the record's first byte.
  package func reject(_ record: Int, at place: RecordPlace, _ error: JSONError) -> RejectedRecord {
    notes.reject(record, at: place, error)
  }

  /// The memory that a record's bytes are in, and where they begin there; nil: it can't be kept.
  package func window(at place: RecordPlace) -> (KeptWindow, start: Int)? {
    notes.window(at: place)
  }

  /// The name of the records' source.
  package var source: String { notes.source }

  /// Appends a record's bytes, at most ``RejectedRecord/mostBytes`` of them.
  package func appendBytes(at place: RecordPlace, to bytes: inout [UInt8]) {
    notes.appendBytes(at: place, to: &bytes)
  }

  @inline(__always)
  private func rejectAll(before record: Int) throws {
    while let reject = notes.nextReject(before: record) {
      // Where it ends is the feed's position now.
      notes.reached = nil
      try feed.delivery.pass(reject, rejected)
    }
  }
}
