package import SluiceSystem

/// The regions of batches that their consumers have freed, for the next ones: in new memory, the system must clear
/// every page first.
///
/// Never waits, so that a child process which inherited a batch can free it, whatever the parent's threads did at the
/// fork: what is not available is mapped anew, or returned to the system.
package final class SpareRegions: Sendable {
  package static let shared = SpareRegions(limit: 64 << 20)

  /// The bytes that are kept at most.
  private let limit: Int
  private let regions = LockedValue<[MemoryRegion]>([])

  package init(limit: Int) { self.limit = limit }

  /// The smallest region that is kept and large enough, unless it is more than twice as large; otherwise a new one.
  /// Nil: memory has run out.
  package func reuse(_ bytes: Int) -> MemoryRegion? {
    let kept = regions.withLockIfAvailable { regions in
      regions.indices.filter { regions[$0].size >= bytes && regions[$0].size / 2 <= bytes }
        .min { regions[$0].size < regions[$1].size }
        .map { regions.remove(at: $0) }
    }
    return (kept ?? nil) ?? MemoryRegion(bytes: bytes)
  }

  /// Keeps an unused region, and drops those kept longest where all exceed the limit.
  package func put(_ region: MemoryRegion) {
    guard region.size <= limit else { return }
    region.forget()
    // What it replaces is returned to the system after the lock.
    _ = regions.withLockIfAvailable { regions in
      regions.append(region)
      var memory = regions.reduce(0) { $0 + $1.size }
      let replaced = Array(
        regions.prefix { kept in
          guard memory > limit else { return false }
          memory -= kept.size
          return true
        })
      regions.removeFirst(replaced.count)
      return replaced
    }
  }

  /// The sizes of those that are kept, in bytes, the one kept longest first.
  package var sizes: [Int] { regions.withLock { $0.map(\.size) } }
}
