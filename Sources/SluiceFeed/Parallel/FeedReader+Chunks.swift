import Sluice

/// Cuts a feed into chunks of whole lines, or batches of other records. Any thread can read each of
/// them.
extension FeedReader {
  /// Another reader with the same options, for chunks.
  func makeChunkReader() throws(JSONError) -> FeedReader {
    var options = options
    options.parallel = 1
    options.framing = .lines
    // The feed itself handles bad records when they are delivered.
    options.badRecords = .skip
    (options.maximumBadRecords, options.maximumBadShare) = (nil, nil)
    let reader = try FeedReader(.bytes([], name: ""), options: options, from: .start, stops: [])
    reader.keeper = keeper.map { WindowKeeper($0.spare) }
    return reader
  }

  /// Whether a chunk can be cut without waiting for the source.
  var isReady: Bool { !returned.isEmpty || source.isReady }

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
    if !returned.isEmpty { return .cut(returned.removeFirst()) }
    if isStopped { return .end }
    let (delivered, part) = unsafe (state.pointee.position, state.pointee.source)
    unsafe state.pointee.enter(at: cutEnd ?? delivered, of: source.name)
    defer {
      cutEnd = unsafe state.pointee.position
      unsafe state.pointee.enter(at: delivered, of: part)
    }
    do {
      let item = try orEntering { try cutInPart(counter, spare, mayWait: mayWait) }
      if let item = item ?? nil { return item }
      guard let part = try parts.next() else { return .end }
      if let cutter { unsafe state.pointee.position.recordNumber = cutter.numbers.count().records }
      open(part)
      unsafe state.pointee.position = unsafe state.pointee.position.next(part.name, parts.kind)
      return .cut(.part(name: part.name, parts.kind))
    } catch let event as InputEvent {
      if case .stopped = event, isStopped { return .end }
      if event.isWait { throw event }
      throw event.asError
    }
  }

  /// Returns nil if the part has ended.
  private func cutInPart(
    _ counter: ChunkCounter, _ spare: SpareMemory, mayWait: Bool
  ) throws -> Cutting? {
    if mayWait, !(try skipByteOrderMark()) { throw hasWaited }
    if framing != .lines { return try cutBatch(spare, mayWait: mayWait) }
    if longLine != nil { return try cutLongLine(mayWait: mayWait) }
    if let range = try cutRange() { return .cut(range) }
    if cutter != nil { return nil }
    switch try unsafe buffer.fill(
      from: source, waits: mayWait, leaving: lastLine.isLeft)
    {
    case .end: return nil
    case .unfinished:
      unfinishedEnd = unsafe UnfinishedEnd(bytes: Int64(buffer.rest.count))
      return nil
    case .notYet:
      if mayWait { throw hasWaited }
      return .notYet
    case .longLine: return try cutLongLine(mayWait: mayWait)
    case .window:
      let added: Int64 = buffer.endsWithAddedNewline ? 1 : 0
      let memory = ChunkMemory(try buffer.takeWindow(leaving: spare.reuse()), spare)
      let (counts, size) = unsafe memory.bytes.withUnsafeBytes {
        unsafe (counter.count(in: $0), $0.count)
      }
      let start = unsafe state.pointee.position
      var end = start
      end.offset += Int64(size) - added
      end.line += counts.lines
      end.recordNumber += counts.records
      unsafe state.pointee.position = end
      return .cut(.chunk(Chunk(memory, of: source.name, start: start, end: end)))
    }
  }

  /// Skips a line that exceeds the record limit. Returns nil if it is left, and nothing comes after it.
  private func cutLongLine(mayWait: Bool) throws -> Cutting? {
    while true {
      switch passLongLine() {
      case .passed(let reject?):
        // The reject counts when it is delivered.
        unsafe state.pointee.rejected -= 1
        return .cut(.reject(reject))
      case .passed(nil): return unsafe .cut(.blank(state.pointee.position))
      case .left: return nil
      case .needsMore:
        guard mayWait || source.isReady else { return .notYet }
        guard try buffer.readMore(from: source) else { throw hasWaited }
      }
    }
  }

  /// Delivers the records of a chunk as this feed's own.
  func read(_ chunk: Chunk, _ body: Body, _ rejected: Rejected) throws {
    defer { indexer.close() }
    unsafe state.pointee.enter(at: chunk.start, of: chunk.source)
    if let keeper = keeper, keeper.isKeeping { chunk.keep(by: keeper) }
    try unsafe chunk.withBytes { bytes in
      var next = 0
      while let end = unsafe windowEnd(
        in: bytes, next, size: options.windowSize, limit: bytes.count)
      {
        let window = unsafe UnsafeBufferPointer(rebasing: bytes[next..<end])
        next = end
        try unsafe readLines(in: window, end: chunk.end.offset, body, rejected)
      }
      indexer.releaseMemory(ofWindow: bytes.count)
    }
  }

  /// Delivers items that were cut off but not used, because their reading was abandoned. Returns
  /// false if there are no such items.
  func readReturned(_ body: Body, _ rejected: Rejected) throws -> Bool {
    guard !returned.isEmpty else { return false }
    let item = returned.removeFirst()
    defer {
      if let rest = unsafe item.rest(from: state.pointee.position) { returned.insert(rest, at: 0) }
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
}
