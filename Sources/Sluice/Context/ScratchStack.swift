import CSimdJSON

/// Memory for what a plan locates and reads before it binds: a stack of chunks. The first chunk is kept from document to
/// document, so that objects allocate nothing.
///
/// Sound because what was handed out stays where it is until a mark before it is released: a new chunk is chained after
/// a full one, never moved. Marks are released in the opposite order of their making. One thread uses it at a time, as
/// it does the reader that owns it.
@usableFromInline
@safe
package struct ScratchStack {
  /// The free bytes of the last chunk.
  @usableFromInline var next: UnsafeMutableRawPointer?
  @usableFromInline var limit: UnsafeMutableRawPointer?
  @usableFromInline var chunk: UnsafeMutablePointer<Chunk>?

  /// Sound because chunks are reached only through the stack that owns them.
  @usableFromInline
  @safe
  struct Chunk {
    @usableFromInline let previous: UnsafeMutablePointer<Chunk>?
    @usableFromInline let end: UnsafeMutableRawPointer
  }

  /// A height of the stack.
  ///
  /// Sound because only the stack that made a mark returns to it.
  @usableFromInline
  @safe
  package struct Height {
    @usableFromInline let next: UnsafeMutableRawPointer?
    @usableFromInline let chunk: UnsafeMutablePointer<Chunk>?

    @inlinable @inline(__always)
    init(next: UnsafeMutableRawPointer?, chunk: UnsafeMutablePointer<Chunk>?) {
      unsafe self.next = unsafe next
      unsafe self.chunk = unsafe chunk
    }
  }

  /// Allocates nothing until memory is requested.
  init() {}

  /// The alignment of all memory that is handed out.
  @inlinable package static var alignment: Int { 16 }
  private static let header = 16
  private static let smallestChunk = 16 << 10

  @inlinable @inline(__always)
  package var mark: Height { unsafe Height(next: next, chunk: chunk) }

  /// `size` bytes. Throws `out-of-memory`.
  @inlinable @inline(__always)
  package mutating func allocate(_ size: Int) throws(JSONError) -> UnsafeMutableRawPointer {
    let rounded = (size &+ (ScratchStack.alignment &- 1)) & ~(ScratchStack.alignment &- 1)
    guard let block = unsafe next, let limit = unsafe limit, unsafe limit - block >= rounded else {
      return try unsafe grow(rounded)
    }
    unsafe next = unsafe block + rounded
    return unsafe block
  }

  /// Takes back everything that was handed out after the mark.
  @inlinable @inline(__always)
  package mutating func release(to mark: Height) {
    if unsafe chunk != mark.chunk { return releaseChunks(to: mark) }
    unsafe next = unsafe mark.next
  }

  @usableFromInline @inline(never)
  mutating func grow(_ size: Int) throws(JSONError) -> UnsafeMutableRawPointer {
    let last = unsafe chunk.map { unsafe $0.pointee.end - UnsafeMutableRawPointer($0) } ?? 0
    let total = max(size + ScratchStack.header, 2 * last, ScratchStack.smallestChunk)
    guard let memory = unsafe csj_allocate(total) else { throw JSONError(.outOfMemory, at: 0) }
    let made = unsafe memory.bindMemory(to: Chunk.self, capacity: 1)
    unsafe made.initialize(to: Chunk(previous: chunk, end: memory + total))
    unsafe chunk = unsafe made
    unsafe limit = unsafe memory + total
    let block = unsafe memory + ScratchStack.header
    unsafe next = unsafe block + size
    return unsafe block
  }

  @usableFromInline @inline(never)
  mutating func releaseChunks(to mark: Height) {
    while let current = unsafe chunk, unsafe current != mark.chunk {
      guard let previous = unsafe current.pointee.previous else {
        // The first chunk, made after the mark: it stays for the next document.
        unsafe next = unsafe UnsafeMutableRawPointer(current) + ScratchStack.header
        unsafe limit = unsafe current.pointee.end
        return
      }
      unsafe chunk = unsafe previous
      unsafe limit = unsafe previous.pointee.end
      unsafe csj_free(current)
    }
    unsafe next = unsafe mark.next
  }

  /// Frees all memory.
  package mutating func releaseMemory() {
    while let current = unsafe chunk {
      unsafe chunk = unsafe current.pointee.previous
      unsafe csj_free(current)
    }
    unsafe next = nil
    unsafe limit = nil
  }
}
