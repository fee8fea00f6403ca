import Sluice

/// The slow path: the lines of a window that stage 1 refused, each indexed alone.
extension RecordFramer {
  /// Rejects each line that has a fault, with the error of exactly that line. Delivers all other
  /// lines unaffected.
  func readEachLine(
    in window: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    guard let base = window.baseAddress else { return }
    let windowOffset = unsafe state.pointee.position.offset
    var start = 0
    while start < window.count {
      let ends = unsafe lineEnds.next(in: window, from: start)
      guard !ends.isEmpty else { return }
      for place in ends.indices {
        let newline = unsafe ends[place]
        let lineStart = start
        start = Int(newline) + 1
        unsafe state.pointee.position.line += 1
        unsafe state.pointee.position.offset = min(windowOffset + Int64(start), end)

        var length = Int(newline) - lineStart
        if length > 0, unsafe base[lineStart + length - 1] == 0x0D { length -= 1 }
        let line = unsafe UnsafeBufferPointer(start: base + lineStart, count: length)
        let fault = try unsafe fault(in: line)
        if let fault, fault.code == .empty { continue }

        unsafe state.pointee.begin(
          RecordExtent(line, in: base, at: windowOffset + Int64(lineStart)))
        try delivery.deliver(fault, body, rejected)
      }
    }
  }

  /// Opens a line as its own document. Its padding is the text after it in the buffer: first the
  /// newline, which ends whatever the line leaves open. Returns nil if the line is open, and as
  /// sound as the options require.
  private func fault(in line: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONError? {
    if line.count > options.maximumRecordSize {
      return unsafe line.allSatisfy(\.isJSONSpace) ? JSONError(.empty, at: 0) : tooLarge()
    }
    if let fault = try unsafe indexer.openAlone(line) { return fault }
    let header = unsafe indexer.index.pointee
    let first = unsafe header.bytes[Int(header.tokens[Int(header.first)])]
    let last = unsafe header.bytes[Int(header.tokens[Int(header.end) - 1])]
    if options.checking != .full, indexer.isBracketed(first, last) { return nil }
    return indexer.faultInFull()
  }
}
