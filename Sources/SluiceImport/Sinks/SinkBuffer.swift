import SluiceFeed

/// Rows as bytes on their way out: memory that is written at its end and emptied without being given
/// back.
///
/// Sound because `end(withRoom:)` makes the room before it gives the pointer out, each caller writes
/// at most that many bytes there, and `count` only moves over bytes that were written.
struct SinkBuffer: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  /// How full a buffer gets before a sink empties it: what is held of a batch stays small.
  static let flushCount = 64 << 10
  /// A buffer that one large value has made larger than this is given back when it is emptied.
  private static let keptCapacity = 1 << 20

  init() {
    capacity = SinkBuffer.flushCount + 4096
    memory = .allocate(capacity: capacity)
  }

  deinit { memory.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  @inline(__always)
  var isFull: Bool { count >= SinkBuffer.flushCount }

  mutating func removeAll() {
    count = 0
    guard capacity > SinkBuffer.keptCapacity else { return }
    memory.deallocate()
    capacity = SinkBuffer.flushCount + 4096
    memory = .allocate(capacity: capacity)
  }

  /// Forgets what was written behind `count` bytes.
  mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  @inline(__always)
  private mutating func end(withRoom room: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity &- count < room { grow(by: room) }
    return memory + count
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

  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Appends what `write` writes, which is at most `room` bytes, and answers how many.
  @inline(__always)
  mutating func append(
    upTo room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    count &+= write(end(withRoom: room))
  }

  /// Appends a day, a point in time or a UUID as text.
  @inline(__always)
  mutating func append(textOf value: ImportValue) {
    append(upTo: ValueText.longest) { value.writeText(to: $0) ?? 0 }
  }

  mutating func append(base64 bytes: UnsafeBufferPointer<UInt8>) {
    let count = Base64.encodedCount(bytes.count)
    append(upTo: count) {
      Base64.encode(bytes, into: $0)
      return count
    }
  }

  /// Appends an integer's bytes, the most significant first.
  @inline(__always)
  mutating func append<T: FixedWidthInteger>(bigEndian value: T) {
    let size = MemoryLayout<T>.size
    UnsafeMutableRawPointer(end(withRoom: size)).storeBytes(of: value.bigEndian, as: T.self)
    count &+= size
  }

  /// Appends an integer as digits.
  mutating func append(decimal value: Int64) {
    var target = end(withRoom: 20)
    if value < 0 {
      target.pointee = UInt8(ascii: "-")
      target += 1
      count &+= 1
    }
    var left = value.magnitude
    var digits = 1
    var bound: UInt64 = 10
    while digits < 19, left >= bound {
      digits &+= 1
      bound &*= 10
    }
    var place = target + digits
    repeat {
      place -= 1
      let (quotient, digit) = left.quotientAndRemainder(dividingBy: 10)
      place.pointee = 0x30 &+ UInt8(truncatingIfNeeded: digit)
      left = quotient
    } while left != 0
    count &+= digits
  }

  /// Appends the shortest decimal that reads back the same.
  mutating func append(decimal value: Double) {
    // Most doubles in feeds are integers: those need no search for the shortest digits.
    if value.magnitude < 0x1p53, value == value.rounded(.towardZero) {
      if value.sign == .minus { append(UInt8(ascii: "-")) }
      append(decimal: Int64(value.magnitude))
      return append(".0")
    }
    append(value.description)
  }
}
