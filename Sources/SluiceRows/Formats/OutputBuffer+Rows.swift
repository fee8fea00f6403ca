import Sluice

extension OutputBuffer {
  /// The size at which a writer of rows empties a buffer, so that little of a batch is held.
  @usableFromInline static let flushCount = 64 << 10
  /// A buffer that a large value has made larger than this is freed when it is emptied.
  package static let keptCapacity = 1 << 20

  @inlinable @inline(__always)
  package var isFull: Bool { count >= OutputBuffer.flushCount }

  /// Appends what `write` writes, at most `room` bytes, and returns the number of bytes.
  @inline(__always)
  mutating func append(
    upTo room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    unsafe advance(by: write(end(withRoom: room)))
  }

  /// Appends a day, a point in time or a UUID as text.
  @inline(__always)
  mutating func append(textOf value: ImportValue) {
    unsafe append(upTo: ValueText.longest) { unsafe value.writeText(to: $0) ?? 0 }
  }

  mutating func append(base64 bytes: UnsafeBufferPointer<UInt8>) {
    let count = Base64.encodedCount(bytes.count)
    unsafe append(upTo: count) {
      unsafe Base64.encode(bytes, into: $0)
      return count
    }
  }

  /// Appends an integer as digits.
  @inline(__always)
  mutating func append(decimal value: Int64) { append(value.magnitude, isNegative: value < 0) }
}
