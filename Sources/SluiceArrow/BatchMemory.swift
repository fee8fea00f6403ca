internal import SluiceSystem

/// The memory of one batch: a region of which its buffers take pieces.
///
/// Sound because one thread takes pieces, before the batch is shared, and none of them overlap. The buffers keep
/// this, and with it the region.
package final class BatchMemory: @unchecked Sendable {
  private let region: MemoryRegion
  private var used = 0

  /// Nil where less than a page is needed, or memory has run out.
  package init?(bytes: Int) {
    guard bytes >= MemoryRegion.pageSize, let region = SpareRegions.shared.reuse(bytes) else {
      return nil
    }
    self.region = region
  }

  deinit { SpareRegions.shared.put(region) }

  /// The bytes of its region.
  package var size: Int { region.size }

  /// The bytes that a piece of this capacity takes.
  static func size(of capacity: Int) -> Int { (capacity + 63) & ~63 }

  /// Room for `capacity` bytes, aligned to 64; nil: the region is full.
  package func allocate(_ capacity: Int) -> UnsafeMutableRawPointer? {
    guard capacity <= region.size - used else { return nil }
    let piece = unsafe region.start + used
    // A region's size is a multiple of 64.
    used += BatchMemory.size(of: capacity)
    return unsafe piece
  }
}
