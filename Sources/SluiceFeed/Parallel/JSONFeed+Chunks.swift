package import Sluice

/// Converts chunks on any thread, and delivers the results record by record. Jobs need this, because
/// after each row they must know where the next record begins.
extension JSONFeed {
  /// Whether ``FeedOptions/parallel`` allows more than one thread and they are used. Inspects the
  /// first bytes if the framing must be detected.
  package mutating func readsInParallel() throws(JSONError) -> Bool {
    try reader.readsInParallel()
  }

  /// Makes full checking the default from here on, unless the options specify a level: for clients that
  /// make rows of the records.
  package mutating func checksInFullUnlessTold() {
    reader.options.checking = reader.options.checking ?? .full
  }

  /// Delivers each chunk's part in order. The body moves past the part's records one by one with
  /// `ChunkDelivery`, which reports the rejects before each. A chunk's memory stays in place until
  /// the body returns. Only for feeds where ``readsInParallel()`` is true.
  ///
  /// With `keepsBytes` false, for parts that need none of that memory, a single thread works too, and
  /// each thread reads ranges of plain files of lines by itself. `keptBytes`: how many bytes of chunks the body keeps
  /// after their delivery (`ChunkDelivery.window`); their memory is used again.
  package mutating func forEachChunk<Part>(
    _ fold: ChunkFold<Part>, keepsBytes: Bool = true, keptBytes: Int = 0,
    _ body: (Part, ChunkDelivery) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) throws {
    // One thread needs no pieces.
    let pieces = reader.options.parallel > 1 ? FeedCutter(reader).pieces : nil
    pieces?.keepsBytes = keepsBytes
    pieces?.keptBytes = keptBytes
    defer {
      pieces?.keepsBytes = false
      pieces?.keptBytes = 0
    }
    try ChunkedFeed(reader).forEachChunk(fold, rejected, body)
  }
}
