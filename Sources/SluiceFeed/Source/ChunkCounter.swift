import Sluice

/// Counts lines and records, so that the reader of a chunk can number its own.
struct ChunkCounter {
  private let lineEnds = LineEnds()

  /// The number of lines that end in `window`, and the number of those that are not blank. The
  /// padding after the window is readable. O(bytes), at the speed of finding newlines.
  func count(in window: UnsafeBufferPointer<UInt8>) -> (lines: Int64, records: Int64) {
    guard let base = window.baseAddress else { return (0, 0) }
    var lines: Int64 = 0
    var blank: Int64 = 0
    var start = 0
    while start < window.count {
      let ends = unsafe lineEnds.next(in: window, from: start)
      guard !ends.isEmpty else { break }
      lines += Int64(ends.count)
      for place in ends.indices {
        let newline = unsafe ends[place]
        // A line whose first byte is visible is not blank; other lines are rare.
        if unsafe base[start] <= 0x20, unsafe ChunkCounter.isBlank(base, start, Int(newline)) {
          blank += 1
        }
        start = Int(newline) + 1
      }
    }
    return (lines, lines - blank)
  }

  @inline(never)
  static func isBlank(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    for i in start..<end where unsafe base[i] != 0x20 && base[i] != 0x09 && base[i] != 0x0D {
      return false
    }
    return true
  }
}
