/// Text that becomes one bad record. Only its start is kept.
struct SkippedText {
  /// The offset of its first byte in the source.
  let offset: Int64
  /// The line on which it begins, from 1.
  let line: Int64
  /// Its first bytes, at most ``RejectedRecord/mostBytes``.
  private(set) var start: [UInt8] = []
  /// Excludes trailing white space.
  var length = 0
  /// The number of bytes skipped.
  private(set) var passed = 0

  /// Begins at the position.
  init(at position: FeedPosition) {
    self.init(offset: position.offset, line: position.line + 1)
  }

  init(offset: Int64, line: Int64) { (self.offset, self.line) = (offset, line) }

  /// A line that was too long, without its line end.
  init(_ start: some Sequence<UInt8>, length: Int, at offset: Int64, line: Int64) {
    self.init(offset: offset, line: line)
    self.start = Array(start)
    self.length = length
  }

  mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    unsafe start += bytes.prefix(RejectedRecord.mostBytes - start.count)
    if let last = unsafe bytes.lastIndex(where: { !$0.isJSONSpace }) {
      length = unsafe passed + last - bytes.startIndex + 1
    }
    unsafe passed += bytes.count
  }
}
