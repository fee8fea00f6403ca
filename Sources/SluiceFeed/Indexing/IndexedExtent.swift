import Sluice

/// A record in an indexed window: its tokens, and its bytes.
struct IndexedExtent {
  /// Its first token, and the one after its last.
  let first: UInt32
  let next: UInt32
  /// The offsets of its first byte and of the byte after it in the window.
  let start: Int
  let end: Int

  @inline(__always)
  init(_ first: UInt32, _ next: UInt32, _ start: Int, _ end: Int) {
    (self.first, self.next, self.start, self.end) = (first, next, start, end)
  }

  @inline(__always)
  var length: Int { end &- start }
}

extension UnsafeMutablePointer<StructuralIndex> {
  /// Opens a record of the window by its own range of tokens and bytes, which no cursor leaves.
  @inline(__always)
  func open(_ record: IndexedExtent) {
    unsafe open(
      first: record.first, end: record.next, start: UInt32(truncatingIfNeeded: record.start),
      length: UInt32(truncatingIfNeeded: record.end))
  }
}
