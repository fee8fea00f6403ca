import Sluice

/// A feed's chunks, delivered one at a time when they are asked for: `forEachChunk` for a caller that
/// returns in between. Threads that read ahead stay between two calls; they end with this object.
package final class PulledChunks<Part> {
  private let reader: FeedReader
  private let fold: ChunkFold<Part>
  /// The reader with several threads, once there is one.
  private var pieces: ParallelReader<Part>?

  init(_ reader: FeedReader, _ fold: ChunkFold<Part>) {
    self.reader = reader
    self.fold = fold
  }

  /// Delivers the next chunk, as `forEachChunk` does. Returns false at the end. If it throws, the feed
  /// continues after the last record that was delivered.
  package func next(
    rejected: (RejectedRecord) throws -> Void, _ body: (Part, ChunkDelivery) throws -> Void
  ) throws -> Bool {
    var hasMore = false
    defer { if !hasMore { closeSpareMemory() } }
    hasMore = try reader.exclusively {
      guard try reader.readsInParallel() else {
        let notes = ChunkReading(windowOf: reader)
        let part = fold.read(notes)
        try ChunkedFeed(reader).deliver(part, notes, rejected, body)
        return !notes.isAtEnd
      }
      let known = pieces
      let pieces = try known ?? ParallelReader(reader, threads: reader.options.parallel, fold)
      self.pieces = pieces
      do {
        return try ChunkedFeed(reader).deliverChunk(of: pieces, rejected, body)
      } catch {
        self.pieces = nil
        throw error
      }
    }
    return hasMore
  }

  deinit {
    pieces?.giveBack(nil)
    closeSpareMemory()
  }

  /// Windows that are kept longer than this are not recycled.
  private func closeSpareMemory() { reader.keeper?.spare.close() }
}

/// The memory of windows that were kept and freed again, for the next ones: as much as a usual batch has.
private let mostSpareBytes = 64 << 20

extension JSONFeed {
  /// The feed's chunks, for a caller that pulls them. Parts keep nothing of a chunk's memory, or, with
  /// `keepsWindows`, only what `ChunkReading.takeWindows` returns: the windows of lines.
  package func pulledChunks<Part>(
    _ fold: ChunkFold<Part>, keepsWindows: Bool = false
  ) -> PulledChunks<Part> {
    if keepsWindows {
      let options = reader.options
      let size = options.parallel > 1 ? options.chunkSize : options.windowSize
      reader.keeper = WindowKeeper(
        SpareMemory(most: .max, bytes: mostSpareBytes, largest: 4 * size))
    }
    return PulledChunks(reader, fold)
  }
}
