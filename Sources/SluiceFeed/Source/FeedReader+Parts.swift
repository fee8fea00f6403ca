import Sluice

/// Moves a feed from one part of its source to the next, and ends it.
extension FeedReader {
  /// Reads the next window, even from the next file. Returns false if there is
  /// none, or if the feed was stopped.
  func readWindow(_ body: Body, _ rejected: Rejected) throws -> Bool {
    defer { unsafe progress.update(state.pointee, size: framer.source.size) }
    if try readReturned(body, rejected) { return true }
    cutEnd = nil
    try endCutting()
    while !isStopped {
      do {
        let isThere = try orEntering {
          try framer.readPartWindow(body) { try delivery.report($0, rejected) }
        }
        if isThere == true { return true }
        guard let part = try parts.next() else { return false }
        begin(part)
      } catch let event as InputEvent {
        if case .stopped = event, isStopped { return false }
        throw event.outsideFeed
      }
    }
    return false
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
    try parts.enter(framer.source)
    // A file of an archive does not grow.
    framer.options.leavesUnfinishedEnd = false
  }

  var isStopped: Bool { framer.isStopped }

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
    framer.open(part)
    cutter = nil
  }
}
