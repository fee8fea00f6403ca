import Sluice

/// Moves a feed from one part of its source to the next, and ends it.
extension FeedReader {
  /// Delivers the records of the next window, even from the next file. Returns false if there is
  /// none, or if the feed was stopped.
  func deliverWindow(_ body: Body, _ rejected: Rejected) throws -> Bool {
    defer { progress.update(state.pointee, size: source.size) }
    if try deliverReturned(body, rejected) { return true }
    cutEnd = nil
    try endCutting()
    while !isStopped {
      do {
        let isThere = try deliverPartWindow(body) { try keepLimits(behind: $0, rejected) }
        if isThere { return true }
        guard let part = try parts.next() else { return false }
        begin(part)
      } catch let event as InputEvent {
        if case .stopped = event, isStopped { return false }
        throw event.outsideFeed
      }
    }
    return false
  }

  /// Reports one of the feed's own rejects, and stops the feed if it was one too many.
  func keepLimits(behind reject: RejectedRecord, _ rejected: Rejected) throws {
    try rejected(reject)
    try state.pointee.checkLimits(last: reject)
  }

  var isStopped: Bool { stops.contains { $0.isStopped } }

  /// Continues at the start of the next part: a record never crosses the end of a part.
  private func begin(_ part: ByteSource) {
    open(part)
    state.pointee.begin(part: part.name, isFile: parts.isSeveralFiles)
  }

  /// Reads from the next part from now on, in the framing of the first part.
  func open(_ part: ByteSource) {
    source = part
    cutter = nil
    buffer = FeedReader.makeBuffer(options)
    values = ValueFraming(framing, from: 0)
  }
}
