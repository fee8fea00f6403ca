import Sluice

/// Lines that are not JSON texts: each becomes one, which is indexed alone.
extension RecordFramer {
  /// Reads a window of lines. `end`: the end of the source, if the window's last newline was added.
  func readFormed(
    _ window: UnsafeBufferPointer<UInt8>, end: Int64, by former: LineFormer, _ body: Body,
    _ rejected: Rejected
  ) throws {
    guard let base = window.baseAddress else { return }
    let windowOffset = unsafe state.pointee.position.offset
    let inFull = options.checking == .full
    var start = 0
    while start < window.count {
      let ends = unsafe lineEnds.next(in: window, from: start)
      guard !ends.isEmpty else { return }
      for place in ends.indices {
        let newline = unsafe Int(ends[place])
        let lineStart = start
        start = newline + 1
        unsafe state.pointee.position.line += 1
        unsafe state.pointee.position.offset = min(windowOffset + Int64(start), end)
        // As blank as lines are that the readers of other threads count.
        if unsafe base[lineStart] <= 0x20, unsafe ChunkCounter.isBlank(base, lineStart, newline) {
          continue
        }
        var length = newline - lineStart
        if unsafe base[newline &- 1] == 0x0D { length -= 1 }
        let line = unsafe UnsafeBufferPointer(start: base + lineStart, count: length)
        let fault =
          length > options.maximumRecordSize
          ? unsafe former.refuse(line, tooLarge())
          : try unsafe former.open(line, with: indexer, inFull: inFull)
        unsafe state.pointee.begin(
          RecordExtent(line, in: base, at: windowOffset + Int64(lineStart)))
        try delivery.deliver(fault, body, rejected)
      }
    }
  }
}
