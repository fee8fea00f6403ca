/// One record: where it is in memory, in its index, and in the source.
///
/// Lines, values, batches, ranges and chunks all yield these. `FeedState.begin` makes one the current
/// record.
///
/// Sound because the framer that makes one keeps the window while the record is delivered.
@safe
struct RecordExtent {
  /// Its first byte in memory.
  let bytes: UnsafePointer<UInt8>
  /// Its length without the line end.
  let length: Int
  /// The offset of its first byte in the index.
  let indexOffset: Int
  /// The offset of its first byte in the source.
  let offset: Int64

  /// A record that was indexed by itself.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, in base: UnsafePointer<UInt8>, at offset: Int64) {
    unsafe self.init(
      bytes: text.baseAddress ?? base, length: text.count, indexOffset: 0, offset: offset)
  }

  /// A part of an indexed window, which begins at an offset in the source.
  @inline(__always)
  init(_ record: IndexedExtent, in window: UnsafePointer<UInt8>, at windowOffset: Int64) {
    unsafe self.init(
      bytes: window + record.start, length: record.length, indexOffset: record.start,
      offset: windowOffset &+ Int64(record.start))
  }

  @inline(__always)
  init(bytes: UnsafePointer<UInt8>, length: Int, indexOffset: Int, offset: Int64) {
    unsafe self.bytes = unsafe bytes
    self.length = length
    self.indexOffset = indexOffset
    self.offset = offset
  }

  /// The offset after its last byte in the source.
  @inline(__always)
  var end: Int64 { offset &+ Int64(length) }
}
