import Sluice

/// A feed cut into pieces of whole lines, each of which any thread can read.
extension FeedReader {
  /// Another reader with the same options, for pieces.
  func makePieceReader() throws(JSONError) -> FeedReader {
    try FeedReader(.bytes([], name: state.pointee.source), options: options, from: .start)
  }

  /// Whether a piece can be cut without waiting for the source.
  var isReady: Bool { !returned.isEmpty || source.isReady }

  enum Cutting {
    case cut(Cut)
    /// There is no whole line yet.
    case notYet
    case end
  }

  /// Cuts the next piece, which begins at `position`, and moves that behind it. The feed's own
  /// position is that of what was delivered, and stays.
  func cut(
    at position: inout FeedPosition, _ counter: PieceCounter, mayWait: Bool
  ) throws(JSONError) -> Cutting {
    if !returned.isEmpty {
      let cut = returned.removeFirst()
      position = cut.end
      return .cut(cut)
    }
    swap(&state.pointee.position, &position)
    defer { swap(&state.pointee.position, &position) }
    if mayWait { try skipByteOrderMark() }
    switch try buffer.fill(from: source, waits: mayWait) {
    case .end: return .end
    case .notYet: return .notYet
    case .longLine:
      let reject = try skipLongLine()
      // It counts when it is delivered.
      state.pointee.rejected -= 1
      return .cut(.reject(reject))
    case .window:
      let added: Int64 = buffer.endsWithAddedNewline ? 1 : 0
      let bytes = buffer.takeWindow()
      let counts = bytes.withUnsafeBytes { counter.count(in: $0) }
      let start = state.pointee.position
      let end = FeedPosition(
        offset: start.offset + Int64(bytes.count) - added, line: start.line + counts.lines,
        recordNumber: start.recordNumber + counts.records)
      state.pointee.position = end
      return .cut(.piece(Piece(bytes, start: start, end: end)))
    }
  }

  /// Delivers the records of a piece, as if this feed had come there.
  func deliver(_ piece: Piece, _ body: Body, _ rejected: Rejected) throws {
    defer { storage.index.close() }
    state.pointee.position = piece.start
    try piece.withBytes { bytes in
      var next = 0
      while let cut = windowEnd(in: bytes, next, size: options.windowSize, limit: bytes.count) {
        let window = UnsafeBufferPointer(rebasing: bytes[next..<cut])
        next = cut
        try deliver(window, end: piece.end.offset, body, rejected)
      }
      if bytes.count > max(4 * options.windowSize, 8 << 20) { storage.releaseIndexMemory() }
    }
  }

  /// Delivers what was cut off and not used: whoever asked for it went away. False: there is none.
  func deliverReturned(_ body: Body, _ rejected: Rejected) throws -> Bool {
    guard !returned.isEmpty else { return false }
    switch returned.removeFirst() {
    case .reject(let reject): try deliver(reject, rejected)
    case .piece(let piece):
      defer {
        let done = state.pointee.position
        if done.offset < piece.end.offset {
          returned.insert(.piece(piece.rest(from: done)), at: 0)
        }
      }
      try deliver(piece, body, rejected)
    }
    return true
  }

  /// Hands over a reject that another reader made of this feed.
  func deliver(_ reject: RejectedRecord, _ rejected: Rejected) throws {
    state.pointee.position = reject.positionAfter
    state.pointee.rejected += 1
    try rejected(reject)
  }
}
