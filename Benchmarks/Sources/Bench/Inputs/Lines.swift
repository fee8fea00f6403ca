import Foundation

/// The lines of a feed in memory.
enum Lines {
  @inline(__always)
  static func forEach(
    in feed: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) rethrows {
    guard var line = feed.baseAddress else { return }
    let end = line + feed.count
    while line < end {
      let newline = memchr(line, 0x0A, end - line)?.assumingMemoryBound(to: UInt8.self)
      let stop = newline.map { UnsafePointer($0) } ?? end
      try body(UnsafeBufferPointer(start: line, count: stop - line))
      line = stop + 1
    }
  }
}
