import Sluice

/// Bytes of a feed, as a framing sees them: whole lines, or everything that was read and not consumed.
///
/// Sound because a window is lent for the duration of a call, in which the reader keeps the bytes as they are, and
/// because the padding after them is readable.
@safe
struct Window {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The offset in the source of the first of them.
  let offset: Int64
  /// Where the source ends, if a newline was added there that does not count.
  let end: Int64

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64, end: Int64 = .max) {
    unsafe self.bytes = unsafe bytes
    (self.offset, self.end) = (offset, end)
  }

  @inline(__always)
  var count: Int { unsafe bytes.count }

  /// The offset in the source of a place in the window.
  @inline(__always)
  func offset(of place: Int) -> Int64 { min(offset &+ Int64(place), end) }
}
