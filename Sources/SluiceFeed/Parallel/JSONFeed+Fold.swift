import Sluice

/// Reading on several threads: `FeedOptions/parallel` says how many.
extension JSONFeed {
  /// Gathers the records of each piece of the feed into a part of its own, several pieces at a time,
  /// and hands the parts over in the feed's order.
  ///
  /// ```swift
  /// try feed.fold(into: { 0 }) { sum, record in
  ///   sum += try record.cursor["size"].int
  /// } part: { sum in
  ///   total += sum
  /// } rejected: { bad in
  ///   messages.append(bad.description)
  /// }
  /// ```
  ///
  /// `make` and `add` are called on any of the threads, each part by one; `part` and `rejected` on
  /// the caller's. The rejects of a piece come before its part. A piece is some hundred kilobytes of
  /// whole lines.
  ///
  /// What `add` throws ends the reading behind the record at hand: the part of the records before it
  /// still comes. But a ``RejectedRecord`` is that record's reject only: `throw
  /// record.reject(error)`. Throws what the closures throw, and what
  /// ``forEach(_:rejected:)-(_,(RejectedRecord)->Void)`` throws.
  ///
  /// Cost: threads are made when this is called and end with it. Beside them, one pass that finds
  /// the newlines.
  @inlinable
  public mutating func fold<Part>(
    into make: @escaping @Sendable () -> Part,
    _ add: @escaping @Sendable (inout Part, borrowing FeedRecord) throws -> Void,
    part: (Part) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) throws {
    try reader.forEachPiece(PieceFold(into: make, add), rejected) { made, piece in
      try piece.finish()
      try part(made)
    }
  }

  /// The same, with ``FeedOptions/badRecords`` for bad records.
  @inlinable
  public mutating func fold<Part>(
    into make: @escaping @Sendable () -> Part,
    _ add: @escaping @Sendable (inout Part, borrowing FeedRecord) throws -> Void,
    part: (Part) throws -> Void
  ) throws {
    let keeper = keeper
    try keeper.flushing { try fold(into: make, add, part: part, rejected: keeper.keep) }
  }
}
