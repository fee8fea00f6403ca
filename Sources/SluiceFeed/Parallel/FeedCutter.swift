import Sluice

/// Cuts a feed into chunks of whole lines, ranges of a file, or batches of other records. Any thread can read each of
/// them (``PieceReader``).
struct FeedCutter {
  typealias Body = RecordDelivery.Body
  typealias Rejected = RecordDelivery.Rejected

  let feed: FeedReader
  let pieces: CutPieces

  init(_ feed: FeedReader) {
    self.feed = feed
    pieces = feed.pieces ?? CutPieces(feed.options)
    feed.pieces = pieces
  }

  /// Another reader with the same options, for chunks.
  func makeChunkReader() throws(JSONError) -> FeedReader {
    var options = feed.options
    options.parallel = 1
    options.framing = .lines
    // The feed itself handles bad records when they are delivered.
    options.badRecords = .skip
    (options.maximumBadRecords, options.maximumBadShare) = (nil, nil)
    let reader = try FeedReader(.bytes([], name: ""), options: options, from: .start, stops: [])
    reader.keeper = feed.keeper.map { WindowKeeper($0.spare) }
    return reader
  }

  /// Whether a chunk can be cut without waiting for the source.
  var isReady: Bool { !pieces.returned.isEmpty || feed.source.isReady }

  enum Cutting {
    case cut(WorkItem)
    /// No whole line is available yet.
    case notYet
    case end
  }

  /// Cuts the next chunk. The feed's own position, after what was delivered, does not move.
  func cut(
    _ counter: ChunkCounter, _ spare: SpareMemory, mayWait: Bool
  ) throws -> Cutting {
    if !pieces.returned.isEmpty { return .cut(pieces.returned.removeFirst()) }
    if feed.isStopped { return .end }
    let (delivered, part) = unsafe (feed.state.pointee.position, feed.state.pointee.source)
    unsafe feed.state.pointee.enter(at: pieces.end ?? delivered, of: feed.source.name)
    defer {
      pieces.end = unsafe feed.state.pointee.position
      unsafe feed.state.pointee.enter(at: delivered, of: part)
    }
    do {
      let item = try feed.orEntering { try cutInPart(counter, spare, mayWait: mayWait) }
      if let item = item ?? nil { return item }
      guard let part = try feed.parts.next() else { return .end }
      if let ranges = pieces.ranges {
        unsafe feed.state.pointee.position.recordNumber = ranges.numbers.count().records
      }
      feed.open(part)
      unsafe feed.state.pointee.position = unsafe feed.state.pointee.position.next(
        part.name, feed.parts.kind)
      return .cut(.part(name: part.name, feed.parts.kind))
    } catch let event as InputEvent {
      if case .stopped = event, feed.isStopped { return .end }
      if event.isWait { throw event }
      throw event.asError
    }
  }

  /// Returns nil if the part has ended.
  private func cutInPart(
    _ counter: ChunkCounter, _ spare: SpareMemory, mayWait: Bool
  ) throws -> Cutting? {
    if mayWait, !(try feed.skipByteOrderMark()) { throw feed.hasWaited }
    if feed.framing != .lines { return try cutBatch(spare, mayWait: mayWait) }
    if feed.longLine != nil { return try cutLongLine(mayWait: mayWait) }
    if let range = try cutRange() { return .cut(range) }
    if pieces.ranges != nil { return nil }
    switch try unsafe feed.buffer.fill(
      from: feed.source, waits: mayWait, leaving: feed.lastLine.isLeft)
    {
    case .end: return nil
    case .unfinished:
      feed.unfinishedEnd = unsafe UnfinishedEnd(bytes: Int64(feed.buffer.rest.count))
      return nil
    case .notYet:
      if mayWait { throw feed.hasWaited }
      return .notYet
    case .longLine: return try cutLongLine(mayWait: mayWait)
    case .window:
      let added: Int64 = feed.buffer.endsWithAddedNewline ? 1 : 0
      let memory = ChunkMemory(try feed.buffer.takeWindow(leaving: spare.reuse()), spare)
      let (counts, size) = unsafe memory.bytes.withUnsafeBytes {
        unsafe (counter.count(in: $0), $0.count)
      }
      let start = unsafe feed.state.pointee.position
      var end = start
      end.offset += Int64(size) - added
      end.line += counts.lines
      end.recordNumber += counts.records
      unsafe feed.state.pointee.position = end
      return .cut(.chunk(Chunk(memory, of: feed.source.name, start: start, end: end)))
    }
  }

  /// Skips a line that exceeds the record limit. Returns nil if it is left, and nothing comes after it.
  private func cutLongLine(mayWait: Bool) throws -> Cutting? {
    while true {
      switch feed.passLongLine() {
      case .passed(let reject?):
        // The reject counts when it is delivered.
        unsafe feed.state.pointee.rejected -= 1
        return .cut(.reject(reject))
      case .passed(nil): return unsafe .cut(.blank(feed.state.pointee.position))
      case .left: return nil
      case .needsMore:
        guard mayWait || feed.source.isReady else { return .notYet }
        guard try feed.buffer.readMore(from: feed.source) else { throw feed.hasWaited }
      }
    }
  }
}
