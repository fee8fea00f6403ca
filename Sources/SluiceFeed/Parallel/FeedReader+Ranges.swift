import Sluice

/// Plain files of lines on several threads: each thread reads ranges of the file by itself, so that
/// there is nothing that only one of them can do.
extension FeedReader {
  /// Cuts the next range off, where the part is a plain file of which the first piece was read, and its
  /// bytes need not be kept. Nil: it is none; or all of it is cut, when there is a cutter.
  func cutRange() throws(JSONError) -> Cut? {
    if keepsBytes { return nil }
    if cutter == nil {
      let here = state.pointee.position
      // Behind a byte order mark, too, the first piece is read as of any source.
      guard here.offset > 3, !buffer.isAtEnd, let file = source.plainFile, let size = file.size,
        size - here.offset > Int64(options.pieceSize)
      else { return nil }
      let end = try wholeEnd(of: file, from: here.offset, size: size)
      guard end > here.offset else { return nil }
      if end < size { unfinishedEnd = UnfinishedEnd(bytes: size - end) }
      cutter = RangeCutter(
        file: file, next: here.offset, first: here.offset, end: end,
        numbers: .known(LineNumbers.Count(here)))
    }
    guard var now = cutter, now.next < now.end else { return nil }
    // What is left is cut ever finer, so that no thread waits long for the last to end.
    let fair = (now.end - now.next) / Int64(4 * options.parallel)
    let piece = Int64(options.pieceSize)
    let end = min(now.next + min(max(fair, (piece + 1) / 2), 2 * piece), now.end)
    let range = LineRange(
      now.next..<end, from: now.first, of: now.file, named: source.name,
      fileName: state.pointee.position.file,
      after: now.numbers)
    (now.next, now.first) = (end, nil)
    now.numbers = .behind(range.numbers)
    cutter = now
    state.pointee.position.offset = end
    return .range(range)
  }

  /// Goes on by itself where ranges were cut off: from the feed's position on.
  func endCutting() throws(JSONError) {
    guard let now = cutter else { return }
    cutter = nil
    buffer.reset()
    try now.file.seek(to: state.pointee.position.offset)
  }

  /// Delivers the lines of a range, as if this feed had come there. Its lines and records are counted
  /// from its start until somebody asks, or from the file's when the feed's position is its start.
  func deliver(
    _ range: LineRange, isNext: Bool = false, _ body: Body, _ rejected: Rejected
  ) throws {
    if isNext { range.numbers.know(start: LineNumbers.Count(state.pointee.position)) }
    let input = try range.open()
    guard !input.isEmpty else {
      // A line that began before it goes on behind it, or the file has ended.
      if !isNext { state.pointee.enter(range, at: range.bytes.upperBound) }
      return range.numbers.know(own: LineNumbers.Count())
    }
    let outer = source
    source = ByteSource(input, name: range.source)
    rangeBuffer.reset()
    swap(&buffer, &rangeBuffer)
    longLine = nil
    defer {
      swap(&buffer, &rangeBuffer)
      source = outer
    }
    state.pointee.enter(range, at: input.start)
    if isNext { state.pointee.settle() }
    while try deliverPartWindow(body, rejected) {}
    range.numbers.know(own: LineNumbers.Count(state.pointee.sinceEntry))
  }
}
