import CSimdJSON

/// Memory for what a plan locates and reads before it binds: a stack of chunks. The first chunk is kept from document to
/// document, so that objects allocate nothing.
///
/// Sound because what was handed out stays where it is until a mark before it is released: a new chunk is chained after
/// a full one, never moved. Marks are released in the opposite order of their making. One thread uses it at a time, as
/// it does the reader that owns it.
@usableFromInline
package struct ScratchStack {
  /// The free bytes of the last chunk.
  @usableFromInline var next: UnsafeMutableRawPointer?
  @usableFromInline var limit: UnsafeMutableRawPointer?
  @usableFromInline var chunk: UnsafeMutablePointer<Chunk>?

  @usableFromInline
  struct Chunk {
    @usableFromInline let previous: UnsafeMutablePointer<Chunk>?
    @usableFromInline let end: UnsafeMutableRawPointer
  }

  /// A height of the stack.
  @usableFromInline
  package struct Mark {
    @usableFromInline let next: UnsafeMutableRawPointer?
    @usableFromInline let chunk: UnsafeMutablePointer<Chunk>?

    @inlinable @inline(__always)
    init(next: UnsafeMutableRawPointer?, chunk: UnsafeMutablePointer<Chunk>?) {
      self.next = next
      self.chunk = chunk
    }
  }

  /// Allocates nothing until memory is requested.
  init() {}

  /// The alignment of all memory that is handed out.
  @inlinable package static var alignment: Int { 16 }
  private static let header = 16
  private static let smallestChunk = 16 << 10

  @inlinable @inline(__always)
  package var mark: Mark { Mark(next: next, chunk: chunk) }

  /// `size` bytes. Throws `out-of-memory`.
  @inlinable @inline(__always)
  package mutating func allocate(_ size: Int) throws(JSONError) -> UnsafeMutableRawPointer {
    let rounded = (size &+ (ScratchStack.alignment &- 1)) & ~(ScratchStack.alignment &- 1)
    guard let block = next, let limit, limit - block >= rounded else { return try grow(rounded) }
    next = block + rounded
    return block
  }

  /// Takes back everything that was handed out after the mark.
  @inlinable @inline(__always)
  package mutating func release(to mark: Mark) {
    if chunk != mark.chunk { return releaseChunks(to: mark) }
    next = mark.next
  }

  @usableFromInline @inline(never)
  mutating func grow(_ size: Int) throws(JSONError) -> UnsafeMutableRawPointer {
    let last = chunk.map { $0.pointee.end - UnsafeMutableRawPointer($0) } ?? 0
    let total = max(size + ScratchStack.header, 2 * last, ScratchStack.smallestChunk)
    guard let memory = csj_allocate(total) else { throw JSONError(.outOfMemory, at: 0) }
    let made = memory.bindMemory(to: Chunk.self, capacity: 1)
    made.initialize(to: Chunk(previous: chunk, end: memory + total))
    chunk = made
    limit = memory + total
    let block = memory + ScratchStack.header
    next = block + size
    return block
  }

  @usableFromInline @inline(never)
  mutating func releaseChunks(to mark: Mark) {
    while let current = chunk, current != mark.chunk {
      guard let previous = current.pointee.previous else {
        // The first chunk, made after the mark: it stays for the next document.
        next = UnsafeMutableRawPointer(current) + ScratchStack.header
        limit = current.pointee.end
        return
      }
      chunk = previous
      limit = previous.pointee.end
      csj_free(current)
    }
    next = mark.next
  }

  /// Frees all memory.
  package mutating func releaseMemory() {
    while let current = chunk {
      chunk = current.pointee.previous
      csj_free(current)
    }
    next = nil
    limit = nil
  }
}
