import CSimdJSON
import SluiceSystem

/// The first newline, or nil. O(count), at the speed of `memchr`.
@inline(__always)
func firstNewline(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  unsafe ByteSearch.first(0x0A, in: bytes)
}

/// The last newline, or nil. O(count), at the speed of `memrchr`.
package func lastNewline(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  guard let base = bytes.baseAddress else { return nil }
  let found = unsafe csj_last_newline(base, bytes.count)
  return found < bytes.count ? found : nil
}

/// Where a window that begins at `start` ends: after the last newline within `size` bytes, or, if
/// its first line is longer than that, after the first newline. Nil: there is no newline before
/// `limit`.
func windowEnd(
  in bytes: UnsafeBufferPointer<UInt8>, _ start: Int, size: Int, limit: Int
) -> Int? {
  guard start < limit else { return nil }
  let near = start + min(size, limit - start)
  if let last = unsafe lastNewline(in: UnsafeBufferPointer(rebasing: bytes[start..<near])) {
    return start + last + 1
  }
  return unsafe firstNewline(in: UnsafeBufferPointer(rebasing: bytes[near..<limit])).map {
    near + $0 + 1
  }
}
