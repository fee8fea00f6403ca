/// One record: where it is in memory, in its index, and in the source.
///
/// Lines, values, batches, ranges and chunks all yield these. `FeedState.begin` makes one the current
/// record.
///
/// Sound because the reader keeps the window while the record is delivered.
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
  /// The offset in the source at which the feed continues after it.
  let next: Int64
  /// How many lines end before that; 0 where newlines are counted only on request.
  let lines: Int64

  /// A record that was indexed by itself. `next`: after it, unless specified.
  @inline(__always)
  init(
    _ text: UnsafeBufferPointer<UInt8>, in base: UnsafePointer<UInt8>, at offset: Int64,
    next: Int64? = nil, lines: Int64 = 0
  ) {
    unsafe self.init(
      bytes: text.baseAddress ?? base, length: text.count, indexOffset: 0, offset: offset,
      next: next ?? offset &+ Int64(text.count), lines: lines)
  }

  /// A value in an indexed window, which begins at an offset in the source.
  @inline(__always)
  init(_ record: IndexedExtent, in window: UnsafePointer<UInt8>, at windowOffset: Int64) {
    let offset = windowOffset &+ Int64(record.start)
    unsafe self.init(
      bytes: window + record.start, length: record.length, indexOffset: record.start,
      offset: offset, next: offset &+ Int64(record.length), lines: 0)
  }

  /// A line in an indexed window, and the offset of the line after it.
  @inline(__always)
  init(
    _ line: IndexedExtent, in window: UnsafePointer<UInt8>, at windowOffset: Int64, next: Int64
  ) {
    unsafe self.init(
      bytes: window + line.start, length: line.length, indexOffset: line.start,
      offset: windowOffset &+ Int64(line.start), next: next, lines: 1)
  }

  @inline(__always)
  init(
    bytes: UnsafePointer<UInt8>, length: Int, indexOffset: Int, offset: Int64, next: Int64,
    lines: Int64
  ) {
    unsafe self.bytes = unsafe bytes
    (self.length, self.indexOffset) = (length, indexOffset)
    (self.offset, self.next, self.lines) = (offset, next, lines)
  }
}
