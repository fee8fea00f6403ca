import Sluice

/// A feed's way from one part of its source to the next, and its end.
extension FeedReader {
  /// Delivers the records of the next window, be it in the next file. False: there is none, or the
  /// feed was stopped.
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
      } catch let error as JSONError where FeedStops.isStop(error) && isStopped {
        // What was waiting says that it was stopped.
        return false
      }
    }
    return false
  }

  /// Hands over a reject of the feed's own, and stops the feed where that was one too many.
  func keepLimits(behind reject: RejectedRecord, _ rejected: Rejected) throws {
    try rejected(reject)
    try state.pointee.checkLimits(last: reject)
  }

  var isStopped: Bool { stops.contains { $0.isStopped } }

  /// Goes on at the start of the next part: a record never crosses the end of one.
  private func begin(_ part: ByteSource) {
    open(part)
    state.pointee.begin(part: part.name, isFile: parts.isSeveralFiles)
  }

  /// Reads from the next part from now on, by the framing that the first one has.
  func open(_ part: ByteSource) {
    source = part
    cutter = nil
    buffer = FeedReader.makeBuffer(options)
    values = ValueFraming(framing, from: 0)
  }
}
