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
      guard here.offset > 3, !buffer.isAtEnd, let file = source.plainFile,
        let size = file.size,
        size - here.offset > Int64(options.chunkSize)
      else { return nil }
      let end = try wholeEnd(of: file, from: here.offset, size: size)
      guard end > here.offset else { return nil }
      if end < size { unfinishedEnd = UnfinishedEnd(bytes: size - end) }
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
      now.next..<end, from: now.first, of: now.file, named: source.name,
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
    if let end = cutEnd, framing != .lines { unsafe state.pointee.position = end }
    cutEnd = nil
    guard let now = cutter else { return }
    cutter = nil
    buffer.reset()
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
    try readAll(ByteSource(input, name: range.source), body, rejected)
    unsafe range.numbers.know(own: LineNumbers.Count(state.pointee.sinceEntry))
  }

  /// Reads all of another source at the current position, and returns to the current part.
  private func readAll(_ other: ByteSource, _ body: Body, _ rejected: Rejected) throws {
    let outer = source
    source = other
    rangeBuffer.reset()
    swap(&buffer, &rangeBuffer)
    longLine = nil
    defer {
      swap(&buffer, &rangeBuffer)
      source = outer
    }
    do {
      while true {
        switch try readPartWindow(body, rejected) {
        case .progress: continue
        case .needsMore: throw hasWaited
        case .end: return
        }
      }
    } catch let event as InputEvent {
      throw event.asError
    }
  }

  /// The end of the whole lines of a plain file; includes its last line if that is whole without a
  /// newline. Throws `io`.
  private func wholeEnd(of file: FileInput, from start: Int64, size: Int64) throws(JSONError)
    -> Int64
  {
    guard options.leavesUnfinishedEnd else { return size }
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
      if tail.count <= options.maximumRecordSize {
        unsafe tail.insert(contentsOf: bytes[rest...], at: 0)
      }
      if newline != nil { break }
    }
    guard lineStart < size, unsafe tail.withUnsafeBufferPointer({ unsafe lastLine.isLeft($0) })
    else {
      return size
    }
    return lineStart
  }
}
