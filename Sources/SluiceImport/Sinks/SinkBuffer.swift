import Sluice

/// Rows as bytes on their way out: the buffer that JSON is written into, too.
typealias SinkBuffer = OutputBuffer

extension OutputBuffer {
  /// How full a buffer gets before a sink empties it: what is held of a batch stays small.
  private static let flushCount = 64 << 10
  /// A buffer that one large value has made larger than this is given back when it is emptied.
  static let keptCapacity = 1 << 20

  @inline(__always)
  var isFull: Bool { count >= OutputBuffer.flushCount }

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
