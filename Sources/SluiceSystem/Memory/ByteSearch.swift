#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Searches bytes with the C library, which uses the CPU's vectors.
@usableFromInline
package enum ByteSearch {
  /// The position of the first byte of this value, or nil. O(count).
  @inlinable
  @inline(__always)
  package static func first(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress, let found = unsafe memchr(base, Int32(byte), bytes.count)
    else {
      return nil
    }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
