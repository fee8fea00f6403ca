import Sluice
import SluiceFeed

/// Rows as bytes on their way out: the buffer that JSON is written into, too.
typealias SinkBuffer = OutputBuffer

extension OutputBuffer {
  /// How full a buffer gets before a sink empties it: what is held of a batch stays small.
  private static let flushCount = 64 << 10
  /// A buffer that one large value has made larger than this is given back when it is emptied.
  static let keptCapacity = 1 << 20

  @inline(__always)
  var isFull: Bool { count >= OutputBuffer.flushCount }

  /// Appends what `write` writes, which is at most `room` bytes, and answers how many.
  @inline(__always)
  mutating func append(
    upTo room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    advance(by: write(end(withRoom: room)))
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
    advance(by: size)
  }

  /// Appends an integer as digits.
  @inline(__always)
  mutating func append(decimal value: Int64) { append(value.magnitude, isNegative: value < 0) }
}
