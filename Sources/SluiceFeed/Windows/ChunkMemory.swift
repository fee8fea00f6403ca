import Sluice
import SluiceSystem

/// A chunk's memory, reused once the chunk is gone. The system fills new memory with zeros first,
/// which takes as long as indexing it.
///
/// Sound because it is changed only before it is handed to a chunk, and after the last chunk is gone.
package final class ChunkMemory: @unchecked Sendable {
  private(set) var bytes: PaddedBytes
  private let spare: SpareMemory

  package init(_ bytes: consuming PaddedBytes, _ spare: SpareMemory) {
    self.bytes = bytes
    self.spare = spare
  }

  deinit {
    var taken = PaddedBytes()
    swap(&taken, &bytes)
    spare.put(taken)
  }
}

/// Memory of released chunks, for use by later ones until no more are read.
package final class SpareMemory: Sendable {
  private final class Holder: @unchecked Sendable {
    var bytes: PaddedBytes
    init(_ bytes: consuming PaddedBytes) { self.bytes = bytes }
  }

  private struct Idle {
    var holders: [Holder] = []
    var bytes = 0
    var isClosed = false
  }

  private let idle = LockedValue(Idle())
  private let most: Int
  private let mostBytes: Int
  private let largest: Int

  /// Keeps `most` buffers, together of at most `bytes`; memory taken by a long line is released.
  package init(most: Int, bytes: Int = .max, largest: Int) {
    self.most = most
    mostBytes = bytes
    self.largest = largest
  }

  /// Frees what is kept, and whatever is put here later.
  package func close() {
    let freed = idle.withLock { idle in
      defer { idle = Idle(isClosed: true) }
      return idle.holders
    }
    withExtendedLifetime(freed) {}
  }

  /// Returns an empty buffer.
  package func reuse() -> PaddedBytes {
    var taken = PaddedBytes()
    let holder = idle.withLock { idle in
      let holder = idle.holders.popLast()
      idle.bytes -= holder?.bytes.capacity ?? 0
      return holder
    }
    if let holder { swap(&taken, &holder.bytes) }
    return taken
  }

  package func put(_ bytes: consuming PaddedBytes) {
    guard bytes.capacity <= largest else { return }
    bytes.removeAll()
    let holder = Holder(bytes)
    let size = holder.bytes.capacity
    idle.withLock { idle in
      guard !idle.isClosed, idle.holders.count < most, idle.bytes + size <= mostBytes else {
        return
      }
      idle.holders.append(holder)
      idle.bytes += size
    }
  }
}
