import Sluice

/// Rows as bytes: the buffer that JSON is written into, too.
typealias SinkBuffer = OutputBuffer

extension OutputBuffer {
  /// Appends an integer's bytes, the most significant first.
  @inline(__always)
  mutating func append<T: FixedWidthInteger>(bigEndian value: T) {
    let size = MemoryLayout<T>.size
    unsafe UnsafeMutableRawPointer(end(withRoom: size)).storeBytes(of: value.bigEndian, as: T.self)
    advance(by: size)
  }

  /// Appends the lowest `size` bytes of a word, at most 8, the least significant first.
  @inline(__always)
  mutating func append(littleEndian value: UInt64, size: Int) {
    unsafe UnsafeMutableRawPointer(end(withRoom: 8)).storeBytes(
      of: value.littleEndian, as: UInt64.self)
    advance(by: size)
  }

  /// Appends a length in groups of seven bits, the least significant first (LEB128).
  @inline(__always)
  mutating func append(varint value: Int) {
    var rest = UInt64(value)
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a text with its length before it.
  mutating func append(counted text: String) {
    var text = text
    text.withUTF8 { bytes in
      append(varint: bytes.count)
      unsafe append(bytes)
    }
  }
}
