import Sluice

/// Bytes of a feed, as a framing sees them: whole lines, or everything that was read and not consumed.
///
/// Sound because a window is lent for the duration of a call, in which the reader keeps the bytes as they are, and
/// because the padding after them is readable.
@safe
struct Window {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where the first of them is.
  let start: FeedPosition
  /// The offset at which the source ends, if a newline was added there that does not count.
  let end: Int64
  /// Whether the source ends with them.
  let isLast: Bool
  /// Whether more can be had without waiting.
  let hasMore: Bool

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: FeedPosition, end: Int64 = .max,
    isLast: Bool = false, hasMore: Bool = false
  ) {
    unsafe self.bytes = unsafe bytes
    (self.start, self.end, self.isLast, self.hasMore) = (start, end, isLast, hasMore)
  }

  @inline(__always)
  var count: Int { unsafe bytes.count }
  /// The offset in the source of the first byte.
  @inline(__always)
  var offset: Int64 { start.offset }
  var isEmpty: Bool { unsafe bytes.isEmpty }

  /// The offset in the source of a place in the window.
  @inline(__always)
  func offset(of place: Int) -> Int64 { min(start.offset &+ Int64(place), end) }

  /// The first bytes.
  func first(_ count: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: bytes[..<count])
  }

  /// The bytes from a place on.
  func rest(from place: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: bytes[place...])
  }

  /// The number of white space bytes at the start.
  var spaceCount: Int {
    var count = 0
    while count < self.count, unsafe bytes[count].isJSONSpace { count += 1 }
    return count
  }

  /// The length of the text before a place, without the white space at its end.
  func lengthWithoutSpace(upTo place: Int) -> Int {
    var length = place
    while length > 0, unsafe bytes[length - 1].isJSONSpace { length -= 1 }
    return length
  }

  /// The window after its first bytes. O(count): counts their newlines.
  func dropping(_ count: Int) -> Window {
    if count == 0 { return self }
    var next = start
    next.offset += Int64(count)
    next.line += unsafe Int64(ValueEnds.newlines(in: first(count)))
    return unsafe Window(
      rest(from: count), at: next, end: end, isLast: isLast, hasMore: hasMore)
  }
}
