import Sluice

/// Bytes of a feed that stay in place, unchanged, for as long as this lives.
///
/// Sound because it shares the memory with the chunk it was made from, and no one writes there.
package final class KeptWindow: Sendable {
  private let memory: ChunkMemory

  init(_ memory: ChunkMemory) { self.memory = memory }

  /// Where the bytes are. Readable for the padding's length after them.
  package var bytes: UnsafeBufferPointer<UInt8> { unsafe memory.bytes.unsafeBytes }

  /// Whether all bytes between two addresses are among them.
  package func holds(_ addresses: Range<UInt>) -> Bool {
    let start = unsafe UInt(bitPattern: bytes.baseAddress)
    let end = unsafe start + UInt(bytes.count)
    return addresses.lowerBound >= start && addresses.upperBound <= end
  }

  /// The bytes, and those that were reserved with them.
  package var capacity: Int { memory.bytes.capacity }
}

/// The windows whose memory is not reused after they were read.
package final class WindowKeeper {
  /// Whether the next windows are kept. Otherwise they are read as without a keeper.
  var isKeeping = true
  /// Those that were read since they were last taken.
  private(set) var windows: [KeptWindow] = []
  /// Memory for the next ones.
  let spare: SpareMemory
  /// Smaller windows are not kept: their memory could hold more.
  let smallest: Int
  /// Whether a window goes when the next one is read, unless it was taken.
  private let keepsLast: Bool

  package init(_ spare: SpareMemory, smallest: Int = 0, keepsLast: Bool = false) {
    (self.spare, self.smallest, self.keepsLast) = (spare, smallest, keepsLast)
  }

  package func keep(_ memory: ChunkMemory) {
    if keepsLast { windows.removeAll(keepingCapacity: true) }
    windows.append(KeptWindow(memory))
  }

  package func popAll() -> [KeptWindow] {
    defer { windows = [] }
    return windows
  }
}
