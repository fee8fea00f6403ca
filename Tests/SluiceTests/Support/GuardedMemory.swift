#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory between two pages that can't be read or written: to touch one byte too many, on either side, ends the process.
///
/// Sound because the memory is its own, and what it lends is only used while it lives.
@safe
final class GuardedMemory {
  private let start: UnsafeMutablePointer<UInt8>
  private let size: Int
  private static let page = Int(getpagesize())

  struct NoMemory: Error {}

  /// Memory for `count` bytes or more.
  init(_ count: Int) throws {
    let page = Self.page
    let size = (max(count, 1) + page - 1) / page * page
    let made = unsafe mmap(
      nil, size + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let made = unsafe made, unsafe made != MAP_FAILED else { throw NoMemory() }
    let areGuarded =
      unsafe mprotect(made, page, PROT_NONE) == 0
      && mprotect(made + page + size, page, PROT_NONE) == 0
    unsafe start = (made + page).assumingMemoryBound(to: UInt8.self)
    self.size = size
    if !areGuarded { throw NoMemory() }
  }

  deinit { unsafe munmap(start - Self.page, size + 2 * Self.page) }

  /// The last bytes: nothing after them can be touched.
  func last(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(start: start + (size - count), count: count)
  }

  /// The first bytes: nothing before them can be touched.
  func first(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(start: start, count: count)
  }

  /// A copy of `text`, followed by `padding` bytes of `fill` and then by nothing that can be read; or, `atStart`, where
  /// nothing before it can be read.
  func holding(
    _ text: [UInt8], padding: Int, fill: UInt8, atStart: Bool = false
  ) -> UnsafeBufferPointer<UInt8> {
    let room = unsafe atStart ? first(text.count + padding) : last(text.count + padding)
    for i in text.indices { unsafe room[i] = text[i] }
    for i in text.count..<text.count + padding { unsafe room[i] = fill }
    return unsafe UnsafeBufferPointer(rebasing: room[..<text.count])
  }
}
