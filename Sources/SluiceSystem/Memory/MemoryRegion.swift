#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory straight from the system, in huge pages where it has them: for much memory at once.
///
/// The first write to each page of 4 KB takes some 2 µs; to one of 2 MB, some 200 µs.
///
/// Sound because it owns the memory, of `size` bytes, which is returned with this object.
@safe
package final class MemoryRegion: @unchecked Sendable {
  package let start: UnsafeMutableRawPointer
  /// In bytes: a multiple of ``pageSize``.
  package let size: Int

  /// The size of a huge page, and the alignment of regions.
  package static let pageSize = 2 << 20

  /// A region of at least `bytes` bytes. Nil: memory has run out.
  package init?(bytes: Int) {
    let page = MemoryRegion.pageSize
    guard bytes > 0, bytes <= Int.max - 2 * page else { return nil }
    let size = (bytes + page - 1) / page * page
    // A page more, of which the parts before and after whole pages are returned.
    guard
      let found = unsafe mmap(
        nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0),
      UInt(bitPattern: found) != UInt.max
    else { return nil }
    let before = (page - Int(bitPattern: found) & (page - 1)) & (page - 1)
    if before > 0 { unsafe munmap(found, before) }
    let start = unsafe found + before
    if before < page { unsafe munmap(start + size, page - before) }
    #if os(Linux)
      // Without effect where there are no huge pages.
      unsafe madvise(start, size, Int32(MADV_HUGEPAGE))
    #endif
    unsafe self.start = start
    self.size = size
  }

  /// What is in it is no longer needed: the system may take the pages until they are written again.
  package func forget() {
    unsafe madvise(start, size, Int32(MADV_FREE))
  }

  deinit { unsafe munmap(start, size) }
}
