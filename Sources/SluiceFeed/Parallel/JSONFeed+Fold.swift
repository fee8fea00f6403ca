import Sluice

/// Reading on several threads, as many as `FeedOptions/parallel` says.
extension JSONFeed {
  /// Gathers the records of each chunk of the feed into a separate part, several chunks at a time,
  /// and delivers the parts in the feed's order.
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
  /// `make` and `add` run on any of the threads, each part on one; `part` and `rejected` run on the
  /// caller's. The rejects of a chunk come before its part. A chunk is a few hundred kilobytes of
  /// whole lines.
  ///
  /// An error from `add` ends the reading after the current record; the part of the records before
  /// it is still delivered. But a thrown ``RejectedRecord`` rejects only that record: `throw
  /// record.reject(error)`. Throws the errors of the closures, and those of
  /// ``forEach(_:rejected:)-(_,(RejectedRecord)->Void)``.
  ///
  /// Cost: the call starts threads and ends them. In addition, one pass finds the newlines.
  @inlinable
  public mutating func fold<Part>(
    into make: @escaping @Sendable () -> Part,
    _ add: @escaping @Sendable (inout Part, borrowing FeedRecord) throws -> Void,
    part: (Part) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) throws {
    try ChunkedFeed(reader).forEachChunk(ChunkFold(into: make, add), rejected) { made, chunk in
      try chunk.finish()
      try part(made)
    }
  }

  /// The same, but ``FeedOptions/badRecords`` handles bad records.
  @inlinable
  public mutating func fold<Part>(
    into make: @escaping @Sendable () -> Part,
    _ add: @escaping @Sendable (inout Part, borrowing FeedRecord) throws -> Void,
    part: (Part) throws -> Void
  ) throws {
    let handler = handler
    try handler.flushing { try fold(into: make, add, part: part, rejected: handler.keep) }
  }
}
