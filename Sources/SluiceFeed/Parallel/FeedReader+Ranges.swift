import Sluice

/// Reads plain files of lines on several threads: each thread reads ranges of the file by itself,
/// so that no work is left to a single thread.
extension FeedReader {
  /// Whether the part is being cut into ranges.
  var cutsRanges: Bool { cutter != nil }

  /// Cuts off the next range, if the part is a plain file whose first chunk was read, and its bytes
  /// need not be kept. Returns nil for other parts, or, with a cutter, once the whole file is cut.
  func cutRange() throws(JSONError) -> WorkItem? {
    if keepsBytes { return nil }
    if cutter == nil {
      let here = unsafe state.pointee.position
      // Even after a byte order mark, the first chunk is read as from any source.
      guard here.offset > 3, !framer.buffer.isAtEnd, let file = framer.source.plainFile,
        let size = file.size,
        size - here.offset > Int64(options.chunkSize)
      else { return nil }
      let end = try framer.wholeEnd(of: file, from: here.offset, size: size)
      guard end > here.offset else { return nil }
      if end < size { framer.unfinishedEnd = UnfinishedEnd(bytes: size - end) }
      cutter = RangeCutter(
        file: file, next: here.offset, first: here.offset, end: end,
        numbers: .known(LineNumbers.Count(here)))
    }
    guard var now = cutter, now.next < now.end else { return nil }
    // The rest is cut into ever smaller ranges, so that no thread waits long for the last one.
    let fair = (now.end - now.next) / Int64(4 * options.parallel)
    let chunk = Int64(options.chunkSize)
    let end = min(now.next + min(max(fair, (chunk + 1) / 2), 2 * chunk), now.end)
    let range = unsafe LineRange(
      now.next..<end, from: now.first, of: now.file, named: framer.source.name,
      fileName: state.pointee.position.file,
      after: now.numbers)
    (now.next, now.first) = (end, nil)
    now.numbers = .behind(range.numbers)
    cutter = now
    unsafe state.pointee.position.offset = end
    return .range(range)
  }

  /// Resumes reading after everything that was cut off: at the feed's position, where ranges were cut off; otherwise
  /// where the buffer begins, before which there may be text that belongs to what comes.
  func endCutting() throws(JSONError) {
    if let end = cutEnd, framer.framing != .lines { unsafe state.pointee.position = end }
    cutEnd = nil
    guard let now = cutter else { return }
    cutter = nil
    framer.buffer.reset()
    try unsafe now.file.seek(to: state.pointee.position.offset)
  }

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
    try framer.readAll(ByteSource(input, name: range.source), body, rejected)
    unsafe range.numbers.know(own: LineNumbers.Count(state.pointee.sinceEntry))
  }
}
