import Sluice

/// Reads chunks on several threads, and delivers the results in order.
@usableFromInline
struct ChunkedFeed {
  private let feed: FeedReader

  @usableFromInline
  init(_ feed: FeedReader) { self.feed = feed }

  /// Delivers the part of each chunk, or, with a single thread, of each window.
  @usableFromInline
  func forEachChunk<Part>(
    _ fold: ChunkFold<Part>, _ rejected: (RejectedRecord) throws -> Void,
    _ body: (Part, ChunkDelivery) throws -> Void
  ) throws {
    try feed.exclusively { try forEachChunkAlone(fold, rejected, body) }
  }

  private func forEachChunkAlone<Part>(
    _ fold: ChunkFold<Part>, _ rejected: (RejectedRecord) throws -> Void,
    _ body: (Part, ChunkDelivery) throws -> Void
  ) throws {
    if try feed.readsInParallel() {
      let chunks = try ParallelReader(feed, threads: feed.options.parallel, fold)
      while try deliverChunk(of: chunks, rejected, body) {}
    } else {
      while true {
        let notes = ChunkReading(windowOf: feed)
        let part = fold.read(notes)
        try deliver(part, notes, rejected, body)
        if notes.isAtEnd { return }
      }
    }
  }

  /// Delivers the next chunk's part. Returns false if there is no chunk. If it throws, the
  /// remaining chunks belong to the feed again, and the threads have ended.
  func deliverChunk<Part>(
    of chunks: ParallelReader<Part>, _ rejected: (RejectedRecord) throws -> Void,
    _ body: (Part, ChunkDelivery) throws -> Void
  ) throws -> Bool {
    guard let job = try chunks.next() else { return false }
    do {
      try PieceReader(feed).pass(job.item, rejected)
      if let read = job.read {
        unsafe read.notes.begin(at: job.item.start ?? feed.state.pointee.position)
        if case .range(let range) = job.item {
          unsafe range.numbers.know(start: LineNumbers.Count(feed.state.pointee.position))
        }
        try deliver(read.part, read.notes, rejected, body)
      }
      return true
    } catch {
      unsafe chunks.giveBack(job.item.rest(from: feed.state.pointee.position))
      throw error
    }
  }

  func deliver<Part>(
    _ part: Part, _ notes: ChunkReading, _ rejected: (RejectedRecord) throws -> Void,
    _ body: (Part, ChunkDelivery) throws -> Void
  ) throws {
    defer {
      if let record = notes.reached {
        unsafe feed.state.pointee.position = notes.position(behind: record)
      }
      unsafe feed.progress.update(feed.state.pointee, size: feed.source.size)
    }
    try withoutActuallyEscaping(rejected) { rejected in
      try body(part, ChunkDelivery(of: notes, feed, rejected))
    }
    if let failure = notes.failure { throw failure }
  }
}
