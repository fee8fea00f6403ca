import CSimdJSON
import SluiceSystem

/// A piece of memory for a document: its text or its index.
///
/// Sound because each has one owner: it can't be copied, and frees itself.
@safe
struct DocumentMemory: ~Copyable {
  let start: UnsafeMutableRawPointer
  let size: Int

  /// Memory of at least that size at the beginning of a cache line, from the pool if it has any that fits.
  init(bytes size: Int) throws(JSONError) {
    let kept = DocumentMemoryPool.shared.reuse(size)
    guard let start = unsafe kept?.start ?? csj_allocate_aligned(size) else {
      throw .outOfMemory(bytes: size)
    }
    unsafe self.start = unsafe start
    self.size = kept?.size ?? size
  }

  /// Takes over memory that `csj_free` frees.
  init(start: UnsafeMutableRawPointer, size: Int) {
    unsafe self.start = unsafe start
    self.size = size
  }

  deinit { unsafe DocumentMemoryPool.shared.put(start, size) }
}

/// Memory of documents that were released, for the next ones.
///
/// Large pieces come from the system with every page still to be touched, which takes longer than indexing the text
/// that goes there. Small pieces are the allocator's business.
@safe
final class DocumentMemoryPool: Sendable {
  static let shared = DocumentMemoryPool(limit: 64 << 20, count: 32)

  /// The size from which on memory is kept.
  static let smallest = 32 << 10

  private let limit: Int
  private let count: Int
  private let idle = LockedValue(Idle())

  init(limit: Int, count: Int) {
    self.limit = limit
    self.count = count
  }

  deinit { releaseMemory() }

  /// Frees what is kept.
  func releaseMemory() {
    let pieces = idle.withLock { $0.removeAll() }
    for piece in pieces { unsafe csj_free(piece.start) }
  }

  /// How many bytes are kept.
  var memory: Int { idle.withLock { $0.memory } }

  /// The smallest piece that is kept and large enough, unless it is larger by more than a 32nd: documents that are
  /// kept for long should hold what they need.
  func reuse(_ size: Int) -> Piece? {
    guard size >= DocumentMemoryPool.smallest else { return nil }
    return idle.withLock { $0.reuse(from: size, to: size + size / 32) }
  }

  func put(_ start: UnsafeMutableRawPointer, _ size: Int) {
    guard size >= DocumentMemoryPool.smallest, size <= limit else {
      return unsafe csj_free(start)
    }
    let freed = idle.withLock { unsafe $0.add(start, size, limit, count) }
    for piece in freed { unsafe csj_free(piece.start) }
  }

  /// Sound to send because a piece that is kept has no other owner.
  @safe
  struct Piece: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let size: Int
  }

  private struct Idle {
    private var pieces: [Piece] = []
    private(set) var memory = 0

    mutating func reuse(from least: Int, to most: Int) -> Piece? {
      var best: Int?
      for place in pieces.indices {
        let size = pieces[place].size
        guard size >= least, size <= most else { continue }
        if let best, pieces[best].size <= size { continue }
        best = place
      }
      guard let best else { return nil }
      memory -= pieces[best].size
      return pieces.remove(at: best)
    }

    /// Keeps the piece, and returns the ones that make room for it: those kept longest.
    mutating func add(
      _ start: UnsafeMutableRawPointer, _ size: Int, _ limit: Int, _ count: Int
    ) -> [Piece] {
      unsafe pieces.append(Piece(start: start, size: size))
      memory += size
      var first = 0
      while memory > limit || pieces.count - first > count {
        memory -= pieces[first].size
        first += 1
      }
      guard first > 0 else { return [] }
      defer { pieces.removeFirst(first) }
      return Array(pieces[..<first])
    }

    mutating func removeAll() -> [Piece] {
      defer { self = Idle() }
      return pieces
    }
  }
}
