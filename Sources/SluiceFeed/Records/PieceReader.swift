import Sluice

/// Delivers the records of pieces that were cut off from a feed: on any thread by a reader made for pieces, or by the feed's
/// own if the pieces were given back.
struct PieceReader {
  typealias Body = RecordDelivery.Body
  typealias Rejected = RecordDelivery.Rejected

  private let feed: FeedReader

  init(_ feed: FeedReader) { self.feed = feed }

  var state: UnsafeMutablePointer<FeedState> { unsafe feed.state }
  var delivery: RecordDelivery { feed.delivery }
  var indexer: RecordIndexer { feed.indexer }
  var options: FeedOptions { feed.options }

  /// Delivers the records of a chunk as this feed's own.
  func read(_ chunk: Chunk, _ body: Body, _ rejected: Rejected) throws {
    defer { indexer.close() }
    unsafe state.pointee.enter(at: chunk.start, of: chunk.source)
    if let keeper = feed.keeper, keeper.isKeeping { chunk.keep(by: keeper) }
    try unsafe chunk.withBytes { bytes in
      var next = 0
      while let end = unsafe windowEnd(
        in: bytes, next, size: options.windowSize, limit: bytes.count)
      {
        let window = unsafe UnsafeBufferPointer(rebasing: bytes[next..<end])
        next = end
        try unsafe feed.readLines(in: window, end: chunk.end.offset, body, rejected)
      }
      indexer.releaseMemory(ofWindow: bytes.count)
    }
  }

  /// Delivers items that were cut off but not used, because their reading was abandoned. Returns
  /// false if there are no such items.
  func readReturned(
    _ pieces: CutPieces, _ body: Body, _ rejected: Rejected
  ) throws -> Bool {
    guard !pieces.returned.isEmpty else { return false }
    let item = pieces.returned.removeFirst()
    defer {
      if let rest = unsafe item.rest(from: state.pointee.position) {
        pieces.returned.insert(rest, at: 0)
      }
    }
    switch item {
    case .chunk(let chunk):
      try read(chunk, body) { try delivery.report($0, rejected) }
    case .range(let range):
      try read(range, isNext: true, body) { try delivery.report($0, rejected) }
    case .values, .reject, .blank, .part: try read(item, body, rejected)
    }
    return true
  }

  /// Delivers an item of any kind.
  func read(_ item: WorkItem, _ body: Body, _ rejected: Rejected) throws {
    switch item {
    case .chunk(let chunk): try read(chunk, body, rejected)
    case .values(let batch): try read(batch, body, rejected)
    case .range(let range): try read(range, body, rejected)
    case .reject, .blank, .part: try pass(item, rejected)
    }
  }

  /// Handles an item that no thread reads.
  func pass(_ item: WorkItem, _ rejected: Rejected) throws {
    switch item {
    case .chunk, .values, .range: break
    case .reject(let reject): try delivery.pass(reject, rejected)
    case .blank(let end): unsafe state.pointee.position = end
    case .part(let name, let kind): unsafe state.pointee.begin(part: name, kind)
    }
  }

  /// Resumes reading after everything that was cut off: at the feed's position, where ranges were cut off; otherwise
  /// where the buffer begins, before which there may be text that belongs to what comes.
  func endCutting(_ pieces: CutPieces) throws(JSONError) {
    if let end = pieces.end, feed.framing != .lines { unsafe state.pointee.position = end }
    pieces.end = nil
    guard let now = pieces.ranges else { return }
    pieces.ranges = nil
    feed.buffer.reset()
    try unsafe now.file.seek(to: state.pointee.position.offset)
  }

  // MARK: Ranges

  /// Delivers the lines of a range as this feed's own. Its lines and records count from its start
  /// until they are requested, or from the file's start if the feed's position is the range's start.
  func read(
    _ range: LineRange, isNext: Bool = false, _ body: Body, _ rejected: Rejected
  ) throws {
    if isNext { unsafe range.numbers.know(start: LineNumbers.Count(state.pointee.position)) }
    let input = try InputEvent.asErrors(try range.open())
    guard !input.isEmpty else {
      // A line from before the range extends past it, or the file has ended.
      if !isNext { unsafe state.pointee.enter(range, at: range.bytes.upperBound) }
      return range.numbers.know(own: LineNumbers.Count())
    }
    unsafe state.pointee.enter(range, at: input.start)
    if isNext { unsafe state.pointee.settle() }
    try readAll(ByteSource(input, name: range.source), body, rejected)
    unsafe range.numbers.know(own: LineNumbers.Count(state.pointee.sinceEntry))
  }

  /// Reads all of another source at the current position, and returns to the current part.
  private func readAll(_ other: ByteSource, _ body: Body, _ rejected: Rejected) throws {
    let pieces = feed.pieces ?? CutPieces(options)
    feed.pieces = pieces
    let outer = feed.source
    feed.source = other
    pieces.rangeBuffer.reset()
    swap(&feed.buffer, &pieces.rangeBuffer)
    feed.longLine = nil
    defer {
      swap(&feed.buffer, &pieces.rangeBuffer)
      feed.source = outer
    }
    do {
      while true {
        switch try feed.readPartWindow(body, rejected) {
        case .progress: continue
        case .needsMore: throw feed.hasWaited
        case .end: return
        }
      }
    } catch let event as InputEvent {
      throw event.asError
    }
  }
}
