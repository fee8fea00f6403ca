import Sluice

/// Whole lines of a feed, cut off for one thread, and their location.
///
/// Sound because nothing in it changes after its creation.
final class Chunk: @unchecked Sendable {
  /// Where the first line begins.
  let start: FeedPosition
  /// The position after the last line.
  let end: FeedPosition
  /// The name of the part of the source they come from.
  let source: String
  private let memory: ChunkMemory
  /// The number of bytes in the memory before the first line.
  private let first: Int

  convenience init(
    _ memory: ChunkMemory, of source: String, start: FeedPosition, end: FeedPosition
  ) {
    self.init(memory, first: 0, of: source, start: start, end: end)
  }

  private init(
    _ memory: ChunkMemory, first: Int, of source: String, start: FeedPosition, end: FeedPosition
  ) {
    self.source = source
    self.memory = memory
    self.first = first
    self.start = start
    self.end = end
  }

  /// Its memory, kept.
  func keep(by keeper: WindowKeeper) { keeper.keep(memory) }

  /// Its memory, for as long as the caller wants; nil: most of it is unused.
  var window: KeptWindow? {
    unsafe 2 * memory.bytes.unsafeBytes.count >= memory.bytes.capacity ? KeptWindow(memory) : nil
  }

  /// Where an offset of the source is in the memory.
  func place(of offset: Int64) -> Int { first + Int(offset - start.offset) }

  /// The lines. The padding after them is readable.
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try unsafe memory.bytes.withUnsafeBytes {
      try unsafe body(UnsafeBufferPointer(rebasing: $0[first...]))
    }
  }

  /// The rest after a position in it.
  func rest(from position: FeedPosition) -> Chunk {
    let done = Int(position.offset - start.offset)
    return Chunk(memory, first: first + done, of: source, start: position, end: end)
  }
}
