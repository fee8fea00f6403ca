import Sluice

/// Takes the next window from the source, and has its records delivered.
extension FeedReader {
  /// Reads the next window of the current part.
  func readPartWindow(_ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    defer { indexer.close() }
    if let partition = source.partition, let former {
      return try readMessages(of: partition, by: former, body, rejected) ? .progress : .end
    }
    guard try skipByteOrderMark() else { return .needsMore }
    if let version = source.version { unsafe state.pointee.position.version = version }
    if framing == .auto, !(try chooseFraming()) { return .needsMore }
    if framing != .lines { return try readValueWindow(body, rejected) }
    if longLine != nil { return try skipLongLine(rejected) }
    if buffer.isEmpty, let (bytes, taken) = source.inMemory {
      let isDelivered = try unsafe bytes.withUnsafeBufferPointer {
        try unsafe readInPlace($0, from: taken, body, rejected)
      }
      if isDelivered { return .progress }
    }
    switch try unsafe buffer.fill(from: source, leaving: lastLine.isLeft) {
    case .window:
      try readBuffered(body, rejected)
      return .progress
    case .longLine: return try skipLongLine(rejected)
    case .unfinished:
      unfinishedEnd = unsafe UnfinishedEnd(bytes: Int64(buffer.rest.count))
      return .end
    case .notYet: return .needsMore
    case .end: return .end
    }
  }

  /// What is done with a last line that has no newline.
  var lastLine: LastLine { LastLine(rules: FramingRules(options), former: former) }

  /// Reads a window of bytes in memory without copying it. Returns false for the last window,
  /// which has no padding after it and goes through the buffer.
  private func readInPlace(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ body: Body, _ rejected: Rejected
  ) throws -> Bool {
    let padded = bytes.count - PaddedBytes.padding
    guard let cut = unsafe windowEnd(in: bytes, start, size: options.windowSize, limit: padded)
    else {
      return false
    }
    let before = unsafe state.pointee.position.offset
    defer { unsafe source.advance(Int(state.pointee.position.offset - before)) }
    let window = unsafe UnsafeBufferPointer(rebasing: bytes[start..<cut])
    // A window of several lines never exceeds the window size, so this one is a single line.
    if window.count > max(options.windowSize, options.maximumRecordSize + 2) {
      if let reject = unsafe passLongLine(window) { try rejected(reject) }
    } else {
      try unsafe readLines(in: window, end: .max, body, rejected)
    }
    indexer.releaseMemory(ofWindow: window.count)
    return true
  }

  private func readBuffered(_ body: Body, _ rejected: Rejected) throws {
    if buffer.shrink() { indexer.releaseMemory() }
    let window = unsafe buffer.window
    if let keeper, keeper.isKeeping, window.count >= keeper.smallest {
      return try readKept(keeper, body, rejected)
    }
    let before = unsafe state.pointee.position.offset
    // A newline that was added at the source's end does not count.
    let end =
      buffer.endsWithAddedNewline ? before + Int64(window.count) - 1 : Int64.max
    defer {
      let done = unsafe Int(state.pointee.position.offset - before)
      let isAll = unsafe state.pointee.position.offset == end
      buffer.consume(isAll ? window.count : done)
    }
    try unsafe readLines(in: window, end: end, body, rejected)
  }

  /// Reads the window in memory of its own, which is kept.
  private func readKept(
    _ keeper: WindowKeeper, _ body: Body, _ rejected: Rejected
  ) throws {
    let isEndAdded = buffer.endsWithAddedNewline
    let spare = keeper.spare
    let memory = ChunkMemory(try buffer.takeWindow(leaving: spare.reuse()), spare)
    keeper.keep(memory)
    let before = unsafe state.pointee.position.offset
    try unsafe memory.bytes.withUnsafeBytes { window in
      let end = isEndAdded ? before + Int64(window.count) - 1 : Int64.max
      defer {
        let done = unsafe Int(state.pointee.position.offset - before)
        // What was not read, because reading has ended, comes first again.
        if done < window.count, unsafe state.pointee.position.offset != end {
          unsafe buffer.putBack(UnsafeBufferPointer(rebasing: window[done...]))
        }
      }
      try unsafe readLines(in: window, end: end, body, rejected)
    }
  }

  /// Skips a byte order mark, which counts only as the source's first bytes. Returns false if more of them have not
  /// come.
  func skipByteOrderMark() throws(InputEvent) -> Bool {
    guard unsafe state.pointee.position.offset == 0, longLine == nil else { return true }
    let mark = TextEncoding.utf8Mark
    if let (bytes, taken) = source.inMemory, taken == 0 {
      guard bytes.starts(with: mark) else { return true }
      source.advance(3)
    } else {
      // Waits for more only while the bytes may still become a mark.
      while !buffer.isAtEnd, unsafe buffer.rest.count < 3, unsafe mark.starts(with: buffer.rest) {
        guard try buffer.readMore(from: source) else { return false }
      }
      guard unsafe buffer.rest.starts(with: mark) else { return true }
      buffer.consume(3)
    }
    unsafe state.pointee.position.offset = 3
    return true
  }

  // MARK: The framing

  /// Inspects the source's first bytes without consuming them. Returns false if more of them have not come.
  func chooseFraming() throws(InputEvent) -> Bool {
    while true {
      if let chosen = chosenFraming() {
        framing = chosen
        (self.chosen, resumedAt) = (.none, 0)
        return true
      }
      guard try buffer.readMore(from: source) else { return false }
    }
  }

  /// The same for a caller that does not come back.
  func mustChooseFraming() throws(InputEvent) {
    guard try skipByteOrderMark(), try chooseFraming() else { throw hasWaited }
  }

  /// Whether several threads read. Inspects the first bytes if the framing must be detected. Throws
  /// `io`.
  @usableFromInline
  func readsInParallel() throws(JSONError) -> Bool {
    guard options.parallel > 1 else { return false }
    if framing == .auto { try InputEvent.asErrors(try mustChooseFraming()) }
    return true
  }

  /// Nil: this needs more bytes.
  private func chosenFraming() -> FeedFraming? {
    if let (bytes, taken) = source.inMemory, buffer.isEmpty {
      return unsafe bytes.withUnsafeBufferPointer { unsafe choose(in: $0[taken...], isAll: true) }
        ?? .lines
    }
    return unsafe choose(in: buffer.rest[...], isAll: buffer.isAtEnd)
  }

  private func choose(
    in bytes: Slice<UnsafeBufferPointer<UInt8>>, isAll: Bool
  ) -> FeedFraming? {
    unsafe FramingChoice.framing(
      of: UnsafeBufferPointer(rebasing: bytes), isAll: isAll, depthLimit: options.depthLimit)
  }

  // MARK: Long lines

  /// Skips what the buffer holds of the line, and reads on.
  func skipLongLine(_ rejected: Rejected) throws -> ReadingStep {
    while true {
      switch passLongLine() {
      case .passed(let reject):
        if let reject { try rejected(reject) }
        return .progress
      case .left: return .end
      case .needsMore:
        guard try buffer.readMore(from: source) else { return .needsMore }
      }
    }
  }

  enum LongLineStep {
    /// The line has ended. Nil: it is blank.
    case passed(RejectedRecord?)
    /// It has no end yet, and is left for a later feed.
    case left
    case needsMore
  }

  /// Skips what the buffer holds of the line. The position stays before it until it has ended.
  func passLongLine() -> LongLineStep {
    // Taken out, so that nothing of it is copied.
    var line = longLine.take() ?? LongLine()
    let rest = unsafe buffer.rest
    let newline = unsafe firstNewline(in: rest)
    unsafe line.append(UnsafeBufferPointer(rebasing: rest.prefix(newline ?? rest.count)))
    buffer.consume(newline.map { $0 + 1 } ?? rest.count)
    guard newline != nil || buffer.isAtEnd else {
      longLine = line
      return .needsMore
    }
    if newline == nil, options.leavesUnfinishedEnd, !line.isBlank {
      unfinishedEnd = UnfinishedEnd(bytes: Int64(line.length))
      return .left
    }
    return .passed(end(line, size: line.length + (newline == nil ? 0 : 1)))
  }

  /// Passes a whole line with its newline.
  func passLongLine(_ bytes: UnsafeBufferPointer<UInt8>) -> RejectedRecord? {
    var line = LongLine()
    unsafe line.append(UnsafeBufferPointer(rebasing: bytes.dropLast()))
    return end(line, size: bytes.count)
  }

  private func end(_ line: LongLine, size: Int) -> RejectedRecord? {
    let offset = unsafe state.pointee.position.offset
    unsafe state.pointee.position.offset += Int64(size)
    unsafe state.pointee.position.line += 1
    if line.isBlank { return nil }
    let text = unsafe SkippedText(
      line.start.prefix(line.textLength), length: line.textLength, at: offset,
      line: state.pointee.position.line)
    return delivery.makeReject(of: text, FramingRules(options).tooLarge())
  }
}
