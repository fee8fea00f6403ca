import Sluice
import SluiceFeed

/// Rows as bytes: the buffer that JSON is written into, too.
typealias SinkBuffer = OutputBuffer

extension OutputBuffer {
  /// The size at which a sink empties a buffer, so that little of a batch is held.
  private static let flushCount = 64 << 10
  /// A buffer that a large value has made larger than this is freed when it is emptied.
  static let keptCapacity = 1 << 20

  @inline(__always)
  var isFull: Bool { count >= OutputBuffer.flushCount }

  /// Appends what `write` writes, at most `room` bytes, and returns the number of bytes.
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
