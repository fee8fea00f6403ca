/// Bytes on their way out: memory that grows, is written at its end, and is emptied without being
/// given back.
///
/// Sound because: `end(withRoom:)` makes the room before it gives the pointer out, each caller
/// writes at most that many bytes there, and `advance` comes before the next call.
struct OutputBuffer: ~Copyable {
  private(set) var memory: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 256) {
    self.capacity = capacity
    memory = .allocate(capacity: capacity)
  }

  deinit { memory.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  mutating func removeAll() { count = 0 }

  /// Forgets what was written behind `count` bytes.
  mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  /// Where the next byte goes; `room` bytes from there can be written.
  @inline(__always)
  mutating func end(withRoom room: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity &- count < room { grow(by: room) }
    return memory + count
  }

  /// Says that `written` bytes were written at the end.
  @inline(__always)
  mutating func advance(by written: Int) { count &+= written }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    end(withRoom: 1).pointee = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    end(withRoom: bytes.count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(never)
  private mutating func grow(by room: Int) {
    let grown = max(capacity * 2, count + room)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
    capacity = grown
  }
}
