import Sluice

/// Indexes windows of lines, in smaller parts where there is damage.
extension RecordFramer {
  /// Reads a window of lines. `end`: the end of the source, if the window's last newline was
  /// added.
  func readLines(
    in window: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    if let former {
      return try unsafe readFormed(window, end: end, by: former, body, rejected)
    }
    guard window.count > indexSize.bytes, indexSize.bytes < options.windowSize else {
      return try unsafe readWhole(window, end: end, body, rejected)
    }
    var next = 0
    while let cut = unsafe windowEnd(in: window, next, size: indexSize.bytes, limit: window.count) {
      let part = unsafe UnsafeBufferPointer(rebasing: window[next..<cut])
      next = cut
      try unsafe readWhole(part, end: end, body, rejected)
    }
  }

  private func readWhole(
    _ window: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    switch try unsafe indexer.index(window) {
    case .indexed(let tokens, let count, let lines):
      indexSize.isSound(window.count)
      let lines = unsafe WindowLines(window, tokens, count, noted: lines, ends: lineEnds)
      try unsafe readIndexed(window, lines, end: end, body, rejected)
    case .blank:
      unsafe passBlankLines(window, end: end)
    case .refused:
      indexSize.isDamaged()
      try unsafe readInParts(window, end: end, body, rejected)
    }
  }

  /// Reads a refused window in smaller windows. Only those that are refused too are read line by
  /// line.
  private func readInParts(
    _ window: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    guard let size = IndexSize.pieces(ofRefused: window.count) else {
      return try unsafe readEachLine(in: window, end: end, body, rejected)
    }
    var next = 0
    while let cut = unsafe windowEnd(in: window, next, size: size, limit: window.count) {
      let part = unsafe UnsafeBufferPointer(rebasing: window[next..<cut])
      next = cut
      // A larger part is a single line. All others are too small to return here.
      if part.count > size {
        try unsafe readEachLine(in: part, end: end, body, rejected)
      } else {
        try unsafe readWhole(part, end: end, body, rejected)
      }
    }
  }

  private func passBlankLines(_ window: UnsafeBufferPointer<UInt8>, end: Int64) {
    unsafe state.pointee.position.line += Int64(ValueEnds.newlines(in: window))
    unsafe state.pointee.position.offset = unsafe min(
      state.pointee.position.offset + Int64(window.count), end)
  }
}
