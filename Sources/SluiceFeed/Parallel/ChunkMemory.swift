import Sluice
import SluiceSystem

/// A chunk's memory, reused once the chunk is gone. The system fills new memory with zeros first,
/// which takes as long as indexing it.
///
/// Sound because it is changed only before it is handed to a chunk, and after the last chunk is gone.
final class ChunkMemory: @unchecked Sendable {
  private(set) var bytes: PaddedBytes
  private let spare: SpareMemory

  init(_ bytes: consuming PaddedBytes, _ spare: SpareMemory) {
    self.bytes = bytes
    self.spare = spare
  }

  deinit {
    var taken = PaddedBytes()
    swap(&taken, &bytes)
    spare.put(taken)
  }
}

/// Memory of released chunks, for use by later ones.
final class SpareMemory: Sendable {
  private final class Holder: @unchecked Sendable {
    var bytes: PaddedBytes
    init(_ bytes: consuming PaddedBytes) { self.bytes = bytes }
  }

  private let holders = LockedValue<[Holder]>([])
  private let most: Int
  private let largest: Int

  /// Keeps `most` buffers; memory taken by a long line is released.
  init(most: Int, largest: Int) {
    self.most = most
    self.largest = largest
  }

  /// Returns an empty buffer.
  func take() -> PaddedBytes {
    var taken = PaddedBytes()
    if let holder = holders.withLock({ $0.popLast() }) { swap(&taken, &holder.bytes) }
    return taken
  }

  func put(_ bytes: consuming PaddedBytes) {
    guard bytes.capacity <= largest else { return }
    bytes.removeAll()
    let holder = Holder(bytes)
    holders.withLock { if $0.count < most { $0.append(holder) } }
  }
}
