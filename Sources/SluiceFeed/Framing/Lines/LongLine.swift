import Sluice

/// A line longer than any record may be, as far as it was skipped. It is one bad record, unless it is blank.
struct LongLine {
  private(set) var start: [UInt8] = []
  private(set) var length = 0
  private(set) var isBlank = true
  private var endsWithReturn = false

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    length += bytes.count
    unsafe start += bytes.prefix(max(RejectedRecord.mostBytes - start.count, 0))
    isBlank = unsafe isBlank && bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    if let last = unsafe bytes.last { endsWithReturn = last == 0x0D }
  }

  /// Its length without the line end.
  var textLength: Int { endsWithReturn ? length - 1 : length }
}
