import Sluice

/// The text skipped since a fault: one bad record, of which the start is kept.
struct DamagedText {
  let offset: Int64
  let line: Int64
  /// Already located, because the text may be gone when someone reads the error.
  let error: JSONError
  private(set) var start: [UInt8] = []
  /// Excludes trailing white space.
  private(set) var length = 0
  private var passed = 0
  /// Whether the last line continues beyond this text.
  var isMidLine = true

  init(at offset: Int64, line: Int64, _ error: JSONError) {
    (self.offset, self.line, self.error) = (offset, line, error)
  }

  init(_ value: FeedReader.LongValue, _ error: JSONError) {
    self.init(at: value.offset, line: value.line, error)
    (start, length, passed) = (value.start, value.length, value.passed)
  }

  mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    start += bytes.prefix(RejectedRecord.mostBytes - start.count)
    if let last = bytes.lastIndex(where: { !$0.isJSONSpace }) {
      length = passed + last - bytes.startIndex + 1
    }
    passed += bytes.count
  }
}
