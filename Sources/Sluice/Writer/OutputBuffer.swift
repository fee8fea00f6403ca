import CSimdJSON

/// Output bytes: memory that grows, is written at its end, and is emptied without being freed.
///
/// Shared by the writers of JSON and of rows: package access, and inlinable into both.
///
/// Sound because: `end(withRoom:)` makes the room before it gives the pointer out, each caller writes at most that many
/// bytes there, and `advance` comes before the next call.
@usableFromInline
@safe
package struct OutputBuffer: ~Copyable {
  @usableFromInline private(set) var memory: UnsafeMutablePointer<UInt8>
  @usableFromInline package private(set) var count = 0
  @usableFromInline private(set) var capacity: Int

  private static let firstCapacity = 256

  package init() {
    capacity = OutputBuffer.firstCapacity
    unsafe memory = unsafe OutputBuffer.resize(nil, to: capacity)
  }

  deinit { unsafe csj_free(memory) }

  @inlinable
  package var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: memory, count: count)
  }

  /// Frees memory that was given away.
  package static func release(_ memory: UnsafeMutableRawPointer) { unsafe csj_free(memory) }

  @inlinable
  package mutating func removeAll() { count = 0 }

  /// The same, and frees memory above this size, so that one large value doesn't keep it.
  package mutating func removeAll(keeping most: Int) {
    count = 0
    guard capacity > most else { return }
    capacity = OutputBuffer.firstCapacity
    unsafe memory = unsafe OutputBuffer.resize(memory, to: capacity)
  }

  /// Gives away the memory, to be freed by `release`, and begins anew.
  package mutating func moveMemory() -> UnsafeMutableRawBufferPointer {
    let taken = unsafe UnsafeMutableRawBufferPointer(start: memory, count: count)
    capacity = OutputBuffer.firstCapacity
    unsafe memory = unsafe OutputBuffer.resize(nil, to: capacity)
    count = 0
    return unsafe taken
  }

  /// Gives away the memory, to be freed by `release`, and begins anew. Nil if it is small, or much larger than the bytes,
  /// so that copying them is better.
  package mutating func takeIfLarge() -> UnsafeMutableRawBufferPointer? {
    guard count >= 16 << 10, count >= capacity / 2 else { return nil }
    return unsafe moveMemory()
  }

  /// Forgets what was written after the first `count` bytes.
  @inlinable
  package mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  /// Where the next byte goes; `room` bytes can be written from there.
  @inlinable @inline(__always)
  package mutating func end(withRoom room: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity &- count < room { grow(by: room) }
    return unsafe memory + count
  }

  /// Records that `written` bytes were written at the end.
  @inlinable @inline(__always)
  package mutating func advance(by written: Int) { count &+= written }

  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    unsafe end(withRoom: 1).pointee = byte
    count &+= 1
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    unsafe end(withRoom: bytes.count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  /// Appends a part of another buffer.
  package mutating func append(raw bytes: Slice<UnsafeRawBufferPointer>) {
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes)
    guard let start = bytes.baseAddress else { return }
    unsafe UnsafeMutableRawPointer(end(withRoom: bytes.count)).copyMemory(
      from: start, byteCount: bytes.count)
    advance(by: bytes.count)
  }

  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @usableFromInline @inline(never)
  mutating func grow(by room: Int) {
    capacity = max(capacity * 2, count + room)
    unsafe memory = unsafe OutputBuffer.resize(memory, to: capacity)
  }

  /// Without memory the process ends, as for Swift's own arrays.
  private static func resize(
    _ memory: UnsafeMutablePointer<UInt8>?, to capacity: Int
  ) -> UnsafeMutablePointer<UInt8> {
    guard let resized = unsafe csj_reallocate(memory, capacity) else {
      preconditionFailure("out of memory")
    }
    return unsafe resized.assumingMemoryBound(to: UInt8.self)
  }
}
