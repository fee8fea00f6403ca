import Sluice

/// Indexes windows of lines, in smaller parts where there is damage.
extension RecordFramer {
  /// Reads a window of lines. `end`: the end of the source, if the window's last newline was
  /// added.
  func readLines(
    in window: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    guard window.count > indexSize.bytes, indexSize.bytes < options.windowSize else {
      return try readWhole(window, end: end, body, rejected)
    }
    var next = 0
    while let cut = windowEnd(in: window, next, size: indexSize.bytes, limit: window.count) {
      let part = UnsafeBufferPointer(rebasing: window[next..<cut])
      next = cut
      try readWhole(part, end: end, body, rejected)
    }
  }

  private func readWhole(
    _ window: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    switch try indexer.index(window) {
    case .indexed(let tokens, let count, let lines):
      indexSize.isSound(window.count)
      let lines = WindowLines(window, tokens, count, noted: lines, ends: lineEnds)
      try readIndexed(window, lines, end: end, body, rejected)
    case .blank:
      passBlankLines(window, end: end)
    case .refused:
      indexSize.isDamaged()
      try readInParts(window, end: end, body, rejected)
    }
  }

  /// Reads a refused window in smaller windows. Only those that are refused too are read line by
  /// line.
  private func readInParts(
    _ window: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    guard let size = IndexSize.pieces(ofRefused: window.count) else {
      return try readEachLine(in: window, end: end, body, rejected)
    }
    var next = 0
    while let cut = windowEnd(in: window, next, size: size, limit: window.count) {
      let part = UnsafeBufferPointer(rebasing: window[next..<cut])
      next = cut
      // A larger part is a single line. All others are too small to return here.
      if part.count > size {
        try readEachLine(in: part, end: end, body, rejected)
      } else {
        try readWhole(part, end: end, body, rejected)
      }
    }
  }

  private func passBlankLines(_ window: UnsafeBufferPointer<UInt8>, end: Int64) {
    for byte in window where byte == 0x0A { state.pointee.position.line += 1 }
    state.pointee.position.offset = min(state.pointee.position.offset + Int64(window.count), end)
  }
}
