import Sluice

/// Reads plain files of lines on several threads: each thread reads ranges of the file by itself,
/// so that no work is left to a single thread.
extension FeedCutter {
  /// Whether the part is being cut into ranges.
  var cutsRanges: Bool { pieces.ranges != nil }

  /// Cuts off the next range, if the part is a plain file whose first chunk was read, and its bytes
  /// need not be kept. Returns nil for other parts, or, with ranges, once the whole file is cut.
  func cutRange() throws(JSONError) -> WorkItem? {
    if pieces.keepsBytes { return nil }
    if pieces.ranges == nil {
      let here = unsafe feed.state.pointee.position
      // Even after a byte order mark, the first chunk is read as from any source.
      guard here.offset > 3, !feed.buffer.isAtEnd, let file = feed.source.plainFile,
        let size = file.size,
        size - here.offset > Int64(feed.options.chunkSize)
      else { return nil }
      let end = try wholeEnd(of: file, from: here.offset, size: size)
      guard end > here.offset else { return nil }
      if end < size { feed.unfinishedEnd = UnfinishedEnd(bytes: size - end) }
      pieces.ranges = RangeCutter(
        file: file, next: here.offset, first: here.offset, end: end,
        numbers: .known(LineNumbers.Count(here)))
    }
    guard var now = pieces.ranges, now.next < now.end else { return nil }
    // The rest is cut into ever smaller ranges, so that no thread waits long for the last one.
    let fair = (now.end - now.next) / Int64(4 * feed.options.parallel)
    let chunk = Int64(feed.options.chunkSize)
    let end = min(now.next + min(max(fair, (chunk + 1) / 2), 2 * chunk), now.end)
    let range = unsafe LineRange(
      now.next..<end, from: now.first, of: now.file, named: feed.source.name,
      fileName: feed.state.pointee.position.file,
      after: now.numbers)
    (now.next, now.first) = (end, nil)
    now.numbers = .behind(range.numbers)
    pieces.ranges = now
    unsafe feed.state.pointee.position.offset = end
    return .range(range)
  }

  /// The end of the whole lines of a plain file; includes its last line if that is whole without a
  /// newline. Throws `io`.
  private func wholeEnd(of file: FileInput, from start: Int64, size: Int64) throws(JSONError)
    -> Int64
  {
    guard feed.options.leavesUnfinishedEnd else { return size }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
    defer { unsafe room.deallocate() }
    var tail: [UInt8] = []
    var lineStart = size
    while lineStart > start {
      let from = max(lineStart - Int64(room.count), start)
      let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<Int(lineStart - from)])
      var done = 0
      while done < piece.count {
        let got = try unsafe file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: piece[done...]), at: from + Int64(done))
        guard got > 0 else { return size }
        done += got
      }
      let bytes = unsafe UnsafeRawBufferPointer(piece).assumingMemoryBound(to: UInt8.self)
      let newline = unsafe lastNewline(in: bytes)
      let rest = newline.map { $0 + 1 } ?? 0
      lineStart = from + Int64(rest)
      if tail.count <= feed.options.maximumRecordSize {
        unsafe tail.insert(contentsOf: bytes[rest...], at: 0)
      }
      if newline != nil { break }
    }
    guard lineStart < size, unsafe tail.withUnsafeBufferPointer({ unsafe feed.lastLine.isLeft($0) })
    else {
      return size
    }
    return lineStart
  }
}
