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
}
