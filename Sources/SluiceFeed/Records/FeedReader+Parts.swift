import Sluice

/// Moves a feed from one part of its source to the next, and ends it.
extension FeedReader {
  /// Reads the next window, even from the next file. Returns false if there is
  /// none, or if the feed was stopped. Throws ``InputEvent/quiet(_:)`` to an owner that asked for it.
  func readWindow(_ body: Body, _ rejected: Rejected) throws -> Bool {
    switch try step(body, rejected) {
    case .progress: return true
    case .needsMore: throw hasWaited
    case .end: return false
    }
  }

  /// The same for an owner that brings more bytes.
  func step(_ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    defer { unsafe progress.update(state.pointee, size: source.size) }
    if let pieces {
      let reader = PieceReader(self)
      if try reader.readReturned(pieces, body, rejected) { return .progress }
      try reader.endCutting(pieces)
    }
    while !isStopped {
      do {
        let found = try orEntering {
          try readPartWindow(body) { try delivery.report($0, rejected) }
        }
        if let found, found != .end { return found }
        guard let part = try parts.next() else { return .end }
        begin(part)
      } catch let event as InputEvent {
        if case .stopped = event, isStopped { return .end }
        throw event.asError
      }
    }
    return .end
  }

  /// Reads in the current part. Nil: it is an archive, and its files are the next parts.
  func orEntering<R>(_ reading: () throws -> R) throws -> R? {
    do {
      return try reading()
    } catch InputEvent.archive {
      try enterArchive()
      return nil
    }
  }

  private func enterArchive() throws(InputEvent) {
    try parts.enter(source)
    // A file of an archive does not grow.
    options.leavesUnfinishedEnd = false
  }

  /// Continues with the first file of the current part, which is an archive.
  func beginArchive() throws(InputEvent) {
    try enterArchive()
    if let part = try parts.next() { begin(part) }
  }

  /// Continues at the start of the next part: a record never crosses the end of a part.
  private func begin(_ part: ByteSource) {
    open(part)
    unsafe state.pointee.begin(part: part.name, parts.kind)
  }

  /// Reads from the next part from now on, in the framing of the first part.
  func open(_ part: ByteSource) {
    source = part
    fillGaps()
    buffer = FeedReader.makeBuffer(options)
    (chosen, resumedAt) = (.none, 0)
    pieces?.ranges = nil
  }

  /// Spaces before a line would be a part of it where lines are not JSON.
  func fillGaps() { source.fillGaps(with: former == nil ? 0x20 : 0x0A) }

  static func makeBuffer(_ options: FeedOptions) -> WindowBuffer {
    // One byte more than the longest record, for the CR of a CRLF.
    WindowBuffer(
      size: options.parallel > 1 ? options.chunkSize : options.windowSize,
      longestLine: options.maximumRecordSize + 1)
  }
}
